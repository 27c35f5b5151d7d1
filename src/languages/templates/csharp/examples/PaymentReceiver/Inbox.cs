using System;
using System.Collections.Generic;
using System.IO;
using System.Text;
using System.Text.Json;
using System.Threading;
using System.Threading.Tasks;
using CollectionsContract;

namespace PaymentReceiver;

/// <summary>A store of duplicates and what is handed over, in one file.</summary>
internal sealed class Inbox : IDuplicateStore
{
    private readonly string path;
    private readonly SemaphoreSlim turn = new(1, 1);
    private readonly HashSet<string> done = new();

    internal Inbox(string path)
    {
        this.path = path;
        using FileStream file = new(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
        using StreamReader reader = new(file, new UTF8Encoding(false));
        string text = reader.ReadToEnd();

        // A line that a crash cut off was never acknowledged, so it comes again.
        string whole = text.Substring(0, text.LastIndexOf('\n') + 1);
        file.SetLength(Encoding.UTF8.GetByteCount(whole));
        foreach (string line in whole.Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            JsonElement entry = Json.Parse(line);
            done.Add($"{entry.GetProperty("id").GetInt64()} {entry.GetProperty("event").GetString()}");
        }
    }

    /// <inheritdoc />
    public async Task OnceAsync(string key, Func<Task> work)
    {
        await turn.WaitAsync();
        try
        {
            if (!done.Contains(key))
            {
                await work();
                done.Add(key);
            }
        }
        finally
        {
            turn.Release();
        }
    }

    /// <summary>Called by <see cref="OnceAsync"/>, so one at a time.</summary>
    internal Task AddAsync(PaymentSnapshot payment)
    {
        string line = JsonSerializer.Serialize(new Dictionary<string, object> { ["id"] = payment.Id, ["event"] = payment.Event });
        byte[] bytes = Encoding.UTF8.GetBytes(line + "\n");
        using FileStream file = new(path, FileMode.OpenOrCreate, FileAccess.Write, FileShare.Read);
        long end = file.Seek(0, SeekOrigin.End);
        try
        {
            file.Write(bytes, 0, bytes.Length);
            file.Flush(flushToDisk: true);
        }
        catch (IOException)
        {
            file.SetLength(end);
            throw;
        }

        return Task.CompletedTask;
    }
}
