package collectionscontract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Payments of several customers, which may have the same ids. */
class OwnerTest {
  private static final String EVENT = Contract.CASE_FILE_PAYMENT_CONFIRMED;
  private static final List<LabelledSecret> SECRETS =
      List.of(
          labelled("a", "secret-a", "a"),
          labelled("b", "secret-b", "b"),
          labelled("b", "secret-b2", "b"),
          labelled("b2", "secret-b3", "b"),
          labelled("c/ d", "secret-c", "c/ d"));

  private final List<String> handled = new ArrayList<>();

  /** Remembers what it was asked for, too. */
  private static final class Table implements DuplicateStore {
    final Set<String> done = new HashSet<>();
    final List<String> asked = new ArrayList<>();

    @Override
    public void once(String key, Task task) throws Exception {
      asked.add(key);
      if (!done.contains(key)) {
        task.run(null);
        done.add(key);
      }
    }
  }

  private void handle(PaymentSnapshot payment, Delivery delivery) {
    handled.add(delivery.label() + " " + delivery.owner() + " " + delivery.key());
  }

  @Test
  void tellsPaymentsOfTwoOwnersApart() {
    for (DuplicateStore store : List.of(new MemoryStore(), new Table())) {
      handled.clear();
      Receiver receiver = Receiver.labelled(SECRETS, this::handle).store(store).build();
      for (String secret : List.of("secret-a", "secret-b", "secret-b2", "secret-b3", "secret-c")) {
        assertEquals(204, receive(receiver, 1, secret));
      }
      List<String> expected =
          List.of("a a a/1 " + EVENT, "b b b/1 " + EVENT, "c/ d c/ d c%2F%20d/1 " + EVENT);
      assertEquals(expected, handled);
    }
  }

  @Test
  void keepsTheOwnerInAnOwnKeyAndInThatOfUnknownEvents() {
    Receiver receiver =
        Receiver.labelled(SECRETS, this::handle)
            .key(payment -> "same")
            .onUnknown(delivery -> { handled.add(delivery.key().substring(0, 2)); })
            .build();
    for (String secret : List.of("secret-a", "secret-b")) {
      receive(receiver, 1, secret);
      byte[] body = "{\"@event\":\"case_file.closed\"}".getBytes(StandardCharsets.UTF_8);
      receiver.receive(body, WebhookSignature.sign(body, secret));
    }
    assertEquals(List.of("a a a/same", "a/", "b b b/same", "b/"), handled);
  }

  @Test
  void handlesNothingAgainThatWasHandledBeforeThereWereOwners() {
    Table store = new Table();
    store.done.add("1 " + EVENT);
    Receiver receiver = Receiver.labelled(SECRETS, this::handle).store(store).build();
    assertEquals(204, receive(receiver, 1, "secret-a"));
    assertEquals(204, receive(receiver, 2, "secret-a"));
    assertEquals(List.of("a a a/2 " + EVENT), handled);
    assertEquals(Set.of("1 " + EVENT, "a/2 " + EVENT), store.done);
  }

  @Test
  void keepsKeysWithoutOwnersAsTheyWere() {
    Table store = new Table();
    Receiver receiver = Receiver.builder(List.of("secret-a"), this::handle).store(store).build();
    assertEquals(204, receive(receiver, 1, "secret-a"));
    assertEquals(List.of("1 " + EVENT), store.asked);
    assertEquals(List.of("null null 1 " + EVENT), handled);
  }

  @Test
  void encodesOwnersAsEveryLanguageDoes() {
    assertEquals(
        "%C3%A9%F0%9F%98%80-_.!~*'()%25/x",
        DeliveryKey.within("\u00e9\uD83D\uDE00-_.!~*'()%", "x"));
    String digest = "/eyDpstqRHj0iGEsQtl4zNSAyHz3C+6vNgUJ5oD1lWps=";
    assertEquals(digest, DeliveryKey.within("a", "x".repeat(99)));
    assertEquals("a/" + "x".repeat(98), DeliveryKey.within("a", "x".repeat(98)));
    assertEquals("AZaz09%2F%20/x", DeliveryKey.within("AZaz09/ ", "x"));
  }

  @Test
  void refusesWhatCannotBeRight() {
    List<LabelledSecret> two = List.of(labelled("a", "s1", "x"), labelled("a", "s2", "y"));
    assertThrows(IllegalArgumentException.class, () -> Receiver.labelled(two, this::handle));
    assertThrows(IllegalArgumentException.class, () -> Receiver.labelled(List.of(), this::handle));
    Receiver later = Receiver.labelled(() -> two, this::handle).onProblem((c, e) -> {}).build();
    assertEquals(500, receive(later, 1, "s1"));
    assertThrows(IllegalArgumentException.class, () -> labelled("", "s", "a"));
    assertThrows(IllegalArgumentException.class, () -> labelled("a", "", "a"));
    assertThrows(IllegalArgumentException.class, () -> labelled("a", "s", "\uD800"));
    assertFalse(SECRETS.toString().contains("secret-a"));
  }

  private static LabelledSecret labelled(String label, String secret, String owner) {
    return new LabelledSecret(label, new Secret(secret), owner);
  }

  private static int receive(Receiver receiver, long id, String secret) {
    String text = "{\"@event\":\"" + EVENT + "\",\"id\":" + id + "}";
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    return receiver.receive(body, WebhookSignature.sign(body, secret)).status();
  }
}
