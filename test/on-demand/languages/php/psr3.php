<?php

// What a log of PSR-3 is told: php psr3.php PACKAGE.

declare(strict_types=1);

use CollectionsContract\DuplicateStore;
use CollectionsContract\LabelledSecret;
use CollectionsContract\Receiver;
use CollectionsContract\Signature;
use Psr\Log\AbstractLogger;

require "$argv[1]/autoload.php";
require 'Psr/Log/autoload.php';

$logger = new class () extends AbstractLogger {
    public function log($level, $message, array $context = []): void
    {
        $cause = $context['exception'] ?? null;
        $whose = array_intersect_key($context, ['event' => 0, 'label' => 0, 'owner' => 0]);
        echo "$level {$context['code']} ", implode(' ', [...$whose, '']), $cause === null ? 'none' : $cause::class . ': ' . $cause->getMessage(), "\n";
    }
};
$store = new class () implements DuplicateStore {
    public function once(string $key, callable $handOver): void
    {
        $handOver();
    }
};
$body = '{"@event":"case_file.payment.confirmed","id":1}';
$fail = static fn () => throw new RuntimeException('away');
$receiver = new Receiver([new LabelledSecret('shop', 's', 'acme')], $fail, $store, logger: $logger);
$receiver->receive($body, Signature::sign($body, 's'));
$receiver->receive($body, Signature::sign($body, 'another'));
$refuse = static fn () => throw new LogicException('no');
$listening = new Receiver(['s'], static fn () => null, $store, onAccepted: $refuse, logger: $logger);
$listening->receive($body, Signature::sign($body, 's'));
