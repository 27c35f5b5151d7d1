package collectionscontract;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** The receiver as a servlet of any container, such as Tomcat or Jetty. */
public final class ReceiverServlet extends HttpServlet {
  private static final long serialVersionUID = 1L;

  private final transient Receiver receiver;

  /** Takes the deliveries of a route as raw bytes. No filter may read them before. */
  public ReceiverServlet(Receiver receiver) {
    this.receiver = receiver;
  }

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    serve(request, response, receiver);
  }

  static void serve(HttpServletRequest request, HttpServletResponse response, Receiver receiver)
      throws IOException {
    // A filter may catch what fails, and then a container answers 200.
    response.setStatus(500);
    Answer answer = answer(request, receiver);
    if (answer.code() == null) {
      response.setStatus(answer.status());
      return;
    }
    if (response.isCommitted() && response.getStatus() < 400) {
      // Which may be 2xx: the connection has to break.
      throw new IllegalStateException("A filter answered before the receiver did.");
    }
    response.setStatus(answer.status());
    if (answer.status() == 405) {
      response.setHeader("Allow", "POST");
    }
    response.setContentType("application/json");
    response.getOutputStream().write(answer.body());
  }

  private static Answer answer(HttpServletRequest request, Receiver receiver) {
    List<String> types = Collections.list(request.getHeaders("Content-Type"));
    String contentType = types.size() == 1 ? types.get(0) : null;
    long length = request.getContentLengthLong();
    Optional<Answer> refused = receiver.refuseHead(request.getMethod(), contentType, length);
    if (refused.isPresent()) {
      return refused.get();
    }
    byte[] body;
    try {
      // One byte more than allowed shows that there is too much.
      body = request.getInputStream().readNBytes(receiver.maxBodyBytes() + 1);
    } catch (SocketTimeoutException error) {
      return receiver.refuse(408, Problem.BODY_TIMEOUT, null);
    } catch (IOException error) {
      return receiver.refuse(400, Problem.BODY_INCOMPLETE, null);
    } catch (IllegalStateException error) {
      // Somebody asked for the reader of the request.
      return receiver.refuse(400, Problem.BODY_NOT_RECEIVED, error);
    }
    if (body.length > 0 && body.length < length) {
      return receiver.refuse(400, Problem.BODY_INCOMPLETE, null);
    }
    List<String> signatures = Collections.list(request.getHeaders(Contract.SIGNATURE_HEADER));
    return receiver.receive(body, signatures.isEmpty() ? null : String.join(",", signatures));
  }
}
