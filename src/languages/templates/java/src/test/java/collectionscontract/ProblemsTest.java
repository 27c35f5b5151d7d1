package collectionscontract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is logged by default, as java.util.logging gets it. */
class ProblemsTest {
  private static final Logger LOGGER = Logger.getLogger(Receiver.class.getName());

  private final List<LogRecord> records = new CopyOnWriteArrayList<>();

  @BeforeEach
  void listen() {
    LOGGER.setFilter(records::add);
  }

  @AfterEach
  void stop() {
    LOGGER.setFilter(null);
  }

  @Test
  void logsAFailingHandlerWithItsTraceAndWhoseItWas() {
    Exception failure = new Exception("disk full");
    EventHandler<PaymentSnapshot> fails = (payment, delivery) -> Deliveries.sneak(failure);
    var acme = new LabelledSecret("new", new Secret(Deliveries.SECRET), "Acme");
    Deliveries.deliver(
        Receiver.builder(Secrets.labelled(acme), fails).store(new MemoryStore()).build(), 1);
    assertEquals("handler_failed (owner \"Acme\")", records.get(0).getMessage());
    assertEquals(failure, records.get(0).getThrown());
  }

  @Test
  void advisesOnceIfNoSecretHasEverMatchedAndOfNothingElse() {
    Receiver receiver = receiver();
    receiver.refuseHead("GET", null, -1);
    receiver.refuseHead("POST", "text/plain", -1);
    receiver.receive(new byte[2 << 20], null);
    for (int i = 0; i < 3; i++) {
      receive(receiver, "another");
      receiver.receive(new byte[0], null);
    }
    assertEquals(1, records.size());
    String said = Arrays.toString(records.get(0).getParameters());
    assertTrue(said.startsWith("[signature_mismatch"), said);
    assertTrue(said.contains("Check that the secret is that of this webhook"), said);
    Deliveries.deliver(receiver, 1);
    receive(receiver, "another");
    assertEquals(1, records.size());
  }

  @Test
  void saysThatDuplicatesAreKeptInThisProcessAlone() {
    receiver();
    assertEquals(List.of(), records);
    Receiver.builder(Secrets.of("secret"), (payment, delivery) -> {}).build();
    assertEquals(1, records.size());
    String said = records.get(0).getMessage();
    assertTrue(said.startsWith("Duplicates are kept in this process alone: give"), said);
  }

  private static Receiver receiver() {
    return Receiver.builder(Secrets.of(Deliveries.SECRET), (payment, delivery) -> {})
        .store(new MemoryStore())
        .build();
  }

  private static void receive(Receiver receiver, String secret) {
    byte[] body = Deliveries.payment(1);
    receiver.receive(body, WebhookSignature.sign(body, secret));
  }
}
