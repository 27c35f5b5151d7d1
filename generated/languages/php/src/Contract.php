<?php

// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

declare(strict_types=1);

namespace CollectionsContract;

/** What the documents state, as values. */
final class Contract
{
    /** The version of the documents. */
    public const VERSION = '0.1.0';

    /** The header that carries the signature of a delivery. */
    public const SIGNATURE_HEADER = 'X-Service-Signature';

    /** What stands before the digits of a signature. */
    public const SIGNATURE_PREFIX = 'sha256=';

    /** The header that carries the access token of a call, by default. */
    public const TOKEN_HEADER = 'Authorization';

    /** What stands before the token in that header. */
    public const TOKEN_PREFIX = 'Bearer ';

    /** An event. */
    public const CASE_FILE_PAYMENT_CONFIRMED = 'case_file.payment.confirmed';

    /** The HTTP status of the answer is ignored. */
    public const FIRE_AND_FORGET = 1;

    /** A delivery whose answer is not 2xx is retried. */
    public const WAIT_FOR_SUCCESSFUL_RESPONSE = 2;

    /** The grant of the token request. */
    public const GRANT_TYPE = 'authorization_code';

    /** The fewest events that an app webhook may list. */
    public const APP_WEBHOOK_EVENTS_MIN = 1;

    /** The most events that an app webhook may list. */
    public const APP_WEBHOOK_EVENTS_MAX = 100;

    /** The events that are delivered today. More may come. */
    public const EVENT_NAMES = [self::CASE_FILE_PAYMENT_CONFIRMED];

    /** Models of payloads by the name of the event. */
    public const EVENT_MODELS = [
        self::CASE_FILE_PAYMENT_CONFIRMED => Model\PaymentSnapshot::class,
    ];

    /** Method and path of each operation. */
    public const OPERATIONS = [
        'exchangeAuthorizationCode' => ['POST', '/oauth/v2/token'],
        'createClientWebhook' => ['POST', '/api/client_webhooks'],
        'listAppWebhooks' => ['GET', '/api/apps/{id}/app_webhooks'],
        'createAppWebhook' => ['POST', '/api/app_webhooks'],
    ];

    /** Path, grant type and media type of a refresh. */
    public const REFRESH = ['/oauth/v2/token', 'refresh_token', 'application/x-www-form-urlencoded'];

    private function __construct()
    {
    }
}
