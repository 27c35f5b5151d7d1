using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.Json;
using System.Threading.Tasks;

namespace CollectionsContract.Tests;

/// <summary>What the models make of vectors/payloads.json, and what they keep.</summary>
internal static class ModelTests
{
    private static readonly IReadOnlyList<JsonElement> Cases = Check.Cases("payloads");

    internal static IEnumerable<(string, Func<Task>)> All => new (string, Func<Task>)[]
    {
        ("models: all verdicts", AllVerdicts),
        ("models: every schema has cases", EverySchemaHasCases),
        ("models: unknown members survive at every depth", KeepsUnknownMembers),
        ("models: no integer is rounded", NeverRounds),
        ("models: an error says where", SaysWhere),
        ("models: no secret is printed", PrintsNoSecret),
    };

    private static Task AllVerdicts()
    {
        Check.That(Cases.Count > 100, "more than 100 cases");
        foreach (JsonElement one in Cases)
        {
            string id = one.GetProperty("id").GetString()!;
            string verdict = one.GetProperty("verdict").GetString()!;
            string text = one.GetProperty("text").GetString()!;
            IModel read;
            try
            {
                read = Models.Readers[one.GetProperty("schema").GetString()!](Json.Parse(text));
            }
            catch (PayloadException)
            {
                Check.That(verdict != "taken", $"{id} is refused");
                continue;
            }

            Check.That(verdict != "refused", $"{id} is taken");
            if (one.GetProperty("survives").GetBoolean())
            {
                Check.Equal(Canonical(Json.Parse(text)), Canonical(Json.Parse(Json.Write(read))), id);
            }
        }

        return Task.CompletedTask;
    }

    private static Task EverySchemaHasCases()
    {
        HashSet<string> schemas = new(Cases.Select(one => one.GetProperty("schema").GetString()!));
        Check.That(schemas.SetEquals(Models.Readers.Keys), string.Join(", ", schemas));
        return Task.CompletedTask;
    }

    private static Task KeepsUnknownMembers()
    {
        const string text = "{\"later\":{\"b\":1.50},\"big\":123456789012345678901234567890,\"@event\":\"x.y\","
            + "\"id\":9223372036854775807,\"caseFile\":{\"new\":[{\"a\":null}],\"id\":1}}";
        PaymentSnapshot payment = PaymentSnapshot.FromJson(Json.Parse(text));
        Check.Equal(long.MaxValue, payment.Id);
        Check.Equal("x.y", payment.Event);
        Check.Equal(Canonical(Json.Parse(text)), Canonical(Json.Parse(Json.Write(payment))));
        return Task.CompletedTask;
    }

    private static Task NeverRounds()
    {
        string[] wrong =
        {
            "9223372036854775808", "1e40", "1e999999999", "1.5", "1.00000000000000000000000000000001", "true", "\"1\"",
        };
        foreach (string id in wrong)
        {
            JsonElement json = Json.Parse($"{{\"id\":{id}}}");
            Check.Throws<PayloadException>(() => CaseFileReference.FromJson(json), id);
        }

        Check.Equal(9007199254740993L, CaseFileReference.FromJson(Json.Parse("{\"id\":9007199254740993.0}")).Id);
        return Task.CompletedTask;
    }

    private static Task SaysWhere()
    {
        JsonElement json = Json.Parse("{\"@event\":\"x\",\"id\":1,\"caseFile\":{\"id\":\"hidden\"}}");
        PayloadException error = Check.Throws<PayloadException>(() => PaymentSnapshot.FromJson(json));
        Check.Equal("payload_invalid: /caseFile/id must be an integer of at most 64 bits", error.Message);
        return Task.CompletedTask;
    }

    private static Task PrintsNoSecret()
    {
        string printed = ClientWebhook.FromJson(Json.Parse("{\"secret\":\"s-1\",\"other\":\"s-1\"}")).ToString();
        Check.That(!printed.Contains("s-1"), printed);
        return Task.CompletedTask;
    }

    /// <summary>Members by name, numbers by value: what is the same is the same text.</summary>
    private static string Canonical(JsonElement json) => json.ValueKind switch
    {
        JsonValueKind.Object => "{" + string.Join(",", json.EnumerateObject().OrderBy(one => one.Name, StringComparer.Ordinal)
            .Select(one => JsonSerializer.Serialize(one.Name) + ":" + Canonical(one.Value))) + "}",
        JsonValueKind.Array => "[" + string.Join(",", json.EnumerateArray().Select(Canonical)) + "]",
        JsonValueKind.Number when json.GetRawText().Length <= 28 && json.TryGetDecimal(out decimal value) =>
            (value / 1.000000000000000000000000000000000m).ToString(),
        JsonValueKind.String => JsonSerializer.Serialize(json.GetString()),
        _ => json.GetRawText(),
    };
}
