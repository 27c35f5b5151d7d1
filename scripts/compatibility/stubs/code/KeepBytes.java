package org.openapitools;

import collectionscontract.WebhookSignature;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** Verifies each delivery over the bytes that arrived, and keeps them as the attribute RAW_BODY of the request. */
@Component
public class KeepBytes extends OncePerRequestFilter {
  public static final String RAW_BODY = "rawBody";
  private static final int MAX_BYTES = 1_000_000;

  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    return !request.getRequestURI().equals("/client-webhook");
  }

  @Override
  protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    byte[] body = request.getInputStream().readNBytes(MAX_BYTES + 1);
    String signature = String.join(",", Collections.list(request.getHeaders("X-Service-Signature")));
    List<String> secrets = List.of(System.getenv("WEBHOOK_SECRET"));
    if (body.length > MAX_BYTES) {
      response.setStatus(413);
    } else if (!WebhookSignature.verify(body, signature, secrets).ok()) {
      response.setStatus(401);
    } else {
      request.setAttribute(RAW_BODY, body);
      chain.doFilter(new KeptRequest(request, body), response);
    }
  }

  /** Lets the stub read the body again. */
  private static final class KeptRequest extends HttpServletRequestWrapper {
    private final byte[] body;

    KeptRequest(HttpServletRequest request, byte[] body) {
      super(request);
      this.body = body;
    }

    @Override
    public ServletInputStream getInputStream() {
      ByteArrayInputStream bytes = new ByteArrayInputStream(body);
      return new ServletInputStream() {
        @Override
        public int read() {
          return bytes.read();
        }

        @Override
        public boolean isFinished() {
          return bytes.available() == 0;
        }

        @Override
        public boolean isReady() {
          return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
          throw new UnsupportedOperationException();
        }
      };
    }
  }
}
