package collectionscontract;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.servlet.function.RequestPredicates;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/** The receiver as a route of Spring MVC. Declare the route as a bean. */
public final class SpringWebhook {
  private SpringWebhook() {}

  /** Returns a route that takes deliveries as raw bytes, before any converter sees them. */
  public static RouterFunction<ServerResponse> route(String path, Receiver receiver) {
    return RouterFunctions.route(
        RequestPredicates.path(path), request -> response(answer(request, receiver)));
  }

  private static ServerResponse response(Answer answer) {
    ServerResponse.BodyBuilder response = ServerResponse.status(answer.status());
    if (answer.code() == null) {
      return response.build();
    }
    if (hasBegun()) {
      // A filter has begun an answer, which may be 2xx. Then the connection has to break.
      throw new IllegalStateException("A filter answered before the receiver did.");
    }
    if (answer.status() == 405) {
      response.header(HttpHeaders.ALLOW, "POST");
    }
    return response.contentType(MediaType.APPLICATION_JSON).body(answer.body());
  }

  private static boolean hasBegun() {
    return RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes current
        && current.getResponse() != null
        && current.getResponse().isCommitted()
        && current.getResponse().getStatus() < 400;
  }

  private static Answer answer(ServerRequest request, Receiver receiver) {
    List<String> types = request.headers().header(HttpHeaders.CONTENT_TYPE);
    String contentType = types.size() == 1 ? types.get(0) : null;
    long length = request.headers().asHttpHeaders().getContentLength();
    Optional<Answer> refused = receiver.refuseHead(request.method().name(), contentType, length);
    if (refused.isPresent()) {
      return refused.get();
    }
    byte[] body;
    try {
      // One byte more than allowed shows that there is too much.
      body = request.servletRequest().getInputStream().readNBytes(receiver.maxBodyBytes() + 1);
    } catch (SocketTimeoutException error) {
      return receiver.refuse(408, "body_timeout", null);
    } catch (IOException error) {
      return receiver.refuse(400, "body_incomplete", null);
    } catch (IllegalStateException error) {
      // Somebody asked for the reader of the request.
      return receiver.refuse(400, "body_not_received", error);
    }
    if (body.length > 0 && body.length < length) {
      return receiver.refuse(400, "body_incomplete", null);
    }
    List<String> signatures = request.headers().header(Contract.SIGNATURE_HEADER);
    return receiver.receive(body, signatures.isEmpty() ? null : String.join(",", signatures));
  }
}
