package example.acme.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RefundsTest {
  private static final String EVENT = "case_file.payment.refunded";
  private static final String BODY =
      """
      {"@event":"case_file.payment.refunded","id":7,"rate":1.50,\
      "lines":[{"label":"a","amount":1}],"labels":{"b c":"d"}}""";
  private static final String BAD =
      """
      {"@event":"case_file.payment.refunded","id":7,"lines":{}}""";

  @Test
  void aRefundReachesItsHandlerOnce() {
    List<Object> seen = new ArrayList<>();
    Receiver receiver =
        Receiver.builder(Secrets.of("s"), (payment, delivery) -> {})
            .on(
                EVENT,
                RefundSnapshot::fromJson,
                (refund, delivery) -> {
                  seen.add(List.of(refund.id(), refund.lines().get(0).label(), refund.labels(), delivery.event()));
                })
            .build();
    assertEquals(204, receive(receiver, BODY).status());
    assertEquals(204, receive(receiver, BODY).status());
    assertEquals(List.of(List.of(7L, "a", Map.of("b c", "d"), EVENT)), seen);
    assertEquals("payload_invalid", receive(receiver, BAD).code());
  }

  @Test
  void whatWouldNeverRunIsRefused() {
    for (String event : List.of("case_file.payment.confirmed", "no.such.event")) {
      ReceiverBuilder builder = Receiver.builder(Secrets.of("s"), (payment, delivery) -> {});
      assertThrows(
          IllegalArgumentException.class,
          () -> builder.on(event, RefundSnapshot::fromJson, (refund, delivery) -> {}));
    }
  }

  private static Answer receive(Receiver receiver, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return receiver.receive(bytes, WebhookSignature.sign(bytes, "s"));
  }
}
