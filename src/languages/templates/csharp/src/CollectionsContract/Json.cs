using System;
using System.IO;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace CollectionsContract;

/// <summary>Reads and writes JSON without rounding a number.</summary>
public static class Json
{
    // Deep enough for anything sensible; reading takes no stack.
    private static readonly JsonDocumentOptions Options = new() { MaxDepth = 500 };
    private static readonly JsonWriterOptions Unescaped = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };
    private static readonly Encoding Utf8 = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    /// <summary>Reads bytes as UTF-8. A byte order mark is skipped.</summary>
    /// <exception cref="DecoderFallbackException">They are not UTF-8.</exception>
    /// <exception cref="JsonException">They are not JSON.</exception>
    public static JsonElement Parse(ReadOnlySpan<byte> bytes)
    {
        string text = Utf8.GetString(bytes);
        return Parse(text.StartsWith('\uFEFF') ? text.Substring(1) : text);
    }

    /// <summary>Reads JSON.</summary>
    /// <exception cref="JsonException">It is none.</exception>
    public static JsonElement Parse(string text)
    {
        using JsonDocument document = JsonDocument.Parse(text, Options);
        return document.RootElement.Clone();
    }

    /// <summary>Writes a payload in one line.</summary>
    public static string Write(IModel model)
    {
        using MemoryStream stream = new();
        using (Utf8JsonWriter writer = new(stream, Unescaped))
        {
            model.WriteTo(writer);
        }

        return Encoding.UTF8.GetString(stream.ToArray());
    }
}
