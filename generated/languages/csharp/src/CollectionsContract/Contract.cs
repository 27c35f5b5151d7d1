// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

using System.Collections.Generic;

namespace CollectionsContract;

/// <summary>What the documents state, as values.</summary>
public static class Contract
{
    /// <summary>The version of the documents.</summary>
    public const string Version = "0.1.0";

    /// <summary>Carries the signature of a delivery.</summary>
    public const string SignatureHeader = "X-Service-Signature";

    /// <summary>Stands before the digits.</summary>
    public const string SignaturePrefix = "sha256=";

    /// <summary>An event.</summary>
    public const string CaseFilePaymentConfirmed = "case_file.payment.confirmed";

    /// <summary>The HTTP status of the answer is ignored.</summary>
    public const long FireAndForget = 1;

    /// <summary>A delivery whose answer is not 2xx is retried.</summary>
    public const long WaitForSuccessfulResponse = 2;

    /// <summary>How few events an app webhook may list.</summary>
    public const int AppWebhookEventsMin = 1;

    /// <summary>How many events an app webhook may list.</summary>
    public const int AppWebhookEventsMax = 100;

    /// <summary>The events that are delivered today. More may come.</summary>
    public static IReadOnlyList<string> EventNames { get; } = new[] { CaseFilePaymentConfirmed };
}
