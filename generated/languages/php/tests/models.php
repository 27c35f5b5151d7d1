<?php

// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

declare(strict_types=1);

namespace CollectionsContract;

/** Models by the name of the schema. */
return [
    'CaseFileReference' => Model\CaseFileReference::class,
    'PaymentSnapshot' => Model\PaymentSnapshot::class,
    'AppDelivery' => Model\AppDelivery::class,
    'ClientWebhookCreate' => Model\ClientWebhookCreate::class,
    'ClientWebhook' => Model\ClientWebhook::class,
    'AppWebhookWrite' => Model\AppWebhookWrite::class,
    'AppWebhook' => Model\AppWebhook::class,
    'TokenResponse' => Model\TokenResponse::class,
];
