using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using System.Text.Json;
using System.Threading.Tasks;

namespace CollectionsContract;

/// <summary>
/// What is done with a request, whatever server it came through: check, verify, read, hand over, and only then answer
/// 2xx. Safe for concurrent use.
/// </summary>
public sealed class Receiver
{
    private readonly string[] secrets;
    private readonly Func<PaymentSnapshot, Task> onPayment;
    private readonly ReceiverOptions options;

    /// <summary>Makes a receiver.</summary>
    /// <param name="secrets">Of the webhooks that post here, one or several.</param>
    /// <param name="onPayment">
    /// Stores or enqueues a confirmed payment; real work comes later. If it throws, the answer is 500 and the service
    /// delivers again.
    /// </param>
    /// <param name="options">Defaults if left out.</param>
    /// <exception cref="ArgumentException"><c>secret_empty</c>: there is none, or one is empty.</exception>
    public Receiver(IEnumerable<string> secrets, Func<PaymentSnapshot, Task> onPayment, ReceiverOptions? options = null)
    {
        this.secrets = secrets.ToArray();
        if (this.secrets.Length == 0 || this.secrets.Any(string.IsNullOrEmpty))
        {
            throw new ArgumentException("secret_empty: pass secrets, none of them empty", nameof(secrets));
        }

        this.onPayment = onPayment;
        this.options = options ?? new ReceiverOptions();
    }

    /// <summary>Largest body in bytes.</summary>
    public int MaxBodyBytes => options.MaxBodyBytes;

    /// <summary>What can be refused before a byte of the body is read; null if nothing can.</summary>
    /// <param name="method">As it arrived.</param>
    /// <param name="contentType">As it arrived, null if there was none.</param>
    /// <param name="contentLength">In bytes, null if it is not known.</param>
    public Answer? RefuseHead(string method, string? contentType, long? contentLength)
    {
        if (method != "POST")
        {
            return Refuse(405, "method_not_allowed");
        }

        string mediaType = (contentType ?? "").Split(';')[0].Trim();
        if (!mediaType.Equals("application/json", StringComparison.OrdinalIgnoreCase))
        {
            return Refuse(415, "media_type_unsupported");
        }

        return contentLength > options.MaxBodyBytes ? Refuse(413, "body_too_large") : null;
    }

    /// <summary>Takes a delivery.</summary>
    /// <param name="body">The bytes as they arrived.</param>
    /// <param name="signature">
    /// The value of the signature header, null if there was none; several of the same name joined by a comma.
    /// </param>
    public async Task<Answer> ReceiveAsync(byte[] body, string? signature)
    {
        if (body.Length > options.MaxBodyBytes)
        {
            return Refuse(413, "body_too_large");
        }

        Verdict verdict = WebhookSignature.Verify(body, signature, secrets);
        if (!verdict.Ok)
        {
            return Refuse(401, verdict.Code!);
        }

        PaymentSnapshot? payment;
        try
        {
            payment = PaymentIn(Json.Parse(body));
        }
        catch (DecoderFallbackException)
        {
            return Refuse(400, "body_not_utf8");
        }
        catch (JsonException)
        {
            return Refuse(400, "body_not_json");
        }
        catch (PayloadException error)
        {
            return Refuse(422, "payload_invalid", error);
        }

        return payment is null ? new Answer(204) : await HandOverAsync(payment).ConfigureAwait(false);
    }

    internal Answer Refuse(int status, string code, Exception? error = null)
    {
        Report(code, error);
        return new Answer(status, code);
    }

    internal void Report(string code, Exception? error) => options.OnProblem(code, error);

    /// <summary>Null for other events: they may be added, and refusing one would make the service repeat it.</summary>
    private static PaymentSnapshot? PaymentIn(JsonElement payload)
    {
        bool isPayment = AppDelivery.FromJson(payload).Event == Contract.CaseFilePaymentConfirmed;
        return isPayment ? PaymentSnapshot.FromJson(payload) : null;
    }

    private async Task<Answer> HandOverAsync(PaymentSnapshot payment)
    {
        try
        {
            await options.Store.OnceAsync($"{payment.Id} {payment.Event}", () => onPayment(payment)).ConfigureAwait(false);
        }
        catch (Exception error)
        {
            return Refuse(500, "handler_failed", error);
        }

        return new Answer(204);
    }
}
