package org.openapitools

import collectionscontract.WebhookSignature
import java.io.ByteArrayInputStream
import javax.servlet.FilterChain
import javax.servlet.ReadListener
import javax.servlet.ServletInputStream
import javax.servlet.http.HttpServletRequest
import javax.servlet.http.HttpServletRequestWrapper
import javax.servlet.http.HttpServletResponse
import org.springframework.stereotype.Component
import org.springframework.web.filter.OncePerRequestFilter

private const val MAX_BYTES = 1_000_000
const val RAW_BODY = "rawBody"

/** Verifies each delivery over the bytes that arrived, and keeps them as the attribute RAW_BODY of the request. */
@Component
class KeepBytes : OncePerRequestFilter() {
    override fun shouldNotFilter(request: HttpServletRequest) = request.requestURI != "/client-webhook"

    override fun doFilterInternal(request: HttpServletRequest, response: HttpServletResponse, chain: FilterChain) {
        val body = request.inputStream.readNBytes(MAX_BYTES + 1)
        val signature = request.getHeaders("X-Service-Signature").toList().joinToString(",")
        val secrets = listOf(System.getenv("WEBHOOK_SECRET"))
        when {
            body.size > MAX_BYTES -> response.status = 413
            !WebhookSignature.verify(body, signature, secrets).ok -> response.status = 401
            else -> {
                request.setAttribute(RAW_BODY, body)
                chain.doFilter(KeptRequest(request, body), response)
            }
        }
    }
}

/** Lets the stub read the body again. */
private class KeptRequest(request: HttpServletRequest, private val body: ByteArray) : HttpServletRequestWrapper(request) {
    override fun getInputStream(): ServletInputStream {
        val bytes = ByteArrayInputStream(body)
        return object : ServletInputStream() {
            override fun read() = bytes.read()
            override fun isFinished() = bytes.available() == 0
            override fun isReady() = true
            override fun setReadListener(listener: ReadListener) = throw UnsupportedOperationException()
        }
    }
}
