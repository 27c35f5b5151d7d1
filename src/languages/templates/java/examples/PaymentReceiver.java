import collectionscontract.Delivery;
import collectionscontract.DuplicateStore;
import collectionscontract.Json;
import collectionscontract.PaymentSnapshot;
import collectionscontract.Receiver;
import collectionscontract.ReceiverServer;
import collectionscontract.Secrets;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Receives confirmed payments behind Undertow. Each becomes one line of the file PROCESSED, on disk
 * before the answer is sent. The same file remembers duplicates, also after a restart. For one
 * process.
 *
 * <pre>
 * WEBHOOK_SECRET=... PORT=8080 PROCESSED=payments.jsonl \
 *     java -cp 'target/classes:target/dependency/*' examples/PaymentReceiver.java
 * </pre>
 */
public final class PaymentReceiver {
  private PaymentReceiver() {}

  public static void main(String[] args) throws IOException {
    Map<String, String> env = System.getenv();
    Inbox inbox = new Inbox(Path.of(env.getOrDefault("PROCESSED", "payments.jsonl")));
    Receiver receiver =
        Receiver.builder(Secrets.of(env.get("WEBHOOK_SECRET")), inbox::add).store(inbox).build();
    int port = Integer.parseInt(env.getOrDefault("PORT", "8080"));
    InetSocketAddress address = new InetSocketAddress("127.0.0.1", port);
    ReceiverServer server = ReceiverServer.start(address, receiver, Duration.ofSeconds(10));
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  server.close();
                  receiver.close();
                }));
    System.err.println("listening on http://127.0.0.1:" + server.port());
  }

  /** Payments and the keys of those that were handed over, in one file. */
  private static final class Inbox implements DuplicateStore {
    private final Set<String> done = new HashSet<>();
    private final FileChannel file;

    Inbox(Path path) throws IOException {
      file =
          FileChannel.open(
              path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      if (file.tryLock() == null) {
        throw new IOException("another process writes to " + path);
      }
      ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(file.size()));
      while (bytes.hasRemaining() && file.read(bytes) >= 0) {
        // Reads on.
      }
      String text = new String(bytes.array(), StandardCharsets.UTF_8);
      // A crash cut this line off, so its payment was never acknowledged: the service retries it.
      String whole = text.substring(0, text.lastIndexOf('\n') + 1);
      file.truncate(whole.getBytes(StandardCharsets.UTF_8).length);
      for (String line : whole.lines().toList()) {
        JsonNode entry = Json.parse(line);
        done.add(entry.get("id").longValue() + " " + entry.get("event").textValue());
      }
    }

    @Override
    public synchronized void once(String key, Task task) throws Exception {
      if (!done.contains(key)) {
        task.run(null);
        done.add(key);
      }
    }

    /** Writes a payment to disk. {@link #once} calls it, so one thread at a time. */
    void add(PaymentSnapshot payment, Delivery delivery) throws IOException {
      JsonNode entry =
          JsonNodeFactory.instance
              .objectNode()
              .put("id", payment.id())
              .put("event", payment.event());
      long end = file.size();
      try {
        file.position(end);
        ByteBuffer line =
            ByteBuffer.wrap((Json.write(entry) + "\n").getBytes(StandardCharsets.UTF_8));
        while (line.hasRemaining()) {
          file.write(line);
        }
        file.force(true);
      } catch (IOException error) {
        file.truncate(end);
        throw error;
      }
    }
  }
}
