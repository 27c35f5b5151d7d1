package collectionscontract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A case of vectors/receiver.json: its receiver, its store, and the lines that both write. */
class ReceiverVectorsTest implements DuplicateStore {
  private final Set<String> done = new HashSet<>();
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private JsonNode one;
  private volatile JsonNode now;
  private Receiver receiver;

  /** A list of labelled secrets has no plain ones. */
  static Stream<JsonNode> cases() {
    return Vectors.cases("receiver", List.of("owned list", "owned beside plain"));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void passes(JsonNode given) {
    one = given;
    now = given;
    Vectors.texts(one.at("/before/done")).forEach(done::add);
    if (one.has("refusedWhenMade")) {
      assertThrows(IllegalArgumentException.class, this::made);
      return;
    }
    receiver = made();
    for (JsonNode request : one.get("requests")) {
      now = request;
      lines.clear();
      answer();
      assertEquals(Vectors.texts(now.get("expected")).toList(), lines);
    }
  }

  private Receiver made() {
    JsonNode options = one.get("options");
    PaymentHandler handler = (payment, delivery) -> handle(payment.id() + "", delivery);
    Secrets secrets = one.has("asked") ? Secrets.asked(this::secrets) : secrets();
    ReceiverBuilder builder = Receiver.builder(secrets, handler);
    builder.store(this).onProblem(this::tell).onAccepted(accepted -> tell("accepted %s", accepted.as().name().toLowerCase(Locale.ROOT)));
    builder.maxBodyBytes(options.path("maxBodyBytes").asInt(1 << 20));
    if (options.has("key")) {
      String key = options.get("key").textValue();
      builder.key(payment -> key(key, payment.toJson().path(key)));
    }
    if (options.has("onUnknown")) {
      DeliveryHandler unknown = delivery -> handle(null, delivery);
      builder.onUnknown(unknown);
    }
    if (one.get("requests").toString().contains("\"late\"")) {
      builder.handlerTimeout(Duration.ofMillis(50));
    }
    return builder.build();
  }

  private static String key(String name, JsonNode member) {
    failIf(name.equals("throws") || name.equals("strict") && member.asInt() != 7);
    return name.equals("empty") ? "" : name + " " + member;
  }

  private Secrets secrets() {
    failIf(now.has("secretsFail"));
    JsonNode all = (now.has("secrets") ? now : one).get("secrets");
    return all.findValue("label") == null
        ? Secrets.of(all.findValuesAsText("secret").toArray(String[]::new))
        : Secrets.labelled(
            Vectors.all(all).map(ReceiverVectorsTest::labelled).toArray(LabelledSecret[]::new));
  }

  private static LabelledSecret labelled(JsonNode one) {
    String label = one.get("label").textValue();
    Secret secret = new Secret(one.get("secret").textValue());
    return new LabelledSecret(label, secret, one.path("owner").asText(label));
  }

  private void handle(String id, Delivery delivery) throws InterruptedException {
    if (text("handler").equals("late")) {
      new CountDownLatch(1).await();
    }
    write(
        "handler event=%s id=%s key=%s secret=%s label=%s owner=%s",
        delivery.event(),
        id,
        delivery.key(),
        delivery.secretIndex(),
        delivery.label(),
        delivery.owner());
    failIf(text("handler").equals("throws"));
    if (text("handler").equals("repeats")) {
      answer();
    }
  }

  private void tell(Problem one) {
    tell(
        "problem status=%s code=%s event=%s label=%s owner=%s",
        one.status(), one.code(), one.event(), one.label(), one.owner());
  }

  private void tell(String format, Object... values) {
    write(format, values);
    failIf(one.get("options").has("listeners"));
  }

  /** What is not there is empty. */
  private void write(String format, Object... values) {
    Object[] all = Arrays.stream(values).map(value -> Objects.toString(value, "")).toArray();
    lines.add(String.format(format, all));
  }

  @Override
  public void once(String key, Task task) throws Exception {
    failIf(text("store").equals("away"));
    if (Vectors.texts(one.at("/before/busy")).anyMatch(key::equals)) {
      throw new BusyKeyException();
    }
    if (done.contains(key)) {
      return;
    }
    try {
      task.run(null);
    } catch (IllegalStateException error) {
      failIf(!text("store").equals("hides failures"));
      return;
    }
    failIf(text("store").equals("rolls back"));
    done.add(key);
    write("stored %s", key);
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

  private static void failIf(boolean condition) {
    if (condition) {
      throw new IllegalStateException("away");
    }
  }
}
