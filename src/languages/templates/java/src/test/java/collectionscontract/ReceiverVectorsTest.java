package collectionscontract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A case of vectors/receiver.json: its receiver, its store, and the lines that both write. */
class ReceiverVectorsTest implements DuplicateStore {
  private final Map<String, String> known = new HashMap<>();
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private JsonNode one;
  private volatile JsonNode now;
  private Receiver receiver;

  /** A list of labelled secrets has no plain ones. */
  static Stream<JsonNode> cases() {
    return Vectors.cases("receiver", 100, "owned list", "owned beside plain");
  }

  @ParameterizedTest
  @MethodSource("cases")
  void passes(JsonNode given) {
    one = given;
    now = given;
    one.get("before").properties().forEach(it -> known.put(it.getKey(), it.getValue().asText()));
    if (one.has("refusedWhenMade")) {
      assertThrows(IllegalArgumentException.class, this::made);
      return;
    }
    receiver = made();
    assertFalse(one.get("requests").isEmpty());
    for (JsonNode request : one.get("requests")) {
      now = request;
      lines.clear();
      answer();
      assertEquals(Vectors.texts(now.get("expected")).toList(), lines);
    }
  }

  private Receiver made() {
    EventHandler<PaymentSnapshot> handler =
        (payment, delivery) -> handle(payment.id() + "", delivery);
    ReceiverBuilder builder =
        Receiver.builder(one.has("asked") ? Secrets.asked(this::secrets) : secrets(), handler)
            .store(this)
            .maxBodyBytes(one.get("maxBodyBytes").asInt())
            .handlerTimeout(Duration.ofMillis(one.get("handlerTimeoutMs").asInt()))
            .onProblem(this::tell)
            .onAccepted(it -> write("accepted %s", it.as().name().toLowerCase(Locale.ROOT)));
    if (one.has("key")) {
      builder.key(this::key);
    }
    if (one.has("onUnknown")) {
      DeliveryHandler unknown = delivery -> handle("", delivery);
      builder.onUnknown(unknown);
    }
    return builder.build();
  }

  private String key(PaymentSnapshot payment) {
    String name = one.get("key").textValue();
    JsonNode member = payment.toJson().path(name);
    failIf(name.equals("strict") && member.asInt() != 7);
    return name.equals("empty") ? "" : name + " " + member;
  }

  private Secrets secrets() {
    failIf(now.get("secrets").isNull());
    List<LabelledSecret> labelled =
        Vectors.all(now.get("labelled")).map(ReceiverVectorsTest::labelled).toList();
    return labelled.isEmpty()
        ? Secrets.of(Vectors.texts(now.get("secrets")).toArray(String[]::new))
        : Secrets.labelled(labelled.toArray(LabelledSecret[]::new));
  }

  private static LabelledSecret labelled(JsonNode one) {
    String label = one.get("label").textValue();
    Secret secret = new Secret(one.get("secret").textValue());
    return new LabelledSecret(label, secret, one.path("owner").asText(label));
  }

  private void handle(String id, Delivery it) throws InterruptedException {
    if (text("handler").equals("late")) {
      new CountDownLatch(1).await();
    }
    write(
        "handler event=%s id=%s key=%s secret=%s label=%s owner=%s",
        it.event(), id, it.key(), it.secretIndex(), it.label(), it.owner());
    if (text("handler").equals("repeats")) {
      answer();
    }
  }

  private void tell(Problem one) {
    write(
        "problem status=%s code=%s event=%s label=%s owner=%s",
        one.status(), one.code(), one.event(), one.label(), one.owner());
  }

  /** What is not there is empty. */
  private void write(String format, Object... values) {
    lines.add(String.format(format, values).replace("=null", "="));
    failIf(Vectors.texts(now.get("fails")).anyMatch(format::startsWith));
  }

  @Override
  public void once(String key, Task task) throws Exception {
    failIf(text("store").equals("away"));
    if ("busy".equals(known.get(key))) {
      throw new BusyKeyException();
    }
    if (known.containsKey(key)) {
      return;
    }
    try {
      task.run(null);
      write("commit %s", key);
      known.put(key, "done");
    } catch (NoClassDefFoundError error) {
      failIf(!text("store").equals("hides failures"));
    }
  }

  private void answer() {
    JsonNode head = now.get("head");
    String type = head.path("Content-Type").textValue();
    Answer answer =
        receiver
            .refuseHead(text("method"), type, head.path("Content-Length").asLong(-1))
            .orElseGet(
                () ->
                    receiver.receive(
                        Vectors.bytes(now.get("body")), head.path("signature").textValue()));
    lines.add(("answer " + answer.status() + " " + new String(answer.body())).strip());
  }

  private String text(String member) {
    return now.path(member).asText();
  }

  /** As a class fails that was not deployed, which is no exception. */
  private static void failIf(boolean condition) {
    if (condition) {
      throw new NoClassDefFoundError("away");
    }
  }
}
