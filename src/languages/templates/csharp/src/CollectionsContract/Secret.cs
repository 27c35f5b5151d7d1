namespace CollectionsContract;

/// <summary>Text that is not printed by accident: a token, or the key of signatures.</summary>
/// <param name="Value">The text itself.</param>
public sealed record Secret(string Value)
{
    /// <summary>Hides the value.</summary>
    public override string ToString() => "[hidden]";
}
