package collectionscontract;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Calls the API: no redirect is followed, and no POST is repeated. Every failure is an
 * {@link ApiException}. Safe for many threads.
 */
public final class Client {
  private static final Pattern PRINTABLE = Pattern.compile("[ -~]+");

  private final Sender sender;
  private final Secret accessToken;
  private final ClientOptions options;

  /** With the default options. */
  public Client(String baseUrl, Secret accessToken) {
    this(baseUrl, accessToken, ClientOptions.defaults());
  }

  /**
   * Makes a client.
   *
   * @param baseUrl absolute, https
   */
  public Client(String baseUrl, Secret accessToken, ClientOptions options) {
    sender = new Sender(baseUrl, options, "Client");
    if (!PRINTABLE.matcher(accessToken.value()).matches()) {
      throw new ApiException("token_invalid", "Client");
    }
    this.accessToken = accessToken;
    this.options = options;
  }

  /** Store the secret of the result at once{{A-04?: whether it is ever shown again is not stated|}}. */
  public ClientWebhook createClientWebhook(ClientWebhookCreate webhook) {
    Operation operation = Operation.CREATE_CLIENT_WEBHOOK;
    if (webhook.events().isEmpty()) {
      throw new ApiException("request_invalid", operation.id);
    }
    ApiAnswer answer = call(operation, operation.path, webhook);
    ClientWebhook created =
        model(operation, answer, json(operation, answer), ClientWebhook::fromJson);
    if (created.secret().value().isEmpty()) {
      throw new ApiException("response_invalid", operation.id, answer);
    }
    return created;
  }

  /**
   * All five members have to be set. {{U-41?What the answer holds is not stated; without|Without}} a JSON object the
   * result is empty.
   */
  public AppWebhook createAppWebhook(AppWebhookWrite webhook) {
    Operation operation = Operation.CREATE_APP_WEBHOOK;
    boolean isWhole =
        Stream.of(
                webhook.app(),
                webhook.webhookUrl(),
                webhook.events(),
                webhook.responseHandlingType(),
                webhook.active())
            .allMatch(Objects::nonNull);
    if (!isWhole
        || webhook.events().size() < Contract.APP_WEBHOOK_EVENTS_MIN
        || webhook.events().size() > Contract.APP_WEBHOOK_EVENTS_MAX) {
      throw new ApiException("request_invalid", operation.id);
    }
    ApiAnswer answer = call(operation, operation.path, webhook);
    return model(operation, answer, objectOrEmpty(answer), AppWebhook::fromJson);
  }

  /** The JSON as it came{{U-03?: whether the list is wrapped, and in what, is not stated|; the member that holds the list: {listEnvelope}}}. */
  public JsonNode listAppWebhooks(String appId) {
    Operation operation = Operation.LIST_APP_WEBHOOKS;
    String segment = URLEncoder.encode(appId, StandardCharsets.UTF_8).replace("+", "%20");
    if (segment.isEmpty() || segment.equals(".") || segment.equals("..")) {
      throw new ApiException("request_invalid", operation.id);
    }
    return json(operation, call(operation, operation.path.replace("{id}", segment), null));
  }

  private ApiAnswer call(Operation operation, String path, Model payload) {
    HttpRequest.Builder request = sender.request(path);
    try {
      request.header(options.tokenHeader(), options.tokenPrefix() + accessToken.value());
    } catch (IllegalArgumentException error) {
      // Its message would show the token.
      throw new ApiException("token_invalid", operation.id);
    }
    if (payload == null) {
      request.method(operation.method, HttpRequest.BodyPublishers.noBody());
    } else {
      String text = Json.write(payload.toJson());
      request.header("Content-Type", "application/json");
      request.method(operation.method, HttpRequest.BodyPublishers.ofString(text));
    }
    ApiAnswer answer = sender.send(operation.id, request.build());
    if (answer.status() >= 300) {
      String code = answer.status() < 500 ? "request_rejected" : "service_failed";
      throw new ApiException(code, operation.id, answer);
    }
    return answer;
  }

  private static JsonNode json(Operation operation, ApiAnswer answer) {
    try {
      return Json.parse(answer.body());
    } catch (CharacterCodingException | JsonProcessingException error) {
      throw new ApiException("response_not_json", operation.id, answer);
    }
  }

  /** It worked; an error would invite to create another one. */
  private static JsonNode objectOrEmpty(ApiAnswer answer) {
    try {
      JsonNode json = Json.parse(answer.body());
      return json.isObject() ? json : new Output().with(Extra.NONE);
    } catch (CharacterCodingException | JsonProcessingException error) {
      return new Output().with(Extra.NONE);
    }
  }

  private static <T extends Model> T model(
      Operation operation, ApiAnswer answer, JsonNode json, Function<JsonNode, T> reader) {
    try {
      return reader.apply(json instanceof ObjectNode object ? new Members.Lenient(object) : json);
    } catch (PayloadException error) {
      throw new ApiException("response_invalid", operation.id, answer);
    }
  }
}
