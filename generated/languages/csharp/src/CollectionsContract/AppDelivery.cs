// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

using System.Text.Json;

namespace CollectionsContract;

/// <summary>
/// The body of an app webhook delivery: a JSON object to which the service adds <c>@event</c>. What else it holds is
/// not stated. It carries no signature, so nothing in it is proven to come from the service.
/// </summary>
/// <param name="Event">
/// The name of an event. Today <c>case_file.payment.confirmed</c> is the only event that is delivered. The list is
/// open: expect names that are not known yet.
/// </param>
public sealed record AppDelivery(
    string Event) : IModel
{
    /// <inheritdoc />
    public Extra Extra { get; init; } = Extra.None;

    /// <summary>Reads a JSON object.</summary>
    /// <exception cref="PayloadException">It does not fit.</exception>
    public static AppDelivery FromJson(JsonElement json)
    {
        Members members = new(json);
        AppDelivery read = new(
            members.Required("@event", Members.String));
        return read with { Extra = members.Rest };
    }

    /// <inheritdoc />
    public void WriteTo(Utf8JsonWriter writer)
    {
        new Output(writer)
            .Set("@event", Event)
            .With(Extra);
    }
}
