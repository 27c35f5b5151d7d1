using System;
using System.IO;
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace CollectionsContract;

/// <summary>
/// A receiver behind a small HTTP server, for programs without a web framework: one request for each connection. It
/// speaks plain HTTP: let a proxy in front end TLS. With a framework, call <see cref="Receiver.RefuseHead"/> and
/// <see cref="Receiver.ReceiveAsync"/> instead. It does not stand on HttpListener, which outside Windows hides all but
/// the last of several signature headers, and ends the process if a connection comes while it starts.
/// </summary>
public sealed class ReceiverServer : IDisposable
{
    private const int ConnectionsMax = 256;

    private readonly TcpListener listener;
    private readonly Receiver receiver;
    private readonly TimeSpan requestTimeout;
    private readonly SemaphoreSlim free = new(ConnectionsMax, ConnectionsMax);
    private volatile bool isDisposed;

    /// <summary>Listens. Port 0 takes a free one.</summary>
    /// <param name="address">Where to listen.</param>
    /// <param name="receiver">Judges what arrives.</param>
    /// <param name="requestTimeout">How long a request may take to arrive.</param>
    public ReceiverServer(IPEndPoint address, Receiver receiver, TimeSpan requestTimeout)
    {
        this.receiver = receiver;
        this.requestTimeout = requestTimeout;
        listener = new TcpListener(address);
        listener.Start(backlog: 128);
    }

    /// <summary>The port it listens on.</summary>
    public int Port => ((IPEndPoint)listener.LocalEndpoint).Port;

    /// <summary>Serves until it is disposed.</summary>
    public async Task RunAsync()
    {
        while (!isDisposed)
        {
            await free.WaitAsync().ConfigureAwait(false);
            try
            {
                TcpClient client = await listener.AcceptTcpClientAsync().ConfigureAwait(false);
                _ = Task.Run(() => ServeAsync(client));
            }
            catch (Exception error) when (error is SocketException || error is ObjectDisposedException || error is InvalidOperationException)
            {
                // Somebody hung up; or this server was disposed of, and the loop ends.
                free.Release();
            }
        }
    }

    /// <inheritdoc />
    public void Dispose()
    {
        isDisposed = true;
        listener.Stop();
    }

    private async Task ServeAsync(TcpClient client)
    {
        try
        {
            using (client)
            {
                client.NoDelay = true;
                NetworkStream stream = client.GetStream();
                Answer answer = await AnswerToAsync(stream).ConfigureAwait(false);
                byte[] head = Encoding.ASCII.GetBytes(HeadOf(answer.Status));
                await stream.WriteAsync(head, 0, head.Length).ConfigureAwait(false);
                client.Client.Shutdown(SocketShutdown.Send);
                await DrainAsync(stream).ConfigureAwait(false);
            }
        }
        catch (Exception error)
        {
            receiver.Report("connection_failed", error);
        }
        finally
        {
            free.Release();
        }
    }

    private async Task<Answer> AnswerToAsync(NetworkStream stream)
    {
        using CancellationTokenSource deadline = new(requestTimeout);
        HttpRequestReader request = new(stream, deadline.Token);
        byte[]? body;
        try
        {
            await request.ReadHeadAsync().ConfigureAwait(false);
            Answer? refused = receiver.RefuseHead(request.Method, request.Value("Content-Type"), request.ContentLength);
            if (refused is not null)
            {
                return refused;
            }

            if ("100-continue".Equals(request.Value("Expect"), StringComparison.OrdinalIgnoreCase))
            {
                await stream.WriteAsync(Encoding.ASCII.GetBytes("HTTP/1.1 100 Continue\r\n\r\n"), deadline.Token).ConfigureAwait(false);
            }

            body = await request.ReadBodyAsync(receiver.MaxBodyBytes).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            return receiver.Refuse(408, "body_timeout");
        }
        catch (Exception error) when (error is InvalidDataException || error is EndOfStreamException)
        {
            return receiver.Refuse(400, "body_incomplete");
        }

        return body is null
            ? receiver.Refuse(413, "body_too_large")
            : await receiver.ReceiveAsync(body, request.Value(Contract.SignatureHeader)).ConfigureAwait(false);
    }

    private static string HeadOf(int status)
    {
        string more = status == 405 ? "Allow: POST\r\n" : "";
        string length = status == 204 ? "" : "Content-Length: 0\r\n";
        return $"HTTP/1.1 {status} \r\nConnection: close\r\n{more}{length}\r\n";
    }

    /// <summary>Closing while bytes come in would take the answer back. For a second at most.</summary>
    private static async Task DrainAsync(NetworkStream stream)
    {
        using CancellationTokenSource patience = new(TimeSpan.FromSeconds(1));
        byte[] rest = new byte[16_384];
        try
        {
            while (await stream.ReadAsync(rest.AsMemory(), patience.Token).ConfigureAwait(false) > 0)
            {
                // Thrown away.
            }
        }
        catch (Exception error) when (error is OperationCanceledException || error is IOException)
        {
            // The answer is sent; whatever else comes is nothing to this server.
        }
    }
}
