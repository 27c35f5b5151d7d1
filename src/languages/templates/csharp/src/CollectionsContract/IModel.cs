using System.Text.Json;

namespace CollectionsContract;

/// <summary>A payload. Members that are not known are kept and written again.</summary>
public interface IModel
{
    /// <summary>Members that this version does not know.</summary>
    Extra Extra { get; }

    /// <summary>Writes a JSON object. Members that are null are left out.</summary>
    void WriteTo(Utf8JsonWriter writer);
}
