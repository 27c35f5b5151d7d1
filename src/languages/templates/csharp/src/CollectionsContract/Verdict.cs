namespace CollectionsContract;

/// <summary>Whether a body was signed with one of the secrets.</summary>
/// <param name="Ok">Whether the delivery may be trusted.</param>
/// <param name="SecretIndex">Of the secret that matched, counted from 0; null if none did.</param>
/// <param name="Code">The first reason against it; null if there is none.</param>
public readonly record struct Verdict(bool Ok, int? SecretIndex, string? Code)
{
    internal static Verdict Match(int secretIndex) => new(true, secretIndex, null);

    internal static Verdict Fault(string code) => new(false, null, code);
}
