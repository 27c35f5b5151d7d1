<?php

/*
 * A receiver of confirmed payments. Each payment becomes a row of the SQLite database PROCESSED, together with the key
 * by which duplicates are known: on disk before the answer is sent, for all processes of one machine. In production it
 * runs under FPM; for development:
 *
 *     WEBHOOK_SECRET=... PROCESSED=payments.db PHP_CLI_SERVER_WORKERS=4 \
 *         php -d display_errors=0 -d output_buffering=1 -d enable_post_data_reading=0 \
 *         -S 127.0.0.1:8080 examples/receiver.php
 */

declare(strict_types=1);

use CollectionsContract\Delivery;
use CollectionsContract\Endpoint;
use CollectionsContract\Model\PaymentSnapshot;
use CollectionsContract\PdoStore;
use CollectionsContract\Receiver;

// A script that dies before Endpoint runs must not look like a success.
http_response_code(500);

require __DIR__ . '/../autoload.php';

$store = new PdoStore(new PDO('sqlite:' . (getenv('PROCESSED') ?: __DIR__ . '/../payments.db')));
$store->migrate('CREATE TABLE IF NOT EXISTS payment (id INTEGER, event TEXT)');
Endpoint::run(new Receiver(
    [(string) getenv('WEBHOOK_SECRET')],
    static fn (PaymentSnapshot $payment, Delivery $delivery) => $delivery->transaction
        ->prepare('INSERT INTO payment VALUES (?, ?)')->execute([$payment->id, $payment->event]),
    $store,
));
