using System.Collections.Generic;
using System.Text.Json;

namespace CollectionsContract;

/// <summary>Members that this version does not know, each as it was read.</summary>
public sealed class Extra
{
    /// <summary>No members.</summary>
    public static readonly Extra None = new(new Dictionary<string, JsonElement>());

    /// <summary>Takes members by name.</summary>
    public Extra(IReadOnlyDictionary<string, JsonElement> members) => Members = members;

    /// <summary>The values by name.</summary>
    public IReadOnlyDictionary<string, JsonElement> Members { get; }

    /// <summary>How many there are. Nobody knows what is in them, so they are not printed.</summary>
    public override string ToString() => $"[{Members.Count} members]";
}
