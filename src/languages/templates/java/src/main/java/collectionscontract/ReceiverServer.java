package collectionscontract;

import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import io.undertow.server.handlers.GracefulShutdownHandler;
import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * A receiver behind Undertow. It speaks plain HTTP: let a proxy in front end TLS. In a server of
 * yours, use {@link ReceiverHandler}, {@link SpringWebhook}, or {@link Receiver#refuseHead} and
 * {@link Receiver#receive}.
 */
public final class ReceiverServer implements AutoCloseable {
  private static final int MAX_HEAD_BYTES = 16_384;
  private static final long PATIENCE_MS = 10_000;

  private final Undertow server;
  private final GracefulShutdownHandler handler;

  private ReceiverServer(Undertow server, GracefulShutdownHandler handler) {
    this.server = server;
    this.handler = handler;
  }

  /**
   * Listens. Port 0 takes a free one.
   *
   * @param timeout how long a head may take to arrive, and then a body; then the connection is
   *     closed
   */
  public static ReceiverServer start(
      InetSocketAddress address, Receiver receiver, Duration timeout) {
    int millis = Math.toIntExact(timeout.toMillis());
    GracefulShutdownHandler handler =
        new GracefulShutdownHandler(new ReceiverHandler(receiver, timeout));
    Undertow server =
        Undertow.builder()
            .addHttpListener(address.getPort(), address.getHostString(), handler)
            .setServerOption(UndertowOptions.REQUEST_PARSE_TIMEOUT, millis)
            .setServerOption(UndertowOptions.NO_REQUEST_TIMEOUT, millis)
            .setServerOption(UndertowOptions.MAX_HEADER_SIZE, MAX_HEAD_BYTES)
            .build();
    server.start();
    return new ReceiverServer(server, handler);
  }

  /** Returns the port it listens on. */
  public int port() {
    return ((InetSocketAddress) server.getListenerInfo().get(0).getAddress()).getPort();
  }

  /** Takes no further requests. Those that were begun have ten seconds to end. */
  @Override
  public void close() {
    handler.shutdown();
    try {
      handler.awaitShutdown(PATIENCE_MS);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
    }
    server.stop();
  }
}
