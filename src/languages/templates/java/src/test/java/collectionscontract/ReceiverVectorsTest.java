package collectionscontract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A case of vectors/receiver.json: its receiver, its store, and what they saw. */
class ReceiverVectorsTest implements DuplicateStore {
  private final Set<String> done = new TreeSet<>();
  private final List<JsonNode> told = new CopyOnWriteArrayList<>();
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
      told.clear();
      String code = now.path("code").textValue();
      Answer answer = answered();
      assertEquals(new Answer(now.get("status").intValue(), code), answer);
      assertEquals(code == null ? "" : "{\"code\":\"" + code + "\"}", new String(answer.body()));
      // The deadline is that of the whole delivery, so that it may be over before the handler.
      told.removeIf(what -> text("handler").equals("late") && what.has("key"));
      List<JsonNode> expected = new ArrayList<>();
      if (!text("handler").equals("late")) {
        expected.add(now.get("handled"));
      }
      expected.addAll(Arrays.asList(now.get("problem"), now.get("as")));
      expected.removeIf(Objects::isNull);
      assertEquals(expected, told);
    }
    assertEquals(Vectors.texts(one.get("stored")).toList(), List.copyOf(done));
  }

  private Receiver made() {
    JsonNode options = one.get("options");
    PaymentHandler handler = (payment, delivery) -> handle(payment.id() + "", delivery);
    Secrets secrets = one.has("asked") ? Secrets.asked(this::secrets) : secrets();
    ReceiverBuilder builder = Receiver.builder(secrets, handler);
    builder.store(this).onProblem(this::tell).onAccepted(this::tell);
    builder.maxBodyBytes(options.path("maxBodyBytes").asInt(1 << 20));
    if (options.has("key")) {
      String key = options.get("key").textValue();
      builder.key(payment -> key.equals("throws") ? failed(key) : key.equals("empty") ? "" : key);
    }
    if (options.has("onUnknown")) {
      DeliveryHandler unknown = delivery -> handle(null, delivery);
      builder.onUnknown(unknown);
    }
    if (one.get("requests") != null && one.get("requests").toString().contains("\"late\"")) {
      builder.handlerTimeout(Duration.ofMillis(50));
    }
    return builder.build();
  }

  private Secrets secrets() {
    if (now.has("secretsFail")) {
      failed("the vault");
    }
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
    // Numbers are read as long ones.
    ObjectNode seen = about(delivery.event(), delivery.label(), delivery.owner());
    seen.put("key", delivery.key()).put("secretIndex", (long) delivery.secretIndex());
    told.add(id == null ? seen : seen.put("id", id));
    switch (text("handler")) {
      case "throws" -> failed("the disk");
      case "late" -> new CountDownLatch(1).await();
      case "repeats" -> {
        assertEquals("event_busy", answered().code());
        assertEquals("event_busy", told.remove(1).get("code").textValue());
      }
      default -> {}
    }
  }

  private void tell(Problem one) {
    ObjectNode problem = about(one.event(), one.label(), one.owner());
    tell(problem.put("status", (long) one.status()).put("code", one.code()));
  }

  private void tell(Accepted accepted) {
    tell(TextNode.valueOf(accepted.as().name().toLowerCase(Locale.ROOT)));
  }

  private static ObjectNode about(String event, String label, String owner) {
    ObjectNode about = JsonNodeFactory.instance.objectNode();
    about.put("event", event).put("label", label).put("owner", owner);
    about.properties().removeIf(member -> member.getValue().isNull());
    return about;
  }

  private void tell(JsonNode what) {
    told.add(what);
    if (one.get("options").has("listeners")) {
      failed("metrics");
    }
  }

  @Override
  public void once(String key, Task task) throws Exception {
    if (text("store").equals("away")) {
      failed("the store");
    }
    if (Vectors.texts(one.at("/before/busy")).anyMatch(key::equals)) {
      throw new BusyKeyException();
    }
    if (done.contains(key)) {
      return;
    }
    try {
      task.run(null);
    } catch (IllegalStateException error) {
      if (text("store").equals("hides failures")) {
        return;
      }
      throw error;
    }
    if (text("store").equals("rolls back")) {
      failed("the commit");
    }
    done.add(key);
  }

  private Answer answered() {
    String length = header("Content-Length");
    return receiver
        .refuseHead(
            text("method"), header("Content-Type"), length == null ? -1 : Long.parseLong(length))
        .orElseGet(() -> receiver.receive(Vectors.bytes(now.get("body")), header("signature")));
  }

  /** Several of one name are joined; null if there is none. */
  private String header(String name) {
    return Vectors.all(now.get("headers"))
        .filter(pair -> pair.get(0).textValue().equals(name))
        .map(pair -> pair.get(1).textValue())
        .reduce((first, next) -> first + "," + next)
        .orElse(null);
  }

  private String text(String member) {
    return now.path(member).asText();
  }

  private static <T> T failed(String what) {
    throw new IllegalStateException(what + " failed");
  }
}
