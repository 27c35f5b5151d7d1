package collectionscontract;

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
        any ->
            ServerResponse.status(500)
                .build(
                    (request, response) -> {
                      ReceiverServlet.serve(request, response, receiver);
                      return null;
                    }));
  }
}
