package payments

import collectionscontract.Contract
import collectionscontract.Receiver
import collectionscontract.Secrets
import collectionscontract.WebhookSignature
import java.util.concurrent.CompletableFuture
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test

/** What a lambda of Kotlin returns is awaited, and it may return nothing. */
class LambdaTest {
  private val secrets = Secrets.of("s")
  private val fails = CompletableFuture.failedFuture<Void>(Exception("away"))
  private var handled = 0

  private fun store() {
    handled++
  }

  private fun fail(payment: Any, delivery: Any) = fails

  @Test
  fun returnsNothing() {
    assertEquals(204, answer(Receiver.builder(secrets) { _, _ -> store() }.build()))
    val other = Receiver.builder(secrets) { _, _ -> }.onUnknown { store() }.build()
    assertEquals(204, answer(other, "another"))
    assertEquals(2, handled)
  }

  @Test
  fun isAwaited() {
    assertEquals(500, answer(Receiver.builder(secrets) { _, _ -> fails }.build()))
    assertEquals(500, answer(Receiver.builder(secrets, { _, _ -> fails }).build()))
    assertEquals(500, answer(Receiver.builder(secrets, ::fail).build()))
    val other = Receiver.builder(secrets) { _, _ -> }.onUnknown { fails }.build()
    assertEquals(500, answer(other, "another"))
  }

  private fun answer(receiver: Receiver, event: String = Contract.CASE_FILE_PAYMENT_CONFIRMED): Int {
    val body = """{"@event":"$event","id":1}""".toByteArray()
    return receiver.receive(body, WebhookSignature.sign(body, "s")).status()
  }
}
