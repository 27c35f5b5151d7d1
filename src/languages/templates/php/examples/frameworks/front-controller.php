<?php

// Plain PHP: payments.php, for PHP-FPM behind nginx, Apache or HAProxy, and for mod_php.

use CollectionsContract\Delivery;
use CollectionsContract\Endpoint;
use CollectionsContract\Model\PaymentSnapshot;
use CollectionsContract\PdoStore;
use CollectionsContract\Receiver;

http_response_code(500); // a script that dies before its end must not look like a success
require __DIR__ . '/vendor/autoload.php';

$pdo = new PDO(getenv('DATABASE_URL'), options: [PDO::ATTR_TIMEOUT => 3]); // seconds, to connect
$store = new PdoStore($pdo);
$store->migrate('CREATE TABLE IF NOT EXISTS payment (id BIGINT, amount BIGINT)'); // better in your migrations
$book = fn (PaymentSnapshot $payment, Delivery $delivery) => $delivery->transaction
    ->prepare('INSERT INTO payment VALUES (?, ?)')->execute([$payment->id, $payment->amount]);
Endpoint::run(new Receiver([getenv('WEBHOOK_SECRET')], $book, $store));
