using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using System.Text.Json;
using System.Threading.Tasks;

namespace CollectionsContract.Tests;

/// <summary>The verdicts of vectors/signature.json, which were computed with another tool.</summary>
internal static class SignatureTests
{
    private static readonly IReadOnlyList<JsonElement> Cases = Check.Cases("signature");

    internal static IEnumerable<(string, Func<Task>)> All => new (string, Func<Task>)[]
    {
        ("signatures: all verdicts", AllVerdicts),
        ("signatures: signs what the vectors hold", SignsWhatTheVectorsHold),
        ("signatures: nothing is signed with an empty secret", SignsNothingWithAnEmptySecret),
    };

    private static Task AllVerdicts()
    {
        Check.That(Cases.Count > 40, "more than 40 cases");
        foreach (JsonElement one in Cases)
        {
            Verdict verdict = WebhookSignature.Verify(BodyOf(one), one.GetProperty("header").GetString(), SecretsOf(one));
            int? index = one.TryGetProperty("secretIndex", out JsonElement number) ? number.GetInt32() : null;
            string? code = one.TryGetProperty("code", out JsonElement text) ? text.GetString() : null;
            Check.Equal(new Verdict(one.GetProperty("ok").GetBoolean(), index, code), verdict, one.GetProperty("id").GetString()!);
        }

        return Task.CompletedTask;
    }

    private static Task SignsWhatTheVectorsHold()
    {
        int count = 0;
        foreach (JsonElement one in Cases)
        {
            if (one.TryGetProperty("secretIndex", out JsonElement index) && index.GetInt32() == 0)
            {
                string expected = one.GetProperty("header").GetString()!.ToLowerInvariant();
                Check.Equal(expected, WebhookSignature.Sign(BodyOf(one), SecretsOf(one)[0]));
                count++;
            }
        }

        Check.That(count > 10, "more than 10 signatures");
        return Task.CompletedTask;
    }

    private static Task SignsNothingWithAnEmptySecret()
    {
        Check.Throws<ArgumentException>(() => WebhookSignature.Sign(Array.Empty<byte>(), ""));
        return Task.CompletedTask;
    }

    private static byte[] BodyOf(JsonElement one) => one.GetProperty("body").GetBytesFromBase64();

    private static string[] SecretsOf(JsonElement one) =>
        one.GetProperty("secrets").EnumerateArray().Select(secret => Encoding.UTF8.GetString(secret.GetBytesFromBase64())).ToArray();
}
