package collectionscontract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.put;

import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;

/** The route of Spring MVC, in Spring's own test of the web layer. */
class SpringWebhookTest {
  private static final String PATH = "/hooks/payments";
  private static final byte[] BODY = Deliveries.payment(1);

  private final List<Long> handled = new CopyOnWriteArrayList<>();
  private final Receiver receiver =
      Receiver.builder(
              Secrets.of(Deliveries.SECRET),
              (payment, delivery) -> {
                handled.add(payment.id());
              })
          .maxBodyBytes(200)
          .build();
  private final MockMvc spring = behind();

  @Test
  void handsASignedPaymentOverAndRefusesTheRest() throws Exception {
    String header = Contract.SIGNATURE_HEADER;
    assertEquals(401, send(post(PATH).contentType("application/json").content(BODY)));
    assertEquals(401, send(signed(post(PATH), BODY).content(new byte[] {'{', '}'})));
    assertEquals(401, send(signed(post(PATH), BODY).header(header, "sha256=00")));
    assertEquals(405, send(signed(put(PATH), BODY)));
    assertEquals(413, send(signed(post(PATH), new byte[201])));
    assertEquals(415, send(post(PATH).contentType("text/plain").content(BODY)));
    assertEquals(List.of(), handled);
    assertEquals(204, send(signed(post(PATH), BODY)));
    assertEquals(List.of(1L), handled);
  }

  @Test
  void confirmsNothingThroughAnAnswerThatAFilterBegan() throws Exception {
    Filter sends =
        (request, response, chain) -> {
          response.flushBuffer();
          chain.doFilter(request, response);
        };
    assertThrows(ServletException.class, () -> behind(sends).perform(post(PATH)));
  }

  @Test
  void confirmsNothingWhereAFilterCatchesWhatFails() throws Exception {
    Filter catches =
        (request, response, chain) -> {
          try {
            chain.doFilter(new Broken((HttpServletRequest) request), response);
          } catch (ServletException error) {
            assertEquals("broken", error.getRootCause().getMessage());
          }
        };
    var answer = behind(catches).perform(signed(post(PATH), BODY)).andReturn().getResponse();
    assertEquals(500, answer.getStatus());
  }

  private static final class Broken extends HttpServletRequestWrapper {
    Broken(HttpServletRequest request) {
      super(request);
    }

    @Override
    public ServletInputStream getInputStream() {
      throw new IllegalArgumentException("broken");
    }
  }

  private MockMvc behind(Filter... filters) {
    var route = SpringWebhook.route(PATH, receiver);
    return MockMvcBuilders.routerFunctions(route).addFilters(filters).build();
  }

  private int send(MockHttpServletRequestBuilder request) throws Exception {
    return spring.perform(request).andReturn().getResponse().getStatus();
  }

  private static MockHttpServletRequestBuilder signed(
      MockHttpServletRequestBuilder request, byte[] body) {
    return request
        .contentType("application/json; charset=utf-8")
        .header(Contract.SIGNATURE_HEADER, Deliveries.signature(body))
        .content(body);
  }
}
