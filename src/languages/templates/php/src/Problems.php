<?php

declare(strict_types=1);

namespace CollectionsContract;

use Psr\Log\LoggerInterface;
use Throwable;

/**
 * What a receiver without `onProblem` writes to a log: one of PSR-3, or that of PHP.
 *
 * @internal
 */
final class Problems
{
    /** Seconds in which one code of a refusal is told once, because anyone can send what is refused. */
    private const QUIET_SECONDS = 60;

    /** Nobody but the service can send them. */
    private const SIGNED = ['body_not_utf8', 'body_not_json', PayloadException::CODE, 'owner_unknown'];

    private const ADVICE = [
        'answer_sent' => 'PHP sent an answer before the receiver had one. Print nothing, and set output_buffering.',
        'body_not_received' => 'A proxy or a framework kept the body. With chunks behind FastCGI: keep'
            . ' fastcgi_request_buffering of nginx on, `SetEnv proxy-sendcl 1` in Apache, or use deploy/haproxy.cfg.'
            . ' In a framework, pass the raw bytes before anything reads them.',
        'owner_unknown' => 'A duplicate of a payment that was handled before keys had an owner. If two customers have'
            . ' payments with the same id, look whether this one is booked.',
        'signature_mismatch' => 'None of the secrets makes this signature. Check that the secret belongs to this'
            . ' webhook and is used unchanged, and that nothing changes the body before the receiver gets it.',
    ];

    /**
     * Writes 5xx with the trace of the error, and refusals of what was signed, each time; other codes of 4xx once a
     * minute; 405 are checks of health.
     */
    public static function log(Problem $problem, ?LoggerInterface $logger): void
    {
        [$code, $error, $owner] = [$problem->code, $problem->error, $problem->owner];
        $isQuiet = $problem->status < 500 && !in_array($code, self::SIGNED, true);
        if ($problem->status === 405 || ($isQuiet && self::isTold($code))) {
            return;
        }
        $whose = $owner === null ? '' : ' (owner ' . json_encode($owner, JSON_UNESCAPED_UNICODE) . ')';
        $advice = self::ADVICE[$code] ?? "See `npx collections-contract explain $code`.";
        $text = "collections-contract: $code$whose. $advice";
        if ($logger !== null) {
            $context = ['code' => $code, 'event' => $problem->event, 'label' => $problem->label, 'owner' => $owner];
            $context = array_filter([...$context, 'exception' => $error], static fn (mixed $one) => $one !== null);
            $logger->log($problem->status < 500 ? 'warning' : 'error', $text, $context);
        } else {
            $cause = $problem->status < 500 ? $error?->getMessage() : self::described($error);
            error_log(rtrim("$text $cause"));
        }
    }

    /** With its trace, but without the arguments of calls: they may be secrets and payloads. */
    private static function described(?Throwable $error): string
    {
        if ($error === null) {
            return '';
        }
        $text = $error::class . ": {$error->getMessage()} ({$error->getFile()}:{$error->getLine()})";
        foreach ($error->getTrace() as $i => $call) {
            $place = isset($call['file']) ? "{$call['file']}:{$call['line']}" : '[internal]';
            $text .= "\n#$i $place " . ($call['class'] ?? '') . ($call['type'] ?? '') . "{$call['function']}()";
        }
        $cause = $error->getPrevious();

        return $cause === null ? $text : "$text\ncaused by " . self::described($cause);
    }

    /** PHP forgets with each request, so that the time of a file remembers. */
    private static function isTold(string $code): bool
    {
        $mark = sys_get_temp_dir() . '/collections-contract-' . md5(__DIR__ . get_current_user()) . "-$code";
        clearstatcache(true, $mark);
        if (@filemtime($mark) > time() - self::QUIET_SECONDS) {
            return true;
        }
        @touch($mark);

        return false;
    }
}
