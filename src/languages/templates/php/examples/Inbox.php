<?php

declare(strict_types=1);

use CollectionsContract\DuplicateStore;
use CollectionsContract\EventBusyException;
use CollectionsContract\Model\PaymentSnapshot;

/**
 * Payments and the keys of those that were handed over, in one file of lines. Its locks hold for all processes of one
 * machine. It reads the whole file for each payment: use a table with a unique key before there are many.
 */
final class Inbox implements DuplicateStore
{
    /** Files that lock keys: a payment that hangs holds up few others. */
    private const LOCKS = 256;

    /** Each request that waits holds a process. */
    private const WAIT_SECONDS = 2;

    public function __construct(private readonly string $path)
    {
    }

    public function once(string $key, callable $handOver): void
    {
        $number = crc32($key) % self::LOCKS;
        $lock = self::locked("$this->path.lock-$number");
        try {
            if (!$this->has($key)) {
                $handOver();
            }
        } finally {
            fclose($lock);
        }
    }

    /** Writes a payment to disk. Call it only inside of once(). */
    public function add(PaymentSnapshot $payment): void
    {
        $line = json_encode(['id' => $payment->id, 'event' => $payment->event], JSON_THROW_ON_ERROR) . "\n";
        $file = self::locked($this->path);
        try {
            $end = strlen(self::wholeLines($file));
            // A crash cut off what follows, so its payment was never acknowledged: the service retries it.
            ftruncate($file, $end);
            fseek($file, $end);
            if (fwrite($file, $line) !== strlen($line) || !fsync($file)) {
                // What may not be on disk must not count as handled.
                ftruncate($file, $end);
                throw new RuntimeException('the inbox cannot be written');
            }
        } finally {
            fclose($file);
        }
    }

    private function has(string $key): bool
    {
        $file = self::open($this->path);
        try {
            foreach (explode("\n", rtrim(self::wholeLines($file))) as $line) {
                $entry = json_decode($line);
                if ($entry !== null && "$entry->id $entry->event" === $key) {
                    return true;
                }
            }
        } finally {
            fclose($file);
        }

        return false;
    }

    /** @param resource $file */
    private static function wholeLines(mixed $file): string
    {
        $text = (string) stream_get_contents($file, offset: 0);

        return substr($text, 0, (int) strrpos("\n$text", "\n"));
    }

    /** @return resource whose lock ends when it is closed */
    private static function locked(string $path): mixed
    {
        $file = self::open($path);
        for ($until = microtime(true) + self::WAIT_SECONDS; !flock($file, LOCK_EX | LOCK_NB); usleep(10_000)) {
            if (microtime(true) > $until) {
                throw new EventBusyException('another process holds the lock of this payment');
            }
        }

        return $file;
    }

    /** @return resource */
    private static function open(string $path): mixed
    {
        $file = @fopen($path, 'c+');

        return $file === false ? throw new RuntimeException('the inbox cannot be opened') : $file;
    }
}
