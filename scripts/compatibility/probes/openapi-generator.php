<?php
require 'GuzzleHttp/autoload.php';
spl_autoload_register(function (string $class): void {
    $file = __DIR__ . '/generated/lib/' . str_replace(['OpenAPI\\Client\\', '\\'], ['', '/'], $class) . '.php';
    if (is_file($file)) require $file;
});

use OpenAPI\Client\Api\AppWebhooksApi;
use OpenAPI\Client\Api\ClientWebhooksApi;
use OpenAPI\Client\Api\OAuthApi;
use OpenAPI\Client\Configuration;
use OpenAPI\Client\Model\AppWebhookWrite;
use OpenAPI\Client\Model\ClientWebhookCreate;
use OpenAPI\Client\Model\PaymentSnapshot;
use OpenAPI\Client\ObjectSerializer;

[, $base, $auth, $token, $operations] = $argv;
$sent = json_decode($operations, true);

function say(string $kind, string $name, callable $act): bool
{
    try {
        echo "$kind\t$name\tok\t", $act(), "\n";
        return true;
    } catch (Throwable $error) {
        echo "$kind\t$name\terror\t", get_class($error), ': ', strtok($error->getMessage(), "\n"), "\n";
        return false;
    }
}

$http = new GuzzleHttp\Client();
$configuration = (new Configuration())->setAccessToken($token);
$tokens = function (Configuration $configuration) use ($http, $sent): string {
    $form = $sent['exchangeAuthorizationCode'];
    return (new OAuthApi($http, $configuration))->exchangeAuthorizationCode(
        $form['grant_type'], $form['code'], $form['client_id'], $form['client_secret'], $form['redirect_uri']
    )->getAccessToken();
};
if (!say('call', 'exchangeAuthorizationCode', fn() => $tokens($configuration))) {
    say('call', 'exchangeAuthorizationCode', fn() => $tokens((new Configuration())->setHost($auth)));
}
say('call', 'createClientWebhook', fn() => (new ClientWebhooksApi($http, $configuration))
    ->createClientWebhook(new ClientWebhookCreate($sent['createClientWebhook']))->getSecret());
$apps = new AppWebhooksApi($http, $configuration);
say('call', 'listAppWebhooks', fn() => json_encode($apps->listAppWebhooks('7'), JSON_UNESCAPED_SLASHES));
say('call', 'createAppWebhook', fn() => $apps->createAppWebhook(
    ObjectSerializer::deserialize(json_decode(json_encode($sent['createAppWebhook'])), '\\' . AppWebhookWrite::class)
)->getWebhookUrl());
foreach (array_slice($argv, 5) as $index => $file) {
    say('fixture', (string) $index, function () use ($file): string {
        $payment = ObjectSerializer::deserialize(json_decode(file_get_contents($file)), '\\' . PaymentSnapshot::class);
        $wrong = $payment->listInvalidProperties();
        if ($wrong) throw new Exception(implode(', ', $wrong));
        return json_encode(ObjectSerializer::sanitizeForSerialization($payment));
    });
}
