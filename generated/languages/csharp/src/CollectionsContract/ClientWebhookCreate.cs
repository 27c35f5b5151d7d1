// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

using System.Collections.Generic;
using System.Text.Json;

namespace CollectionsContract;

/// <summary>
/// What a caller sends to register a client webhook. The secret is no part of it; the service generates it.
/// </summary>
/// <param name="Client">
/// The IRI of the creditor profile (the client) that the webhook belongs to. One client, never a list.
/// </param>
/// <param name="Name">A name for the webhook.</param>
/// <param name="Events">The events that this webhook receives. At least one.</param>
/// <param name="Url">
/// The address that deliveries are posted to. The scheme is http or https and the host has a real top-level domain. A
/// URL whose host is private or loopback, whose host has no real top-level domain, or whose scheme is another one is
/// rejected at creation. Client webhooks (<c>url</c>) and app webhooks (<c>webhookUrl</c>) follow the same rules.
/// </param>
public sealed record ClientWebhookCreate(
    string Client,
    string Name,
    IReadOnlyList<string> Events,
    string Url) : IModel
{
    /// <inheritdoc />
    public Extra Extra { get; init; } = Extra.None;

    /// <summary>Reads a JSON object.</summary>
    /// <exception cref="PayloadException">It does not fit.</exception>
    public static ClientWebhookCreate FromJson(JsonElement json)
    {
        Members members = new(json);
        ClientWebhookCreate read = new(
            members.Required("client", Members.String),
            members.Required("name", Members.String),
            members.Required("events", Members.List(Members.String)),
            members.Required("url", Members.String));
        return read with { Extra = members.Rest };
    }

    /// <inheritdoc />
    public void WriteTo(Utf8JsonWriter writer)
    {
        new Output(writer)
            .Set("client", Client)
            .Set("name", Name)
            .Set("events", Events)
            .Set("url", Url)
            .With(Extra);
    }
}
