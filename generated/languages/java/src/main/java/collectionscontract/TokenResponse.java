// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

package collectionscontract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Objects;

/**
 * What a successful exchange of an authorization code returns. Further members may be present.
 *
 * @param tokenType The kind of the access token. The value is {@code Bearer}.
 * @param expiresIn How long the access token is valid, in seconds.
 * @param accessToken The bearer token for calls to the API. It looks like a JWT; callers treat it
 *     as opaque.
 * @param refreshToken An opaque token that obtains a new access token without the customer. It
 *     stays on the server of the app.
 * @param extra members that this version does not know; they are written again
 */
public record TokenResponse(
    String tokenType, long expiresIn, Secret accessToken, Secret refreshToken, Extra extra)
    implements Model {

  public TokenResponse {
    Objects.requireNonNull(tokenType, "tokenType");
    Objects.requireNonNull(accessToken, "accessToken");
    Objects.requireNonNull(refreshToken, "refreshToken");
    Objects.requireNonNull(extra, "extra");
  }

  /** Without members that are not known. */
  public TokenResponse(String tokenType, long expiresIn, Secret accessToken, Secret refreshToken) {
    this(tokenType, expiresIn, accessToken, refreshToken, Extra.NONE);
  }

  /**
   * Reads a JSON object.
   *
   * @throws PayloadException if it does not fit
   */
  public static TokenResponse fromJson(JsonNode json) {
    Members members = Members.of(json);
    return new TokenResponse(
        members.required("token_type", Members::string),
        members.required("expires_in", Members::integer),
        members.required("access_token", Members::secret),
        members.required("refresh_token", Members::secret),
        members.rest());
  }

  @Override
  public ObjectNode toJson() {
    return new Output()
        .set("token_type", tokenType)
        .set("expires_in", expiresIn)
        .set("access_token", accessToken)
        .set("refresh_token", refreshToken)
        .with(extra);
  }
}
