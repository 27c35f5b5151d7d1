package collectionscontract;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * The driver of the judge in Spring, to fill in: copy it into your service. It is there in the
 * profile {@code test-support} alone.
 *
 * <pre>
 * DRIVER_TOKEN=... java -jar service.jar --spring.profiles.active=test-support
 * DRIVER_TOKEN=... npx collections-contract test api --driver http://127.0.0.1:8080/test-support
 * </pre>
 */
@Configuration
@Profile("test-support")
public class TestSupport {
  /** Each null is a place for your code: what stays null is not listed, and not observed. */
  @Bean
  public RouterFunction<ServerResponse> judgeDriver(@Value("${DRIVER_TOKEN}") String token) {
    Driver driver =
        Driver.builder(token)
            .values(null) // base URLs, clients, Apps, where the judge listens
            .start(null) // prepare for a run
            .reset(null) // forget webhooks and deliveries; clients, Apps and credentials stay
            .stop(null) // end the run
            .settle(null) // return as soon as no attempt at a delivery is pending
            .credentials(null) // a new authorization code, and what it is exchanged with
            .accessToken(null) // an access token, if there is one without a code
            .requestHeaders(null) // the headers that carry a token; without it: Authorization
            .refresh(null) // an access token for a refresh token
            .confirmPayment(null) // make a payment and confirm it
            .recordPayment(null) // make a payment that is not confirmed
            .setClientWebhookActive(null) // switch a client webhook on or off
            .dispatchAppEvent(null) // dispatch an event to the webhooks of an App
            .processed(null) // only for "test receiver": what took effect
            .build();
    return SpringDriver.route("/test-support", driver);
  }
}
