package collectionscontract;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A receiver behind the server of the JDK. It speaks plain HTTP: let a proxy in front end TLS. With
 * a framework of yours, call {@link Receiver#refuseHead} and {@link Receiver#receive} instead.
 */
public final class ReceiverServer implements AutoCloseable {
  private static final int BACKLOG = 128;
  private static final int THREADS = 64;
  private static final int WAITING_MAX = 1000;

  static {
    // The JDK's server waits for ever for the end of a request unless it is told otherwise, before
    // the first one in this process is made. In seconds; a value from the command line stands.
    System.getProperties().putIfAbsent("sun.net.httpserver.maxReqTime", "30");
  }

  private final HttpServer server;
  private final ReceiverHandler handler;
  private final ThreadPoolExecutor threads;

  private ReceiverServer(HttpServer server, Receiver receiver, Duration bodyTimeout) {
    this.server = server;
    handler = new ReceiverHandler(receiver, bodyTimeout);
    threads =
        new ThreadPoolExecutor(
            THREADS, THREADS, 60, TimeUnit.SECONDS, new LinkedBlockingQueue<>(WAITING_MAX));
    threads.allowCoreThreadTimeOut(true);
    server.setExecutor(threads);
    server.createContext("/", handler);
  }

  /**
   * Listens. Port 0 takes a free one.
   *
   * @param bodyTimeout how long a body may take to arrive; then the connection is closed
   */
  public static ReceiverServer start(
      InetSocketAddress address, Receiver receiver, Duration bodyTimeout) throws IOException {
    HttpServer server = HttpServer.create(address, BACKLOG);
    ReceiverServer started = new ReceiverServer(server, receiver, bodyTimeout);
    server.start();
    return started;
  }

  public int port() {
    return server.getAddress().getPort();
  }

  /** Takes no further requests. What was begun may take up to ten seconds to end. */
  @Override
  public void close() {
    server.stop(0);
    threads.shutdown();
    try {
      threads.awaitTermination(10, TimeUnit.SECONDS);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
    }
    handler.close();
  }
}
