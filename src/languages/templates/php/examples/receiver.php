<?php

/*
 * A receiver of confirmed payments. Each payment becomes one line of the file PROCESSED, on disk before the answer is
 * sent. The same file remembers duplicates. In production it runs under FPM; for development:
 *
 *     WEBHOOK_SECRET=... PROCESSED=payments.jsonl PHP_CLI_SERVER_WORKERS=4 \
 *         php -d display_errors=0 -d output_buffering=1 -d enable_post_data_reading=0 \
 *         -S 127.0.0.1:8080 examples/receiver.php
 */

declare(strict_types=1);

use CollectionsContract\Endpoint;
use CollectionsContract\Model\PaymentSnapshot;
use CollectionsContract\Receiver;

// A script that dies before Endpoint runs must not look like a success.
http_response_code(500);

require __DIR__ . '/../autoload.php';
require __DIR__ . '/Inbox.php';

$inbox = new Inbox(getenv('PROCESSED') ?: __DIR__ . '/../payments.jsonl');
Endpoint::run(new Receiver(
    [(string) getenv('WEBHOOK_SECRET')],
    static function (PaymentSnapshot $payment) use ($inbox): void {
        $inbox->add($payment);
    },
    $inbox,
));
