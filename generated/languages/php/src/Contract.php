<?php

// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

declare(strict_types=1);

namespace CollectionsContract;

/** What the documents state, as values. */
final class Contract
{
    public const VERSION = '0.1.0';

    public const SIGNATURE_HEADER = 'X-Service-Signature';
    public const SIGNATURE_PREFIX = 'sha256=';

    /** How a call carries its access token, unless the client is told otherwise. */
    public const TOKEN_HEADER = 'Authorization';
    public const TOKEN_PREFIX = 'Bearer ';

    public const CASE_FILE_PAYMENT_CONFIRMED = 'case_file.payment.confirmed';

    /** The events that are delivered today. More may come. */
    public const EVENT_NAMES = [self::CASE_FILE_PAYMENT_CONFIRMED];

    /** Models of payloads by the name of the event. */
    public const EVENT_MODELS = [
        self::CASE_FILE_PAYMENT_CONFIRMED => Model\PaymentSnapshot::class,
    ];

    /** The HTTP status of the answer is ignored. */
    public const FIRE_AND_FORGET = 1;

    /** A delivery whose answer is not 2xx is retried. */
    public const WAIT_FOR_SUCCESSFUL_RESPONSE = 2;

    /** Method and path of each operation. */
    public const OPERATIONS = [
        'exchangeAuthorizationCode' => ['POST', '/oauth/v2/token'],
        'createClientWebhook' => ['POST', '/api/client_webhooks'],
        'listAppWebhooks' => ['GET', '/api/apps/{id}/app_webhooks'],
        'createAppWebhook' => ['POST', '/api/app_webhooks'],
    ];

    public const GRANT_TYPE = 'authorization_code';

    public const APP_WEBHOOK_EVENTS_MIN = 1;
    public const APP_WEBHOOK_EVENTS_MAX = 100;

    private function __construct()
    {
    }
}
