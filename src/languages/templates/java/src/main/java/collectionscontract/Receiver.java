package collectionscontract;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * What is done with a request, whatever server it came through: check, verify, read, hand over, and
 * only then answer 2xx. Safe for many threads.
 */
public final class Receiver {
  private static final System.Logger LOG = System.getLogger(Receiver.class.getName());

  private final List<String> secrets;
  private final PaymentHandler onPayment;
  private final DuplicateStore store;
  private final int maxBodyBytes;
  private final ProblemHandler onProblem;

  private Receiver(Builder builder) {
    secrets = builder.secrets;
    onPayment = builder.onPayment;
    store = builder.store;
    maxBodyBytes = builder.maxBodyBytes;
    onProblem = builder.onProblem;
  }

  /**
   * Starts a receiver.
   *
   * @param secrets of the webhooks that post here, one or several
   * @throws IllegalArgumentException {@code secret_empty}: there is none, or one is empty
   */
  public static Builder builder(List<String> secrets, PaymentHandler onPayment) {
    return new Builder(secrets, onPayment);
  }

  /** Largest body in bytes. */
  public int maxBodyBytes() {
    return maxBodyBytes;
  }

  /**
   * What can be refused before a byte of the body is read.
   *
   * @param contentType as it arrived, null if there was none
   * @param contentLength in bytes, -1 if it is not known
   */
  public Optional<Answer> refuseHead(String method, String contentType, long contentLength) {
    if (!method.equals("POST")) {
      return Optional.of(refuse(405, "method_not_allowed", null));
    }
    String mediaType = contentType == null ? "" : contentType.split(";", 2)[0].strip();
    if (!mediaType.toLowerCase(Locale.ROOT).equals("application/json")) {
      return Optional.of(refuse(415, "media_type_unsupported", null));
    }
    if (contentLength > maxBodyBytes) {
      return Optional.of(refuse(413, "body_too_large", null));
    }
    return Optional.empty();
  }

  /**
   * Takes a delivery.
   *
   * @param body the bytes as they arrived
   * @param signature the value of the signature header, null if there was none; several of the same
   *     name joined by a comma
   */
  public Answer receive(byte[] body, String signature) {
    if (body.length > maxBodyBytes) {
      return refuse(413, "body_too_large", null);
    }
    Verdict verdict = WebhookSignature.verify(body, signature, secrets);
    if (!verdict.ok()) {
      return refuse(401, verdict.code(), null);
    }
    try {
      return dispatch(Json.parse(body));
    } catch (CharacterCodingException error) {
      return refuse(400, "body_not_utf8", null);
    } catch (JsonProcessingException error) {
      return refuse(400, "body_not_json", null);
    } catch (PayloadException error) {
      return refuse(422, "payload_invalid", error);
    }
  }

  Answer refuse(int status, String code, Throwable cause) {
    onProblem.onProblem(code, cause);
    return new Answer(status, code);
  }

  private Answer dispatch(JsonNode payload) {
    String event = AppDelivery.fromJson(payload).event();
    if (!event.equals(Contract.CASE_FILE_PAYMENT_CONFIRMED)) {
      // Events may be added; refusing one would make the service repeat it.
      return new Answer(204, null);
    }
    PaymentSnapshot payment = PaymentSnapshot.fromJson(payload);
    try {
      store.once(payment.id() + " " + event, () -> onPayment.handle(payment));
    } catch (Exception error) {
      if (error instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      return refuse(500, "handler_failed", error);
    }
    return new Answer(204, null);
  }

  /** Leaves out what strangers can cause. */
  private static void log(String code, Throwable cause) {
    if (cause != null) {
      LOG.log(System.Logger.Level.ERROR, code, cause);
    }
  }

  /** The options of a receiver. */
  public static final class Builder {
    private final List<String> secrets;
    private final PaymentHandler onPayment;
    private DuplicateStore store = new MemoryStore();
    private int maxBodyBytes = 1 << 20;
    private ProblemHandler onProblem = Receiver::log;

    private Builder(List<String> secrets, PaymentHandler onPayment) {
      this.secrets = List.copyOf(secrets);
      this.onPayment = Objects.requireNonNull(onPayment, "onPayment");
      if (this.secrets.isEmpty() || this.secrets.contains("")) {
        throw new IllegalArgumentException("secret_empty: pass secrets, none of them empty");
      }
    }

    /** Where handed-over payments are remembered, by id and event. Default: a memory store. */
    public Builder store(DuplicateStore store) {
      this.store = Objects.requireNonNull(store, "store");
      return this;
    }

    /** Largest body in bytes, from 1. Default: 1 MiB. */
    public Builder maxBodyBytes(int maxBodyBytes) {
      if (maxBodyBytes < 1 || maxBodyBytes == Integer.MAX_VALUE) {
        throw new IllegalArgumentException("maxBodyBytes must be from 1 to 2^31 - 2");
      }
      this.maxBodyBytes = maxBodyBytes;
      return this;
    }

    /** Told of every answer that is not 2xx. Default: logs what failed on this side. */
    public Builder onProblem(ProblemHandler onProblem) {
      this.onProblem = Objects.requireNonNull(onProblem, "onProblem");
      return this;
    }

    public Receiver build() {
      return new Receiver(this);
    }
  }
}
