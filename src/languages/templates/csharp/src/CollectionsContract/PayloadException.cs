using System;

namespace CollectionsContract;

/// <summary>A payload that does not fit its model. Says where and what is expected, never a value.</summary>
public sealed class PayloadException : Exception
{
    internal PayloadException(string path, string expected)
        : base($"payload_invalid: {(path.Length == 0 ? "/" : path)} must be {expected}")
    {
        Path = path;
        Expected = expected;
    }

    /// <summary>A JSON Pointer such as <c>/caseFile/id</c>; empty for the whole payload.</summary>
    public string Path { get; }

    /// <summary>For example <c>an integer of at most 64 bits</c>.</summary>
    public string Expected { get; }

    /// <summary>The same, one level further out.</summary>
    internal PayloadException Below(string segment) => new($"/{segment}{Path}", Expected);
}
