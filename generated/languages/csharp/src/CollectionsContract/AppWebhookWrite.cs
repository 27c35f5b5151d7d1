// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

using System.Collections.Generic;
using System.Text.Json;

namespace CollectionsContract;

/// <summary>The writable members of an app webhook, sent when one is created.</summary>
/// <param name="App">
/// The IRI of the App (the app definition) that the webhook belongs to. It is never the IRI of an installation. Null if
/// it is not there.
/// </param>
/// <param name="WebhookUrl">
/// The address that deliveries are posted to. The scheme is http or https and the host has a real top-level domain. A
/// URL whose host is private or loopback, whose host has no real top-level domain, or whose scheme is another one is
/// rejected at creation. Client webhooks (<c>url</c>) and app webhooks (<c>webhookUrl</c>) follow the same rules. Null
/// if it is not there.
/// </param>
/// <param name="Events">
/// The names of the events subscribed to. From 1 to 100 entries; fewer or more are invalid. Null if it is not there.
/// </param>
/// <param name="ResponseHandlingType">
/// What the service makes of the answer to a delivery: <c>1</c> (FIRE_AND_FORGET) or <c>2</c>
/// (WAIT_FOR_SUCCESSFUL_RESPONSE). No other value is allowed. Null if it is not there.
/// </param>
/// <param name="Active">Whether the webhook receives deliveries. Null if it is not there.</param>
public sealed record AppWebhookWrite(
    string? App = null,
    string? WebhookUrl = null,
    IReadOnlyList<string>? Events = null,
    long? ResponseHandlingType = null,
    bool? Active = null) : IModel
{
    /// <inheritdoc />
    public Extra Extra { get; init; } = Extra.None;

    /// <summary>Reads a JSON object.</summary>
    /// <exception cref="PayloadException">It does not fit.</exception>
    public static AppWebhookWrite FromJson(JsonElement json)
    {
        Members members = new(json);
        AppWebhookWrite read = new(
            members.Optional("app", Members.String),
            members.Optional("webhookUrl", Members.String),
            members.Optional("events", Members.List(Members.String)),
            members.OptionalValue("responseHandlingType", Members.Integer),
            members.OptionalValue("active", Members.Boolean));
        return read with { Extra = members.Rest };
    }

    /// <inheritdoc />
    public void WriteTo(Utf8JsonWriter writer)
    {
        new Output(writer)
            .Set("app", App)
            .Set("webhookUrl", WebhookUrl)
            .Set("events", Events)
            .Set("responseHandlingType", ResponseHandlingType)
            .Set("active", Active)
            .With(Extra);
    }
}
