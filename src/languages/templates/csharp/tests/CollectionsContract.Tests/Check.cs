using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json;

namespace CollectionsContract.Tests;

/// <summary>What a test says when it does not hold, and where its cases are.</summary>
internal static class Check
{
    internal static void Equal<T>(T expected, T actual, string about = "")
    {
        if (!EqualityComparer<T>.Default.Equals(expected, actual))
        {
            throw new InvalidOperationException($"{about} expected {expected}, got {actual}");
        }
    }

    internal static void That(bool holds, string about)
    {
        if (!holds)
        {
            throw new InvalidOperationException(about);
        }
    }

    internal static T Throws<T>(Action action, string about = "")
        where T : Exception
    {
        try
        {
            action();
        }
        catch (T error)
        {
            return error;
        }

        throw new InvalidOperationException($"{about} should throw {typeof(T).Name}");
    }

    /// <summary>From vectors/ in the folder that the tests are run in.</summary>
    internal static IReadOnlyList<JsonElement> Cases(string name) =>
        Json.Parse(File.ReadAllBytes(Path.Combine("vectors", name + ".json"))).GetProperty("cases").EnumerateArray().ToList();
}
