<?php
require 'GuzzleHttp/autoload.php';
spl_autoload_register(function (string $class): void {
    $file = __DIR__ . '/generated/lib/' . str_replace(['OpenAPI\\Client\\', '\\'], ['', '/'], $class) . '.php';
    if (is_file($file)) require $file;
});

use OpenAPI\Client\{Configuration, ObjectSerializer};
use OpenAPI\Client\Api\{AppWebhooksApi, ClientWebhooksApi, OAuthApi};
use OpenAPI\Client\Model\{AppWebhookWrite, ClientWebhookCreate, PaymentSnapshot};

[, $operation, $base, $token, $text] = $argv;
$configuration = (new Configuration())->setAccessToken($token);
if ($base) $configuration->setHost($base);
$read = fn(string $class) => ObjectSerializer::deserialize(json_decode($text), '\\' . $class);
$at = [new GuzzleHttp\Client(), $configuration];
echo match ($operation) {
    'exchangeAuthorizationCode' => (new OAuthApi(...$at))
        ->exchangeAuthorizationCode(...array_values(json_decode($text, true)))->getAccessToken(),
    'createClientWebhook' => (new ClientWebhooksApi(...$at))->createClientWebhook($read(ClientWebhookCreate::class))->getSecret(),
    'listAppWebhooks' => json_encode((new AppWebhooksApi(...$at))->listAppWebhooks('7'), JSON_UNESCAPED_SLASHES),
    'createAppWebhook' => (new AppWebhooksApi(...$at))->createAppWebhook($read(AppWebhookWrite::class))->getWebhookUrl(),
    'payment' => (function () use ($read): string {
        $payment = $read(PaymentSnapshot::class);
        if ($wrong = $payment->listInvalidProperties()) throw new Exception(implode(', ', $wrong));
        return json_encode(ObjectSerializer::sanitizeForSerialization($payment));
    })(),
};
