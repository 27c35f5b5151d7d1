using System;
using System.Collections.Generic;
using System.Text.Json;

namespace CollectionsContract;

/// <summary>The members of a JSON object, taken out one by one; what is left is not known.</summary>
internal sealed class Members
{
    /// <summary>Digits that a decimal holds without rounding.</summary>
    private const int DigitsMax = 28;

    private readonly Dictionary<string, JsonElement> left = new();

    internal Members(JsonElement json)
    {
        if (json.ValueKind != JsonValueKind.Object)
        {
            throw new PayloadException("", "an object");
        }

        foreach (JsonProperty member in json.EnumerateObject())
        {
            left[NameOf(member)] = member.Value.Clone();
        }
    }

    internal Extra Rest => left.Count == 0 ? Extra.None : new Extra(left);

    internal T Required<T>(string name, Func<JsonElement, T> read)
    {
        if (!left.Remove(name, out JsonElement value))
        {
            throw new PayloadException("/" + name, "there");
        }

        try
        {
            return read(value);
        }
        catch (PayloadException error)
        {
            throw error.Below(name);
        }
    }

    /// <summary>Null for a member that is null or not there.</summary>
    internal T? Optional<T>(string name, Func<JsonElement, T> read)
        where T : class => IsNull(name) ? null : Required(name, read);

    internal T? OptionalValue<T>(string name, Func<JsonElement, T> read)
        where T : struct => IsNull(name) ? null : Required(name, read);

    internal static string String(JsonElement json)
    {
        if (json.ValueKind == JsonValueKind.String)
        {
            try
            {
                return json.GetString()!;
            }
            catch (InvalidOperationException)
            {
                // Half of a surrogate pair.
            }
        }

        throw new PayloadException("", "a string");
    }

    internal static Secret Secret(JsonElement json) => new(String(json));

    /// <summary>Takes <c>1.0</c> and <c>1e2</c>, which JSON counts as integers. Nothing is rounded.</summary>
    internal static long Integer(JsonElement json)
    {
        if (json.ValueKind == JsonValueKind.Number)
        {
            if (json.TryGetInt64(out long whole))
            {
                return whole;
            }

            bool isExact = json.GetRawText().Length <= DigitsMax && json.TryGetDecimal(out _);
            decimal value = isExact ? json.GetDecimal() : 0.5m;
            if (value == decimal.Truncate(value) && value >= long.MinValue && value <= long.MaxValue)
            {
                return (long)value;
            }
        }

        throw new PayloadException("", "an integer of at most 64 bits");
    }

    internal static bool Boolean(JsonElement json) => json.ValueKind switch
    {
        JsonValueKind.True => true,
        JsonValueKind.False => false,
        _ => throw new PayloadException("", "a boolean"),
    };

    internal static Func<JsonElement, IReadOnlyList<T>> List<T>(Func<JsonElement, T> read) => json =>
    {
        if (json.ValueKind != JsonValueKind.Array)
        {
            throw new PayloadException("", "a list");
        }

        List<T> items = new();
        foreach (JsonElement item in json.EnumerateArray())
        {
            try
            {
                items.Add(read(item));
            }
            catch (PayloadException error)
            {
                throw error.Below(items.Count.ToString());
            }
        }

        return items.AsReadOnly();
    };

    private static string NameOf(JsonProperty member)
    {
        try
        {
            return member.Name;
        }
        catch (InvalidOperationException)
        {
            throw new PayloadException("", "an object whose names are text");
        }
    }

    private bool IsNull(string name)
    {
        bool isThere = left.TryGetValue(name, out JsonElement value);
        bool isNull = !isThere || value.ValueKind == JsonValueKind.Null;
        if (isNull)
        {
            left.Remove(name);
        }

        return isNull;
    }
}
