package collectionscontract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

/** The driver of the judge behind Spring MVC: as it comes, and filled in. */
class SpringDriverTest {
  private static final String TOKEN = "the token of the driver";
  private static final String FAILED =
      "500 {\"code\":\"driver_failed\",\"message\":\"See the log of the driver.\"}";

  private final MockMvc empty =
      MockMvcBuilders.routerFunctions(new TestSupport().judgeDriver(TOKEN)).build();
  private final MockMvc filled =
      MockMvcBuilders.routerFunctions(SpringDriver.route("/test-support", filledDriver())).build();

  @Test
  void listsNothingAsItComes() throws Exception {
    assertEquals("200 {\"calls\":[],\"version\":1}", send(empty, get("/test-support/members")));
    assertEquals("404", send(empty, post("/test-support/reset").content("{}")).substring(0, 3));
    assertThrows(IllegalArgumentException.class, () -> new TestSupport().judgeDriver(""));
  }

  @Test
  void wantsItsToken() throws Exception {
    for (String given : List.of("", "Bearer wrong", TOKEN)) {
      MockHttpServletRequestBuilder request = get("/test-support/members");
      MockHttpServletResponse response =
          filled.perform(request.header("Authorization", given)).andReturn().getResponse();
      assertEquals(401, response.getStatus());
    }
  }

  @Test
  void answersEachCall() throws Exception {
    String payment = "{\"paidTo\":\"client\",\"client\":\"/api/clients/1\"}";
    assertEquals("204 ", call("reset", "{}"));
    assertEquals("200 {\"accessToken\":\"token-1\"}", call("accessToken", "{}"));
    assertEquals(
        "200 {\"headers\":{\"X-Token\":\"t\"}}", call("requestHeaders", "{\"token\":\"t\"}"));
    assertEquals("200 {\"headers\":{}}", call("requestHeaders", "{\"token\":null}"));
    assertEquals("200 {\"accessToken\":\"new-r\"}", call("refresh", "{\"refreshToken\":\"r\"}"));
    assertEquals("200 {\"id\":14}", call("confirmPayment", payment));
    assertEquals("200 {}", call("recordPayment", payment));
    assertEquals(
        "200 {\"clientId\":\"app\",\"clientSecret\":\"s\",\"redirectUri\":\"r\",\"code\":\"c\"}",
        call("credentials", "{}"));
    assertEquals("200 {\"events\":[{\"id\":1,\"event\":\"e\"}]}", call("processed", "{}"));
    assertEquals("204 ", call("setClientWebhookActive", webhook("{\"secret\":\"s\"}")));
    assertEquals(
        "409 {\"code\":\"no_such_webhook\",\"message\":\"There is none.\"}",
        ordered(call("setClientWebhookActive", webhook("null"))));
    assertEquals(FAILED, ordered(call("dispatchAppEvent", "{\"app\":\"a\",\"event\":\"e\"}")));
    for (String body : List.of("", "{", "[]", "\"x\"")) {
      assertEquals("400", call("reset", body).substring(0, 3), body);
    }
  }

  private static Driver filledDriver() {
    return Driver.builder(TOKEN)
        .reset(() -> {})
        .accessToken(() -> "token-1")
        .requestHeaders(token -> token == null ? Map.of() : Map.of("X-Token", token))
        .refresh(token -> "new-" + token)
        .credentials(() -> new Driver.Credentials("app", "s", "r", "c"))
        .confirmPayment(payment -> (long) payment.client().length())
        .recordPayment(payment -> null)
        .setClientWebhookActive(
            (webhook, active) -> {
              if (webhook.response() == null || !active || !webhook.request().has("name")) {
                throw new Driver.Refusal("no_such_webhook", "There is none.");
              }
            })
        .dispatchAppEvent(
            (app, event) -> {
              throw new IllegalStateException("hidden");
            })
        .processed(() -> List.of(new Driver.Effect(1, "e")))
        .onError((name, error) -> {})
        .build();
  }

  private static String webhook(String response) {
    return "{\"request\":{\"name\":\"a\"},\"response\":" + response + ",\"active\":true}";
  }

  private String call(String name, String body) throws Exception {
    return send(filled, post("/test-support/" + name).content(body));
  }

  private static String send(MockMvc spring, MockHttpServletRequestBuilder request)
      throws Exception {
    MockHttpServletResponse response =
        spring
            .perform(request.header("Authorization", "Bearer " + TOKEN))
            .andReturn()
            .getResponse();
    return response.getStatus() + " " + response.getContentAsString();
  }

  /** The two members of an error have no order. */
  private static String ordered(String answer) {
    return answer.replaceFirst("\\{(\"message\":\"[^\"]*\"),(\"code\":\"[^\"]*\")}", "{$2,$1}");
  }
}
