// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

using System.Text.Json;

namespace CollectionsContract;

/// <summary>What a successful exchange of an authorization code returns. Further members may be present.</summary>
/// <param name="TokenType">The kind of the access token. The value is <c>Bearer</c>.</param>
/// <param name="ExpiresIn">How long the access token lives, in seconds.</param>
/// <param name="AccessToken">
/// The bearer token for calls to the API. It looks like a JWT; callers treat it as opaque.
/// </param>
/// <param name="RefreshToken">
/// An opaque token that obtains a new access token without the customer. It stays on the server of the app.
/// </param>
public sealed record TokenResponse(
    string TokenType,
    long ExpiresIn,
    Secret AccessToken,
    Secret RefreshToken) : IModel
{
    /// <inheritdoc />
    public Extra Extra { get; init; } = Extra.None;

    /// <summary>Reads a JSON object.</summary>
    /// <exception cref="PayloadException">It does not fit.</exception>
    public static TokenResponse FromJson(JsonElement json)
    {
        Members members = new(json);
        TokenResponse read = new(
            members.Required("token_type", Members.String),
            members.Required("expires_in", Members.Integer),
            members.Required("access_token", Members.Secret),
            members.Required("refresh_token", Members.Secret));
        return read with { Extra = members.Rest };
    }

    /// <inheritdoc />
    public void WriteTo(Utf8JsonWriter writer)
    {
        new Output(writer)
            .Set("token_type", TokenType)
            .Set("expires_in", ExpiresIn)
            .Set("access_token", AccessToken)
            .Set("refresh_token", RefreshToken)
            .With(Extra);
    }
}
