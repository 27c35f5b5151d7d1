<?php
// A receiver of client webhook deliveries for PHP's built-in server: php -S 127.0.0.1:$PORT receiver.php

declare(strict_types=1);

const EVENT = 'case_file.payment.confirmed';
const MAX_BYTES = 1 << 20;

/** The prefix, then the HMAC of the raw bytes in hex, compared in constant time. */
function is_signed(string $raw, string $header): bool
{
    $expected = 'sha256=' . hash_hmac('sha256', $raw, (string) getenv('WEBHOOK_SECRET'));
    return preg_match('/\Asha256=[0-9a-fA-F]{64}\z/', $header) === 1
        && hash_equals($expected, strtolower($header));
}

/** The lock of the file spans the look and the note: the server has several processes. */
function take_effect_once(int $id): bool
{
    $line = json_encode(['id' => $id, 'event' => EVENT]);
    $file = fopen((string) getenv('PROCESSED'), 'a+');
    if ($file === false || !flock($file, LOCK_EX)) {
        return false;
    }
    rewind($file);
    $known = explode("\n", (string) stream_get_contents($file));
    $done = in_array($line, $known, true) || fwrite($file, $line . "\n") !== false;
    fflush($file);
    flock($file, LOCK_UN);
    fclose($file);
    return $done;
}

function receive(): int
{
    if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
        return 405;
    }
    $raw = (string) file_get_contents('php://input', false, null, 0, MAX_BYTES + 1);
    if (strlen($raw) > MAX_BYTES) {
        return 413;
    }
    if (!is_signed($raw, $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '')) {
        return 401;
    }
    $payload = json_decode($raw, true);
    if (!is_array($payload) || !is_int($payload['id'] ?? null)) {
        return 400;
    }
    if (($payload['@event'] ?? null) === EVENT && !take_effect_once($payload['id'])) {
        return 500;
    }
    return 204;
}

http_response_code(receive());
