// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

using System.Text.Json;

namespace CollectionsContract;

/// <summary>The case file that a payment belongs to. Further members may be present.</summary>
/// <param name="Id">Identifies the case file.</param>
public sealed record CaseFileReference(
    long Id) : IModel
{
    /// <inheritdoc />
    public Extra Extra { get; init; } = Extra.None;

    /// <summary>Reads a JSON object.</summary>
    /// <exception cref="PayloadException">It does not fit.</exception>
    public static CaseFileReference FromJson(JsonElement json)
    {
        Members members = new(json);
        CaseFileReference read = new(
            members.Required("id", Members.Integer));
        return read with { Extra = members.Rest };
    }

    /// <inheritdoc />
    public void WriteTo(Utf8JsonWriter writer)
    {
        new Output(writer)
            .Set("id", Id)
            .With(Extra);
    }
}
