package collectionscontract;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What came back to the redirect URI, with the credentials of the app.
 *
 * @param code from the query of the redirect; it lives shortly
 * @param redirectUri the one that the code came back to
 */
public record AuthorizationCode(
    Secret code, String clientId, Secret clientSecret, String redirectUri) {

  /** Exchanges the code with the default options. */
  public TokenResponse exchange(String authUrl) {
    return exchange(authUrl, ClientOptions.defaults());
  }

  /**
   * Exchanges the code for tokens, with exactly the five stated fields, once.{{N-4.2-01? How to refresh is not
   * stated.| It refreshes
   * no tokens.}}
   *
   * @param authUrl absolute, https
   * @throws ApiException for every failure
   */
  public TokenResponse exchange(String authUrl, ClientOptions options) {
    Operation operation = Operation.EXCHANGE_AUTHORIZATION_CODE;
    Sender sender = new Sender(authUrl, options, operation.id);
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("grant_type", Contract.GRANT_TYPE);
    fields.put("code", code.value());
    fields.put("client_id", clientId);
    fields.put("client_secret", clientSecret.value());
    fields.put("redirect_uri", redirectUri);
    if (fields.containsValue("") || fields.containsValue(null)) {
      throw new ApiException("credentials_missing", operation.id);
    }
    HttpRequest request =
        sender
            .request(operation.path)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .method(operation.method, HttpRequest.BodyPublishers.ofString(form(fields)))
            .build();
    ApiAnswer answer = sender.send(operation.id, request);
    if (answer.status() >= 300) {
      String code = answer.status() < 500 ? "token_refused" : "token_endpoint_failed";
      throw new ApiException(code, operation.id, answer);
    }
    try {
      TokenResponse tokens = TokenResponse.fromJson(Json.parse(answer.body()));
      if (tokens.tokenType().equalsIgnoreCase("bearer")
          && !tokens.accessToken().value().isEmpty()
          && !tokens.refreshToken().value().isEmpty()) {
        return tokens;
      }
    } catch (CharacterCodingException | JsonProcessingException | PayloadException error) {
      // Falls through: their messages could show what was sent.
    }
    throw new ApiException("token_response_invalid", operation.id, answer);
  }

  private static String form(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(
            field ->
                field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }
}
