package collectionscontract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** The cases of vectors/receiver.json: answers, what handlers get, and what a store holds. */
class ReceiverVectorsTest {
  /** A list of labelled secrets has no plain ones. */
  private static final Set<String> LACKS = Set.of("owned list", "owned beside plain");

  @Test
  void passesAllCases() {
    List<JsonNode> cases = Vectors.cases("receiver").toList();
    assertTrue(cases.size() > 100);
    for (JsonNode one : cases) {
      if (texts(one.get("needs")).stream().noneMatch(LACKS::contains)) {
        check(one);
      }
    }
  }

  private static void check(JsonNode one) {
    String id = one.get("id").textValue();
    if (one.has("refusedWhenMade")) {
      assertThrows(IllegalArgumentException.class, () -> new Run(one), id);
      return;
    }
    Run run = new Run(one);
    for (JsonNode now : one.get("requests")) {
      run.now = now;
      run.handled.clear();
      run.told.clear();
      Answer answer = run.answer();
      String code = now.path("code").textValue();
      assertEquals(now.get("status").intValue(), answer.status(), id);
      assertEquals(code, answer.code(), id);
      String body = code == null ? "" : "{\"code\":\"" + code + "\"}";
      assertEquals(body, new String(answer.body()), id);
      assertEquals(List.of(code == null ? now.get("as").textValue() : code), run.told, id);
      String handled = now.path("handled").toString();
      // The deadline is that of the whole delivery, so that it may be over before.
      if (!now.path("handler").asText().equals("late")) {
        assertEquals(handled.isEmpty() ? List.of() : List.of(handled), run.handled, id);
      }
    }
    assertEquals(texts(one.get("stored")), List.copyOf(run.done), id);
  }

  private static List<String> texts(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).map(JsonNode::textValue).toList();
  }

  /** One case: its receiver, its store, and what they saw. */
  private static final class Run implements DuplicateStore {
    private final JsonNode options;
    private final JsonNode given;
    private final List<String> busy;
    private final Receiver receiver;
    private final Set<String> done = new TreeSet<>();
    private final List<String> handled = new CopyOnWriteArrayList<>();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private volatile JsonNode now = MissingNode.getInstance();

    Run(JsonNode one) {
      options = one.get("options");
      given = one.get("secrets");
      busy = texts(one.get("before").get("busy"));
      done.addAll(texts(one.get("before").get("done")));
      PaymentHandler handler =
          (payment, delivery) -> handle(String.valueOf(payment.id()), delivery);
      boolean isLabelled = given.findValue("label") != null;
      Receiver.Builder builder;
      if (one.has("asked")) {
        builder =
            isLabelled
                ? Receiver.labelled(() -> labelled(given), handler)
                : Receiver.builder(this::secrets, handler);
      } else {
        builder =
            isLabelled
                ? Receiver.labelled(labelled(given), handler)
                : Receiver.builder(plain(given), handler);
      }
      builder.store(this).onProblem((code, cause) -> tell(code));
      builder.onAccepted(accepted -> tell(accepted.as().name().toLowerCase(Locale.ROOT)));
      if (options.has("maxBodyBytes")) {
        builder.maxBodyBytes(options.get("maxBodyBytes").intValue());
      }
      if (options.has("key")) {
        builder.key(payment -> key());
      }
      if (options.has("onUnknown")) {
        builder.onUnknown(
            delivery -> {
              handle(null, delivery);
            });
      }
      if (one.get("requests").findValuesAsText("handler").contains("late")) {
        builder.handlerTimeout(Duration.ofMillis(50));
      }
      receiver = builder.build();
    }

    private static List<String> plain(JsonNode secrets) {
      return secrets.findValuesAsText("secret");
    }

    private static List<LabelledSecret> labelled(JsonNode secrets) {
      List<LabelledSecret> all = new ArrayList<>();
      for (JsonNode one : secrets) {
        String label = one.get("label").textValue();
        Secret secret = new Secret(one.get("secret").textValue());
        all.add(new LabelledSecret(label, secret, one.path("owner").asText(label)));
      }
      return all;
    }

    private List<String> secrets() throws IOException {
      if (now.has("secretsFail")) {
        throw new IOException("the secrets are away");
      }
      return plain(now.has("secrets") ? now.get("secrets") : given);
    }

    private String key() {
      String key = options.get("key").textValue();
      if (key.equals("throws")) {
        throw new IllegalStateException("no key");
      }
      return key.equals("empty") ? "" : key;
    }

    private void tell(String what) {
      told.add(what);
      if (options.has("listeners")) {
        throw new IllegalStateException("the metrics are away");
      }
    }

    private void handle(String id, Delivery one) throws Exception {
      ObjectNode seen = JsonNodeFactory.instance.objectNode();
      put(seen, "event", one.event());
      put(seen, "id", id);
      put(seen, "key", one.key());
      seen.put("secretIndex", one.secretIndex());
      put(seen, "label", one.label());
      put(seen, "owner", one.owner());
      handled.add(seen.toString());
      switch (now.path("handler").asText()) {
        case "throws" -> throw new IOException("disk full");
        case "late" -> new CountDownLatch(1).await();
        case "repeats" -> {
          assertEquals("event_busy", answer().code());
          told.clear();
        }
        default -> {}
      }
    }

    private static void put(ObjectNode seen, String name, String value) {
      if (value != null) {
        seen.put(name, value);
      }
    }

    @Override
    public void once(String key, Task task) throws Exception {
      String how = now.path("store").asText();
      if (how.equals("away")) {
        throw new IOException("the store is away");
      }
      if (busy.contains(key)) {
        throw new BusyKeyException();
      }
      if (done.contains(key)) {
        return;
      }
      try {
        task.run(null);
      } catch (IOException error) {
        if (how.equals("hides failures")) {
          return;
        }
        throw error;
      }
      if (how.equals("rolls back")) {
        throw new IOException("the commit failed");
      }
      done.add(key);
    }

    private Answer answer() {
      String length = header("Content-Length");
      return receiver
          .refuseHead(
              now.get("method").textValue(),
              header("Content-Type"),
              length == null ? -1 : Long.parseLong(length))
          .orElseGet(
              () ->
                  receiver.receive(
                      Base64.getDecoder().decode(now.get("body").textValue()),
                      header("signature")));
    }

    private String header(String name) {
      List<String> values =
          StreamSupport.stream(now.get("headers").spliterator(), false)
              .filter(pair -> pair.get(0).textValue().equals(name))
              .map(pair -> pair.get(1).textValue())
              .collect(Collectors.toList());
      return values.isEmpty() ? null : String.join(",", values);
    }
  }
}
