using System;

namespace CollectionsContract;

/// <summary>The options of a receiver.</summary>
public sealed class ReceiverOptions
{
    /// <summary>Where handed-over payments are remembered, by id and event. Default: a memory store.</summary>
    public IDuplicateStore Store { get; init; } = new MemoryStore();

    /// <summary>Largest body in bytes. Default: 1 MiB.</summary>
    public int MaxBodyBytes { get; init; } = 1 << 20;

    /// <summary>Told of every answer that is not 2xx: a constant code, and what was thrown if anything was.</summary>
    public Action<string, Exception?> OnProblem { get; init; } = (_, _) => { };
}
