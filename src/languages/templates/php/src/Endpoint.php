<?php

declare(strict_types=1);

namespace CollectionsContract;

use Closure;
use LogicException;

/**
 * The receiver behind PHP itself: FPM, Apache, or the built-in server. With a framework, call refuseHead() and
 * receive() of the receiver instead.
 *
 * Whatever the script, its libraries and the handler do to the status line, headers and output, the last word is the
 * answer of the receiver; and before there is one, 500.
 */
final class Endpoint
{
    /** Seconds after which proxies in front have given up, in their defaults. */
    private const GIVEN_UP_SECONDS = 90;

    private const FATAL = E_ERROR | E_PARSE | E_CORE_ERROR | E_COMPILE_ERROR | E_USER_ERROR | E_RECOVERABLE_ERROR;

    /** What answers now, or has answered: of a framework, only until its receiver returns. */
    private static ?self $last = null;
    private static bool $isWatched = false;

    private Answer $answer;

    private bool $isAnswered = false;

    private bool $isTold = false;

    private function __construct(private readonly Receiver $receiver)
    {
        $this->answer = new Answer(500, 'handler_failed');
    }

    /**
     * Reads the request of this script, and answers it. Call it last: earlier output and headers are dropped.
     *
     * If PHP sent a 2xx earlier and the answer is another one, it ends the process, so that the connection breaks.
     */
    public static function run(Receiver $receiver): void
    {
        $endpoint = self::begin($receiver);
        $endpoint->prepare();
        $endpoint->answer = $endpoint->receive();
        $endpoint->isAnswered = true;
        $endpoint->finish();
    }

    /** @internal Makes an answer. If the script ends meanwhile, that is 500: frameworks would leave it at 200. */
    public static function whole(Receiver $receiver, Closure $make): Answer
    {
        [$before, $shown, $level] = [self::$last, ini_get('display_errors'), ob_get_level()];
        $own = self::begin($receiver);
        // What is sent meanwhile, by a handler or a script that ends, would have the 200 of a framework.
        $status = PHP_SAPI === 'cli' || headers_sent() ? 500 : (int) http_response_code();
        $status === 500 || @http_response_code(500);
        PHP_SAPI === 'cli' || ob_start($own->held(...));
        try {
            return $make();
        } finally {
            // The receiver of another fiber may have begun meanwhile.
            $own->isAnswered = true;
            while (ob_get_level() > $level && @ob_end_clean());
            $status === 500 || headers_sent() || @http_response_code($status);
            self::$last = $before?->isAnswered ? null : $before;
            ini_set('display_errors', (string) $shown);
        }
    }

    private static function begin(Receiver $receiver): self
    {
        // An error for lack of memory that is shown goes past all that holds output back.
        ini_set('display_errors', '0');
        self::$isWatched || register_shutdown_function(static fn () => self::$last?->end());
        self::$isWatched = true;

        return self::$last = new self($receiver);
    }

    /** Sets the answer, unless it was sent, and holds back whatever is printed from now on. */
    private function prepare(): void
    {
        if (headers_sent()) {
            return;
        }
        while (ob_get_level() > 0 && @ob_end_clean());
        $this->writeHead();
        // PHP calls it when it sends the headers: others may have changed them since.
        header_register_callback($this->writeHead(...));
        ob_start($this->held(...));
    }

    /** Drops what is printed. What is sent before there is an answer is 500. */
    private function held(string $_, int $phase): string
    {
        $this->isAnswered || headers_sent() || $this->writeHead();

        return ($phase & PHP_OUTPUT_HANDLER_FINAL) > 0 ? $this->answer->body() : '';
    }

    private function writeHead(): void
    {
        header_remove();
        // Only a whole status line replaces one that was set before; http_response_code() does not.
        $protocol = $_SERVER['SERVER_PROTOCOL'] ?? 'HTTP/1.1';
        header("$protocol {$this->answer->status} " . ($this->answer->code ?? 'OK'), true, $this->answer->status);
        foreach ($this->answer->headers() as $name => $value) {
            header("$name: $value");
        }
    }

    /** Runs at the end of the script, also after exit and after fatal errors. */
    private function end(): void
    {
        if (!$this->isAnswered) {
            $last = error_get_last();
            $cause = $last !== null && ($last['type'] & self::FATAL) > 0 ? $last['message'] : 'exit';
            $this->receiver->refuseLast('handler_failed', new LogicException("the script ended early: $cause"));
        }
        // A worker has no answer of PHP.
        PHP_SAPI === 'cli' || $this->finish();
    }

    private function finish(): void
    {
        $this->prepare();
        $sent = (int) http_response_code();
        if (!headers_sent($file, $line) || $sent === $this->answer->status || $this->isTold) {
            return;
        }
        $this->isTold = true;
        $this->receiver->refuseLast('answer_sent', new LogicException("PHP sent $sent at $file:$line"));
        if ((new Answer($sent))->isSuccess() && !$this->answer->isSuccess()) {
            self::breakConnection();
        }
    }

    /** Without an end of the process, PHP would complete an answer that says that the delivery succeeded. */
    private static function breakConnection(): never
    {
        // The log of FPM would go the way of the answer, which is lost now.
        file_put_contents('php://stderr', "collections-contract: answer_sent. This process ends to break a connection.\n");
        $pid = (int) getmypid();
        // A host may have disabled any of them.
        $ends = ['posix_kill' => [$pid, 9], 'exec' => ["kill -9 $pid"], 'set_time_limit' => [0], 'sleep' => [self::GIVEN_UP_SECONDS]];
        foreach ($ends as $name => $arguments) {
            function_exists($name) && $name(...$arguments);
        }
        exit;
    }

    private function receive(): Answer
    {
        $announced = $_SERVER['CONTENT_LENGTH'] ?? '';
        $length = preg_match('/\A[0-9]+\z/', $announced) === 1 ? (int) $announced : null;
        $method = $_SERVER['REQUEST_METHOD'] ?? '';
        $refused = $this->receiver->refuseHead($method, $_SERVER['CONTENT_TYPE'] ?? null, $length);
        if ($refused !== null) {
            return $refused;
        }
        $body = file_get_contents('php://input', length: $this->receiver->maxBodyBytes + 1);
        if ($body === '' && ($length > 0 || isset($_SERVER['HTTP_TRANSFER_ENCODING']))) {
            return $this->receiver->refuse(400, 'body_not_received');
        }
        if ($body === false || ($length !== null && strlen($body) !== $length)) {
            return $this->receiver->refuse(400, 'body_incomplete');
        }
        $name = 'HTTP_' . strtoupper(strtr(Contract::SIGNATURE_HEADER, '-', '_'));

        return $this->receiver->receive($body, $_SERVER[$name] ?? null);
    }
}
