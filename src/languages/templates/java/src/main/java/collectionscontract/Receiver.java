package collectionscontract;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.CharacterCodingException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;

/**
 * A receiver of client webhook deliveries, for any server: check, verify, read, hand over, and only
 * then answer 2xx. Safe for many threads.
 */
public final class Receiver {
  private static final System.Logger LOG = System.getLogger(Receiver.class.getName());

  private final Callable<List<String>> secrets;
  private final PaymentHandler onPayment;
  private final DeliveryHandler onUnknown;
  private final Function<PaymentSnapshot, String> key;
  private final DuplicateStore store;
  private final int maxBodyBytes;
  private final ProblemHandler onProblem;

  private Receiver(Builder builder) {
    secrets = builder.secrets;
    onPayment = builder.onPayment;
    onUnknown = builder.onUnknown;
    key = builder.key;
    store = builder.store;
    maxBodyBytes = builder.maxBodyBytes;
    onProblem = builder.onProblem;
  }

  /**
   * Starts a receiver with fixed secrets.
   *
   * @param secrets of the webhooks that post here, one or several
   * @throws IllegalArgumentException {@code secret_empty}: there is none, or one is empty
   */
  public static Builder builder(List<String> secrets, PaymentHandler onPayment) {
    List<String> own = checked(secrets);
    return new Builder(() -> own, onPayment);
  }

  /**
   * Starts a receiver that asks for its secrets at every delivery, so that a secret can be replaced
   * without a restart.
   *
   * @param secrets returns the secrets; if it fails, the answer is 500
   */
  public static Builder builder(Callable<List<String>> secrets, PaymentHandler onPayment) {
    return new Builder(Objects.requireNonNull(secrets, "secrets"), onPayment);
  }

  /** Returns the size of the largest body in bytes. */
  public int maxBodyBytes() {
    return maxBodyBytes;
  }

  /**
   * Returns the refusal that needs no byte of the body.
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
   * Takes a delivery and returns the answer to it.
   *
   * @param body the bytes as they arrived
   * @param signature the value of the signature header, null if there was none; join several of the
   *     same name with a comma
   */
  public Answer receive(byte[] body, String signature) {
    if (body.length > maxBodyBytes) {
      return refuse(413, "body_too_large", null);
    }
    List<String> current;
    try {
      current = checked(secrets.call());
    } catch (Exception error) {
      return refuse(500, "secrets_unavailable", error);
    }
    Verdict verdict = WebhookSignature.verify(body, signature, current);
    if (!verdict.ok()) {
      return refuse(401, verdict.code(), null);
    }
    try {
      return dispatch(Json.parse(body), body, verdict.secretIndex());
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

  private Answer dispatch(JsonNode payload, byte[] body, int secretIndex) {
    String event = AppDelivery.fromJson(payload).event();
    if (event.equals(Contract.CASE_FILE_PAYMENT_CONFIRMED)) {
      PaymentSnapshot payment = PaymentSnapshot.fromJson(payload);
      return handOver(
          () -> new Delivery(event, key.apply(payment), body, secretIndex, null),
          delivery -> onPayment.handle(payment, delivery));
    }
    if (onUnknown == null) {
      return new Answer(204, null);
    }
    // Of an event that is not known yet, only the bytes tell whether two deliveries are the same.
    return handOver(
        () -> new Delivery(event, digest(body) + " " + event, body, secretIndex, null), onUnknown);
  }

  private Answer handOver(Callable<Delivery> made, DeliveryHandler handler) {
    try {
      Delivery delivery = made.call();
      store.once(delivery.key(), transaction -> handler.handle(delivery.within(transaction)));
    } catch (Exception error) {
      if (error instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      return refuse(500, "handler_failed", error);
    }
    return new Answer(204, null);
  }

  private static String digest(byte[] body) throws NoSuchAlgorithmException {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
  }

  private static List<String> checked(List<String> secrets) {
    List<String> own = List.copyOf(secrets);
    if (own.isEmpty() || own.contains("")) {
      throw new IllegalArgumentException("secret_empty: pass secrets, none of them empty");
    }
    return own;
  }

  /** Logs what failed on this side, and nothing that a stranger can cause. */
  private static void log(String code, Throwable cause) {
    if (cause != null) {
      LOG.log(System.Logger.Level.ERROR, code, cause);
    }
  }

  /** The options of a receiver. */
  public static final class Builder {
    private final Callable<List<String>> secrets;
    private final PaymentHandler onPayment;
    private DeliveryHandler onUnknown;
    private Function<PaymentSnapshot, String> key = payment -> payment.id() + " " + payment.event();
    private DuplicateStore store = new MemoryStore();
    private int maxBodyBytes = 1 << 20;
    private ProblemHandler onProblem = Receiver::log;

    private Builder(Callable<List<String>> secrets, PaymentHandler onPayment) {
      this.secrets = secrets;
      this.onPayment = Objects.requireNonNull(onPayment, "onPayment");
    }

    /** Takes verified deliveries of other events. Default: they are acknowledged. */
    public Builder onUnknown(DeliveryHandler onUnknown) {
      this.onUnknown = Objects.requireNonNull(onUnknown, "onUnknown");
      return this;
    }

    /** Says what makes two payments the same. Default: id and event. */
    public Builder key(Function<PaymentSnapshot, String> key) {
      this.key = Objects.requireNonNull(key, "key");
      return this;
    }

    /** Remembers handed-over deliveries by key. Default: a memory store. */
    public Builder store(DuplicateStore store) {
      this.store = Objects.requireNonNull(store, "store");
      return this;
    }

    /** Limits a body in bytes, from 1. Default: 1 MiB. */
    public Builder maxBodyBytes(int maxBodyBytes) {
      if (maxBodyBytes < 1 || maxBodyBytes == Integer.MAX_VALUE) {
        throw new IllegalArgumentException("maxBodyBytes must be from 1 to 2^31 - 2");
      }
      this.maxBodyBytes = maxBodyBytes;
      return this;
    }

    /** Learns of every answer that is not 2xx. Default: logs what failed on this side. */
    public Builder onProblem(ProblemHandler onProblem) {
      this.onProblem = Objects.requireNonNull(onProblem, "onProblem");
      return this;
    }

    /** Returns the receiver. */
    public Receiver build() {
      return new Receiver(this);
    }
  }
}
