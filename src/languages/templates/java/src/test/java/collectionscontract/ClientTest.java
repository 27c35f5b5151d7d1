package collectionscontract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The client against a server that answers what the test wants, over real HTTP. */
class ClientTest {
  private static final ClientWebhookCreate WEBHOOK =
      new ClientWebhookCreate("/c/1", "n", List.of("e"), "https://hooks.example.com/");

  private record Seen(String path, String authorization) {}

  private final List<Seen> seen = new CopyOnWriteArrayList<>();
  private final ClientOptions options =
      ClientOptions.defaults()
          .withAllowInsecureLoopback(true)
          .withTimeout(Duration.ofSeconds(2))
          .withMaxResponseBytes(1000);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpServer server;
  private String url;
  private Client client;
  private volatile boolean isSlow;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
    url = "http://127.0.0.1:" + server.getAddress().getPort();
    client = new Client(url + "/", new Secret("token-1"), options);
  }

  @AfterEach
  void stop() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      String authorization = exchange.getRequestHeaders().getFirst("Authorization");
      seen.add(new Seen(exchange.getRequestURI().getRawPath(), authorization));
      byte[] bytes = {'{', '}'};
      exchange.sendResponseHeaders(200, bytes.length + (isSlow ? 1 : 0));
      exchange.getResponseBody().write(bytes);
      exchange.getResponseBody().flush();
      if (isSlow) {
        Thread.sleep(5_000);
      }
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void waitsNoLongerThanAllowed() {
    isSlow = true;
    assertCode("timeout", () -> client.createClientWebhook(WEBHOOK));
    assertEquals(1, seen.size());
  }

  /** A server without a certificate, and none. */
  @Test
  void tellsTlsFromAClosedPort() throws Exception {
    HttpsServer secure = HttpsServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    secure.setHttpsConfigurator(new HttpsConfigurator(SSLContext.getDefault()));
    secure.start();
    String there = "https://localhost:" + secure.getAddress().getPort();
    Client strange = new Client(there, new Secret("t"), options.withTimeout(Duration.ofMinutes(1)));
    ApiException error = assertCode("unreachable", () -> strange.listAppWebhooks("1"));
    assertTrue(error.getMessage().endsWith("(SSLHandshakeException)"), error.getMessage());
    assertTrue(error.getCause() instanceof SSLException);
    secure.stop(0);
    error = assertCode("unreachable", () -> strange.listAppWebhooks("1"));
    assertTrue(error.getMessage().endsWith("(ConnectException)"), error.getMessage());
  }

  @Test
  void takesAProxy() {
    HttpClient through =
        HttpClient.newBuilder().proxy(ProxySelector.of(server.getAddress())).build();
    Client proxied = new Client("http://localhost:1", new Secret("t"), options.withHttp(through));
    proxied.listAppWebhooks("1");
    assertEquals("/api/apps/1/app_webhooks", seen.get(0).path());
  }

  @Test
  void putsTheTokenIntoTheHeaderOfTheOptions() {
    Client other = new Client(url, new Secret("t-2"), options.withTokenHeader("X-Token", ""));
    other.listAppWebhooks("1");
    assertSame(ClientOptions.defaults().http(), ClientOptions.defaults().http());
    assertEquals(null, seen.get(0).authorization());
    ClientOptions wrong = options.withTokenHeader("Not a name", "");
    Client none = new Client(url, new Secret("hidden"), wrong);
    assertCode("token_invalid", () -> none.listAppWebhooks("1"));
  }

  private static ApiException assertCode(String code, Executable call) {
    ApiException error = assertThrows(ApiException.class, call);
    assertEquals(code, error.code());
    assertTrue(error.getMessage().startsWith(code));
    assertFalse(error.toString().contains("hidden"));
    return error;
  }
}
