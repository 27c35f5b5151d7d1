// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

using System.Text.Json;

namespace CollectionsContract;

/// <summary>
/// The body of a client webhook delivery: a snapshot of the payment, with the case file it belongs to. Further members
/// may be present.
/// </summary>
/// <param name="Event">
/// The name of an event. Today <c>case_file.payment.confirmed</c> is the only event that is delivered. The list is
/// open: expect names that are not known yet.
/// </param>
/// <param name="Id">Identifies the payment.</param>
/// <param name="Amount">
/// The amount of the payment. Its unit is not stated, so take it as a bare number. Null if it is not there.
/// </param>
/// <param name="PaidTo">
/// To whom the payment was made. It is <c>client</c> for the event that is delivered. Null if it is not there.
/// </param>
/// <param name="ConfirmedAt">
/// A point in time in ISO 8601, always with its offset from UTC. Null if it is not there.
/// </param>
/// <param name="CreatedAt">
/// A point in time in ISO 8601, always with its offset from UTC. Null if it is not there.
/// </param>
/// <param name="UpdatedAt">
/// A point in time in ISO 8601, always with its offset from UTC. Null if it is not there.
/// </param>
/// <param name="CaseFile">
/// The case file that a payment belongs to. Further members may be present. Null if it is not there.
/// </param>
public sealed record PaymentSnapshot(
    string Event,
    long Id,
    long? Amount = null,
    string? PaidTo = null,
    string? ConfirmedAt = null,
    string? CreatedAt = null,
    string? UpdatedAt = null,
    CaseFileReference? CaseFile = null) : IModel
{
    /// <inheritdoc />
    public Extra Extra { get; init; } = Extra.None;

    /// <summary>Reads a JSON object.</summary>
    /// <exception cref="PayloadException">It does not fit.</exception>
    public static PaymentSnapshot FromJson(JsonElement json)
    {
        Members members = new(json);
        PaymentSnapshot read = new(
            members.Required("@event", Members.String),
            members.Required("id", Members.Integer),
            members.OptionalValue("amount", Members.Integer),
            members.Optional("paidTo", Members.String),
            members.Optional("confirmedAt", Members.String),
            members.Optional("createdAt", Members.String),
            members.Optional("updatedAt", Members.String),
            members.Optional("caseFile", CaseFileReference.FromJson));
        return read with { Extra = members.Rest };
    }

    /// <inheritdoc />
    public void WriteTo(Utf8JsonWriter writer)
    {
        new Output(writer)
            .Set("@event", Event)
            .Set("id", Id)
            .Set("amount", Amount)
            .Set("paidTo", PaidTo)
            .Set("confirmedAt", ConfirmedAt)
            .Set("createdAt", CreatedAt)
            .Set("updatedAt", UpdatedAt)
            .Set("caseFile", CaseFile)
            .With(Extra);
    }
}
