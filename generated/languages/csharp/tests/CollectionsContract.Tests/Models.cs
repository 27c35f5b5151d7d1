// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

using System;
using System.Collections.Generic;
using System.Text.Json;

namespace CollectionsContract.Tests;

/// <summary>What reads a payload, by the name of its schema.</summary>
internal static class Models
{
    internal static readonly Dictionary<string, Func<JsonElement, IModel>> Readers = new()
    {
        ["CaseFileReference"] = CaseFileReference.FromJson,
        ["PaymentSnapshot"] = PaymentSnapshot.FromJson,
        ["AppDelivery"] = AppDelivery.FromJson,
        ["ClientWebhookCreate"] = ClientWebhookCreate.FromJson,
        ["ClientWebhook"] = ClientWebhook.FromJson,
        ["AppWebhookWrite"] = AppWebhookWrite.FromJson,
        ["AppWebhook"] = AppWebhook.FromJson,
        ["TokenResponse"] = TokenResponse.FromJson,
    };
}
