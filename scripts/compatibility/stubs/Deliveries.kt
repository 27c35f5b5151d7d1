package org.openapitools

import com.fasterxml.jackson.databind.ObjectMapper
import java.util.Base64
import org.openapitools.api.ClientWebhookApiDelegate
import org.openapitools.model.PaymentSnapshot
import org.springframework.http.ResponseEntity
import org.springframework.stereotype.Service
import org.springframework.web.context.request.RequestContextHolder

@Service
class Deliveries(private val mapper: ObjectMapper) : ClientWebhookApiDelegate {
    override fun deliverClientWebhook(xServiceSignature: String, paymentSnapshot: PaymentSnapshot): ResponseEntity<Unit> {
        val body = RequestContextHolder.currentRequestAttributes().getAttribute(RAW_BODY, 0) as ByteArray
        val (raw, model) = listOf(body, mapper.writeValueAsBytes(paymentSnapshot)).map(Base64.getEncoder()::encodeToString)
        println("received\t$raw\t$model")
        return ResponseEntity.noContent().build()
    }
}
