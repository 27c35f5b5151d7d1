<?php

declare(strict_types=1);

namespace CollectionsContract;

/**
 * The receiver behind PHP itself: FPM, Apache, or the built-in server. With a framework, call refuseHead() and
 * receive() of the receiver instead.
 */
final class Endpoint
{
    private function __construct()
    {
    }

    /** Reads the request of this script, and answers it. Call it last. */
    public static function run(Receiver $receiver): void
    {
        // A script that ends early (memory, time, exit) must not look like a success, and a warning that PHP prints must
        // not send the headers.
        http_response_code(500);
        ob_start();
        $answer = self::receive($receiver);
        ob_end_clean();
        http_response_code($answer->status);
        header_remove('Content-Type');
        if ($answer->status === 405) {
            header('Allow: POST');
        }
    }

    private static function receive(Receiver $receiver): Answer
    {
        $announced = $_SERVER['CONTENT_LENGTH'] ?? '';
        $length = ctype_digit($announced) ? (int) $announced : null;
        $refused = $receiver->refuseHead($_SERVER['REQUEST_METHOD'] ?? '', $_SERVER['CONTENT_TYPE'] ?? null, $length);
        if ($refused !== null) {
            return $refused;
        }
        $body = file_get_contents('php://input', length: $receiver->maxBodyBytes + 1);
        if ($body === false || ($length !== null && strlen($body) !== $length)) {
            return $receiver->refuse(400, 'body_incomplete');
        }
        $name = 'HTTP_' . strtoupper(strtr(Contract::SIGNATURE_HEADER, '-', '_'));

        return $receiver->receive($body, $_SERVER[$name] ?? null);
    }
}
