package collectionscontract;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
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
        RequestPredicates.path(path),
        request -> {
          Answer answer = answer(request, receiver);
          ServerResponse.BodyBuilder response = ServerResponse.status(answer.status());
          return (answer.status() == 405 ? response.header("Allow", "POST") : response).build();
        });
  }

  private static Answer answer(ServerRequest request, Receiver receiver) throws IOException {
    HttpHeaders headers = request.headers().asHttpHeaders();
    List<String> types = request.headers().header(HttpHeaders.CONTENT_TYPE);
    String contentType = types.size() == 1 ? types.get(0) : null;
    long length = headers.getContentLength();
    Optional<Answer> refused = receiver.refuseHead(request.method().name(), contentType, length);
    if (refused.isPresent()) {
      return refused.get();
    }
    // One byte more than allowed shows that there is too much.
    byte[] body = request.servletRequest().getInputStream().readNBytes(receiver.maxBodyBytes() + 1);
    if (body.length < length) {
      return receiver.refuse(400, "body_incomplete", null);
    }
    List<String> signatures = request.headers().header(Contract.SIGNATURE_HEADER);
    return receiver.receive(body, signatures.isEmpty() ? null : String.join(",", signatures));
  }
}
