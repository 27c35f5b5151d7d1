using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

namespace CollectionsContract;

/// <summary>Signs and verifies deliveries: HMAC-SHA256 over the raw body, <c>sha256=&lt;64 hex digits&gt;</c>.</summary>
public static class WebhookSignature
{
    private const int Digits = 64;

    /// <summary>White space and control characters, as every language of this contract counts them.</summary>
    private static readonly Regex Blank = new(@"[\s\x00-\x1F\x7F-\x9F\uFEFF]", RegexOptions.CultureInvariant);
    private static readonly Regex OtherAlgorithm = new(@"\A[0-9a-z-]+=", RegexOptions.CultureInvariant);
    private static readonly Regex Hex = new(@"\A[0-9a-fA-F]*\z", RegexOptions.CultureInvariant);

    /// <summary>The value of the signature header for exactly these bytes.</summary>
    /// <exception cref="ArgumentException"><c>secret_empty</c></exception>
    public static string Sign(byte[] body, string secret)
    {
        if (string.IsNullOrEmpty(secret))
        {
            throw new ArgumentException("secret_empty: anyone can sign with an empty key", nameof(secret));
        }

        return Contract.SignaturePrefix + Convert.ToHexString(Mac(body, secret)).ToLowerInvariant();
    }

    /// <summary>Was this body signed with one of these secrets? Each comparison takes constant time.</summary>
    /// <param name="body">The bytes as they arrived, before any parsing.</param>
    /// <param name="header">
    /// The value of the signature header as it arrived, null if there was none; several of the same name joined by a comma.
    /// </param>
    /// <param name="secrets">One, or several while a secret is being replaced.</param>
    public static Verdict Verify(byte[] body, string? header, IReadOnlyList<string> secrets)
    {
        if (secrets.Count == 0 || secrets.Any(string.IsNullOrEmpty))
        {
            return Verdict.Fault("secret_empty");
        }

        string? fault = FaultOf(header);
        if (fault is not null || header is null)
        {
            return Verdict.Fault(fault ?? "signature_missing");
        }

        byte[] given = Convert.FromHexString(header.Substring(Contract.SignaturePrefix.Length));
        for (int index = 0; index < secrets.Count; index++)
        {
            if (CryptographicOperations.FixedTimeEquals(Mac(body, secrets[index]), given))
            {
                return Verdict.Match(index);
            }
        }

        return Verdict.Fault("signature_mismatch");
    }

    /// <summary>The first rule that applies gives the code, so one value has one code in every language.</summary>
    private static string? FaultOf(string? header)
    {
        if (string.IsNullOrEmpty(header))
        {
            return "signature_missing";
        }

        if (header.Contains(','))
        {
            return "signature_repeated";
        }

        if (Blank.IsMatch(header))
        {
            return "signature_whitespace";
        }

        if (!header.StartsWith(Contract.SignaturePrefix, StringComparison.Ordinal))
        {
            return OtherAlgorithm.IsMatch(header) ? "signature_algorithm" : "signature_prefix";
        }

        string digits = header.Substring(Contract.SignaturePrefix.Length);
        if (!Hex.IsMatch(digits))
        {
            return "signature_encoding";
        }

        return digits.Length == Digits ? null : "signature_length";
    }

    private static byte[] Mac(byte[] body, string secret)
    {
        using HMACSHA256 hmac = new(Encoding.UTF8.GetBytes(secret));
        return hmac.ComputeHash(body);
    }
}
