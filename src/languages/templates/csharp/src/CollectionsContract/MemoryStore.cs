using System;
using System.Collections.Generic;
using System.Threading.Tasks;

namespace CollectionsContract;

/// <summary>Remembers within one process, until it ends. Beyond its limit the oldest keys are forgotten.</summary>
public sealed class MemoryStore : IDuplicateStore
{
    private readonly int limit;
    private readonly HashSet<string> done = new();
    private readonly Queue<string> order = new();
    private readonly Dictionary<string, Task> busy = new();

    /// <summary>Keeps at most this many keys.</summary>
    /// <param name="limit">At least 1.</param>
    public MemoryStore(int limit = 100_000)
    {
        if (limit < 1)
        {
            throw new ArgumentOutOfRangeException(nameof(limit));
        }

        this.limit = limit;
    }

    /// <inheritdoc />
    public async Task OnceAsync(string key, Func<Task> work)
    {
        TaskCompletionSource<bool> left = new(TaskCreationOptions.RunContinuationsAsynchronously);
        while (!TryEnter(key, left.Task, out Task? other))
        {
            if (other is null)
            {
                return;
            }

            await other.ConfigureAwait(false);
        }

        bool isDone = false;
        try
        {
            await work().ConfigureAwait(false);
            isDone = true;
        }
        finally
        {
            Leave(key, isDone);
            left.SetResult(true);
        }
    }

    /// <summary>If not: <paramref name="other"/> is what to wait for, null if the key was done before.</summary>
    private bool TryEnter(string key, Task own, out Task? other)
    {
        lock (busy)
        {
            other = null;
            if (done.Contains(key) || busy.TryGetValue(key, out other))
            {
                return false;
            }

            busy[key] = own;
            return true;
        }
    }

    private void Leave(string key, bool isDone)
    {
        lock (busy)
        {
            busy.Remove(key);
            if (!isDone)
            {
                return;
            }

            done.Add(key);
            order.Enqueue(key);
            if (order.Count > limit)
            {
                done.Remove(order.Dequeue());
            }
        }
    }
}
