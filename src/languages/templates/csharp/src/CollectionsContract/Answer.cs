namespace CollectionsContract;

/// <summary>What to answer.</summary>
/// <param name="Status">The HTTP status.</param>
/// <param name="Code">Why it is not 2xx, safe to show to anyone; null if it is.</param>
public sealed record Answer(int Status, string? Code = null);
