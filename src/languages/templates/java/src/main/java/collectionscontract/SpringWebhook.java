package collectionscontract;

import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.servlet.function.RequestPredicates;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerResponse;

/** The receiver as a route of Spring MVC. Declare the route as a bean. */
public final class SpringWebhook {
  private SpringWebhook() {}

  /** Returns a route that takes deliveries as raw bytes, before any converter sees them. */
  public static RouterFunction<ServerResponse> route(String path, Receiver receiver) {
    return RouterFunctions.route(
        RequestPredicates.path(path),
        request -> response(ReceiverServlet.answer(request.servletRequest(), receiver)));
  }

  private static ServerResponse response(Answer answer) {
    ServerResponse.BodyBuilder response = ServerResponse.status(answer.status());
    if (answer.code() == null) {
      return response.build();
    }
    if (RequestContextHolder.getRequestAttributes() instanceof ServletRequestAttributes current) {
      ReceiverServlet.refuseWhatHasBegun(current.getResponse());
    }
    if (answer.status() == 405) {
      response.header(HttpHeaders.ALLOW, "POST");
    }
    return response.contentType(MediaType.APPLICATION_JSON).body(answer.body());
  }
}
