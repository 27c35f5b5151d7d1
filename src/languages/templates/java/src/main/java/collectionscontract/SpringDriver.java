package collectionscontract;

import org.springframework.http.MediaType;
import org.springframework.web.servlet.function.RequestPredicates;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * The driver of the judge as a route of Spring MVC. Declare the route as a bean, in test set-ups
 * only.
 */
public final class SpringDriver {
  private SpringDriver() {}

  /** Returns a route for everything below {@code path}, such as {@code /test-support}. */
  public static RouterFunction<ServerResponse> route(String path, Driver driver) {
    return RouterFunctions.route(
        RequestPredicates.path(path + "/{name}"), request -> answer(request, driver));
  }

  private static ServerResponse answer(ServerRequest request, Driver driver) throws Exception {
    // More than a driver reads; it refuses what is too large.
    byte[] body = request.servletRequest().getInputStream().readNBytes((1 << 20) + 1);
    String authorization = request.headers().firstHeader("Authorization");
    Driver.Reply reply =
        driver.answer(request.method().name(), request.pathVariable("name"), authorization, body);
    ServerResponse.BodyBuilder response = ServerResponse.status(reply.status());
    return reply.json() == null
        ? response.build()
        : response.contentType(MediaType.APPLICATION_JSON).body(reply.json());
  }
}
