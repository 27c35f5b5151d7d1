<?php

/*
 * From an authorization code to a registered webhook. Prints what the service answered as one JSON document, without
 * tokens and secrets; the secret of the new webhook goes into the file SECRET_FILE, which only this user may read.
 *
 * Reads BASE_URL, AUTH_URL, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI, CODE, CLIENT_IRI, APP_IRI, APP_ID, WEBHOOK_URL and
 * SECRET_FILE. ALLOW_INSECURE_LOOPBACK=1 allows plain http to this machine, for tests.
 */

declare(strict_types=1);

use CollectionsContract\ApiException;
use CollectionsContract\Client;
use CollectionsContract\Contract;
use CollectionsContract\Model\AppWebhookWrite;
use CollectionsContract\Model\ClientWebhookCreate;
use CollectionsContract\OAuth;

require __DIR__ . '/../autoload.php';

$env = static fn (string $name): string => getenv($name) ?: exit("$name is missing\n");
$isLocal = getenv('ALLOW_INSECURE_LOOPBACK') === '1';
$events = [Contract::CASE_FILE_PAYMENT_CONFIRMED];
$url = $env('WEBHOOK_URL');
try {
    $oauth = new OAuth($env('AUTH_URL'), $env('CLIENT_ID'), $env('CLIENT_SECRET'), $isLocal);
    $tokens = $oauth->exchange($env('CODE'), $env('REDIRECT_URI'));
    $client = new Client($env('BASE_URL'), $tokens->accessToken, $isLocal);

    $created = $client->createClientWebhook(
        new ClientWebhookCreate(client: $env('CLIENT_IRI'), name: 'Payments', events: $events, url: $url),
    );
    umask(0077);
    if (@file_put_contents($env('SECRET_FILE'), $created->secret) !== strlen($created->secret)) {
        fwrite(STDERR, "secret_not_stored: SECRET_FILE cannot be written\n");
        exit(1);
    }

    $appWebhook = $client->createAppWebhook(new AppWebhookWrite(
        app: $env('APP_IRI'),
        webhookUrl: $url,
        events: $events,
        responseHandlingType: Contract::WAIT_FOR_SUCCESSFUL_RESPONSE,
        active: true,
    ));
    $clientWebhook = $created->jsonSerialize();
    unset($clientWebhook->secret);
    echo json_encode([
        'tokens' => ['token_type' => $tokens->tokenType, 'expires_in' => $tokens->expiresIn],
        'clientWebhook' => $clientWebhook,
        'appWebhook' => $appWebhook,
        'appWebhooks' => $client->listAppWebhooks($env('APP_ID')),
    ], JSON_THROW_ON_ERROR);
} catch (ApiException $error) {
    // One line: the code, the operation, the status. Never what the service sent.
    fwrite(STDERR, $error->getMessage() . "\n");
    exit(1);
}
