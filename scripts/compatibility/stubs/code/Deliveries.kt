package org.openapitools

import com.fasterxml.jackson.databind.ObjectMapper
import java.util.Base64
import org.openapitools.api.ClientWebhookApiDelegate
import org.openapitools.model.PaymentSnapshot
import org.springframework.http.ResponseEntity
import org.springframework.stereotype.Service
import org.springframework.web.context.request.RequestAttributes
import org.springframework.web.context.request.RequestContextHolder

@Service
class Deliveries(private val mapper: ObjectMapper) : ClientWebhookApiDelegate {
    override fun deliverClientWebhook(xServiceSignature: String, paymentSnapshot: PaymentSnapshot): ResponseEntity<Unit> {
        val request = RequestContextHolder.currentRequestAttributes()
        val body = request.getAttribute(RAW_BODY, RequestAttributes.SCOPE_REQUEST) as ByteArray
        val text = Base64.getEncoder()
        println("received\t" + text.encodeToString(body) + "\t" + text.encodeToString(mapper.writeValueAsBytes(paymentSnapshot)))
        return ResponseEntity.noContent().build()
    }
}
