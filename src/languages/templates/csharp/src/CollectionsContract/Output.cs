using System.Collections.Generic;
using System.Text.Json;

namespace CollectionsContract;

/// <summary>Writes the members of one object. What is null is left out.</summary>
internal sealed class Output
{
    private readonly Utf8JsonWriter writer;
    private readonly HashSet<string> written = new();

    internal Output(Utf8JsonWriter writer)
    {
        this.writer = writer;
        writer.WriteStartObject();
    }

    internal Output Set(string name, string? value)
    {
        if (value is not null && written.Add(name))
        {
            writer.WriteString(name, value);
        }

        return this;
    }

    internal Output Set(string name, Secret? value) => Set(name, value?.Value);

    internal Output Set(string name, long? value)
    {
        if (value is not null && written.Add(name))
        {
            writer.WriteNumber(name, value.Value);
        }

        return this;
    }

    internal Output Set(string name, bool? value)
    {
        if (value is not null && written.Add(name))
        {
            writer.WriteBoolean(name, value.Value);
        }

        return this;
    }

    internal Output Set(string name, IModel? value)
    {
        if (value is not null && written.Add(name))
        {
            writer.WritePropertyName(name);
            value.WriteTo(writer);
        }

        return this;
    }

    internal Output Set(string name, IReadOnlyList<string>? values)
    {
        if (values is not null && written.Add(name))
        {
            writer.WriteStartArray(name);
            foreach (string value in values)
            {
                writer.WriteStringValue(value);
            }

            writer.WriteEndArray();
        }

        return this;
    }

    /// <summary>Ends the object. A known member wins over an unknown one of the same name.</summary>
    internal void With(Extra extra)
    {
        foreach ((string name, JsonElement value) in extra.Members)
        {
            if (written.Add(name))
            {
                writer.WritePropertyName(name);
                value.WriteTo(writer);
            }
        }

        writer.WriteEndObject();
    }
}
