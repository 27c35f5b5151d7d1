using System;
using System.Collections.Generic;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Net.Sockets;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace CollectionsContract.Tests;

/// <summary>The receiver over real HTTP: what is handed over, what is refused, what is answered when.</summary>
internal sealed class ReceiverTests : IDisposable
{
    private const string Secret = "<WEBHOOK_SECRET>";

    private readonly List<long> handled = new();
    private readonly HttpClient http = new();
    private readonly ReceiverServer server;
    private readonly int port;
    private int failures;

    private ReceiverTests()
    {
        ReceiverOptions options = new() { MaxBodyBytes = 2000 };
        Receiver receiver = new(new[] { "<OLD_SECRET>", Secret }, HandleAsync, options);
        server = new ReceiverServer(new IPEndPoint(IPAddress.Loopback, 0), receiver, TimeSpan.FromMilliseconds(500));
        port = server.Port;
        _ = server.RunAsync();
    }

    internal static IEnumerable<(string, Func<Task>)> All => new[]
    {
        ("receiver: a payment is handed over once", With(one => one.HandsOverOnce())),
        ("receiver: chunks, marks and unknown members are taken", With(one => one.TakesChunks())),
        ("receiver: unknown events are acknowledged", With(one => one.AcknowledgesUnknownEvents())),
        ("receiver: nothing is acknowledged that was not handed over", With(one => one.NeverLies())),
        ("receiver: all else is refused", With(one => one.RefusesTheRest())),
        ("receiver: slow and broken requests are given up", With(one => one.GivesUpSlowBodies())),
        ("receiver: it outlives who hangs up", With(one => one.OutlivesWhoHangsUp())),
        ("receiver: empty secrets are refused at once", RefusesEmptySecrets),
        ("store: the oldest keys are forgotten", ForgetsTheOldest),
    };

    public void Dispose()
    {
        server.Dispose();
        http.Dispose();
    }

    private static Func<Task> With(Func<ReceiverTests, Task> test) => async () =>
    {
        using ReceiverTests one = new();
        await test(one);
    };

    private async Task HandleAsync(PaymentSnapshot payment)
    {
        // Long enough for a second delivery to come in between.
        await Task.Delay(20);
        if (Interlocked.Decrement(ref failures) >= 0)
        {
            throw new InvalidOperationException("disk full");
        }

        lock (handled)
        {
            handled.Add(payment.Id);
        }
    }

    private async Task HandsOverOnce()
    {
        int[] answers = await Task.WhenAll(Enumerable.Range(0, 50).Select(_ => PostAsync(Payment("1"))));
        Check.That(answers.All(status => status == 204), string.Join(",", answers));
        Handled(1);
    }

    private async Task TakesChunks()
    {
        Check.Equal(204, await PostAsync(Payment("2,\"later\":[1]"), change: one => one.Headers.TransferEncodingChunked = true));
        Check.Equal(204, await PostAsync(Bytes("\uFEFF").Concat(Payment("3")).ToArray()));
        Handled(2, 3);
    }

    private async Task AcknowledgesUnknownEvents()
    {
        Check.Equal(204, await PostAsync(Bytes("{\"@event\":\"case_file.closed\"}")));
        Handled();
    }

    private async Task NeverLies()
    {
        failures = 1;
        Check.Equal(500, await PostAsync(Payment("4")));
        Check.Equal(204, await PostAsync(Payment("4")));
        Handled(4);
    }

    private async Task RefusesTheRest()
    {
        byte[] body = Payment("5");
        string other = WebhookSignature.Sign(Bytes("{}"), Secret);
        Check.Equal(401, await PostAsync(body, signature: other));
        Check.Equal(401, await PostAsync(body, signature: ""));
        Check.Equal(401, await PostAsync(body, change: one => one.Headers.Add(Contract.SignatureHeader, other)));
        Check.Equal(400, await PostAsync(Bytes("{")));
        Check.Equal(400, await PostAsync(Bytes("{} {}")));
        Check.Equal(400, await PostAsync(Bytes("")));
        Check.Equal(400, await PostAsync(Bytes(new string('[', 1900))));
        Check.Equal(400, await PostAsync(new byte[] { (byte)'"', 0xFF, (byte)'"' }));
        Check.Equal(422, await PostAsync(Bytes("[]")));
        Check.Equal(422, await PostAsync(Payment("\"5\"")));
        Check.Equal(415, await PostAsync(body, type: "text/plain"));
        Check.Equal(405, await PostAsync(body, change: one => one.Method = HttpMethod.Put));
        byte[] large = Bytes(new string(' ', 2001));
        Check.Equal(413, await PostAsync(large));
        Check.Equal(413, await PostAsync(large, change: one => one.Headers.TransferEncodingChunked = true));
        Handled();
    }

    private async Task GivesUpSlowBodies()
    {
        const string head = "POST /hooks HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
        Check.Equal("HTTP/1.1 408", await TalkAsync(head + "Content-Length: 900\r\n\r\n{"));
        Check.Equal("HTTP/1.1 408", await TalkAsync(head));
        string[] wrong =
        {
            "Content-Length: -1\r\n\r\n{}",
            "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
            "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
            "Transfer-Encoding: gzip, chunked\r\n\r\n",
            "Transfer-Encoding: chunked\r\n\r\nx\r\n",
            "no header\r\n\r\n",
        };
        foreach (string rest in wrong)
        {
            Check.Equal("HTTP/1.1 400", await TalkAsync(head + rest), rest);
        }

        Handled();
    }

    /// <summary>The first bytes of the answer.</summary>
    private async Task<string> TalkAsync(string request)
    {
        using TcpClient client = new();
        await client.ConnectAsync("127.0.0.1", port);
        byte[] bytes = Bytes(request);
        await client.GetStream().WriteAsync(bytes, 0, bytes.Length);
        byte[] answer = new byte[12];
        using CancellationTokenSource patience = new(TimeSpan.FromSeconds(10));
        int count = await client.GetStream().ReadAsync(answer.AsMemory(), patience.Token);
        return Encoding.ASCII.GetString(answer, 0, count);
    }

    private async Task OutlivesWhoHangsUp()
    {
        for (int i = 0; i < 20; i++)
        {
            using TcpClient client = new() { LingerState = new LingerOption(true, 0) };
            await client.ConnectAsync("127.0.0.1", port);
        }

        Check.Equal(204, await PostAsync(Payment("6")));
        Handled(6);
    }

    private static Task RefusesEmptySecrets()
    {
        foreach (string[] secrets in new[] { Array.Empty<string>(), new[] { "" }, new[] { "a", "" } })
        {
            Check.Throws<ArgumentException>(() => _ = new Receiver(secrets, _ => Task.CompletedTask));
        }

        return Task.CompletedTask;
    }

    private static async Task ForgetsTheOldest()
    {
        MemoryStore store = new(2);
        int runs = 0;
        foreach (string key in new[] { "a", "a", "b", "c", "b", "a" })
        {
            await store.OnceAsync(key, () => Task.FromResult(++runs));
        }

        Check.Equal(4, runs);
    }

    private async Task<int> PostAsync(
        byte[] body, string? signature = null, string type = "application/json", Action<HttpRequestMessage>? change = null)
    {
        using HttpRequestMessage request = new(HttpMethod.Post, $"http://127.0.0.1:{port}/hooks");
        request.Content = new ByteArrayContent(body);
        request.Content.Headers.TryAddWithoutValidation("Content-Type", type);
        request.Headers.TryAddWithoutValidation(Contract.SignatureHeader, signature ?? WebhookSignature.Sign(body, Secret));
        change?.Invoke(request);
        using HttpResponseMessage response = await http.SendAsync(request);
        return (int)response.StatusCode;
    }

    private void Handled(params long[] expected)
    {
        lock (handled)
        {
            Check.Equal(string.Join(",", expected), string.Join(",", handled), "handed over:");
        }
    }

    private static byte[] Payment(string id) => Bytes($"{{\"@event\":\"{Contract.CaseFilePaymentConfirmed}\",\"id\":{id}}}");

    private static byte[] Bytes(string text) => Encoding.UTF8.GetBytes(text);
}
