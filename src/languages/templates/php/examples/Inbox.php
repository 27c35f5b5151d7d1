<?php

declare(strict_types=1);

use CollectionsContract\DuplicateStore;
use CollectionsContract\Model\PaymentSnapshot;

/**
 * Payments and the keys of those that were handed over, in one file of lines. Its lock holds for all processes of one
 * machine. It reads the whole file for each payment: use a table with a unique key before there are many.
 */
final class Inbox implements DuplicateStore
{
    public function __construct(private readonly string $path)
    {
    }

    public function once(string $key, callable $handOver): void
    {
        $file = $this->open();
        try {
            if (!flock($file, LOCK_EX)) {
                throw new RuntimeException('the inbox cannot be locked');
            }
            if (!$this->has($file, $key)) {
                $handOver();
            }
        } finally {
            fclose($file);
        }
    }

    /** Writes a payment to disk. Call it only inside of once(). */
    public function add(PaymentSnapshot $payment): void
    {
        $line = json_encode(['id' => $payment->id, 'event' => $payment->event], JSON_THROW_ON_ERROR) . "\n";
        $file = $this->open();
        try {
            fseek($file, 0, SEEK_END);
            $end = ftell($file);
            if (fwrite($file, $line) !== strlen($line) || !fsync($file)) {
                // What may not be on disk must not count as handled: the service retries.
                ftruncate($file, $end);
                throw new RuntimeException('the inbox cannot be written');
            }
        } finally {
            fclose($file);
        }
    }

    /** @param resource $file */
    private function has(mixed $file, string $key): bool
    {
        $whole = 0;
        while (($line = fgets($file)) !== false) {
            if (!str_ends_with($line, "\n")) {
                // A crash cut this line off, so its payment was never acknowledged: the service retries it.
                ftruncate($file, $whole);
                break;
            }
            $whole += strlen($line);
            $entry = json_decode($line, true, 8, JSON_THROW_ON_ERROR);
            if ("{$entry['id']} {$entry['event']}" === $key) {
                return true;
            }
        }

        return false;
    }

    /** @return resource */
    private function open(): mixed
    {
        $file = @fopen($this->path, 'c+');

        return $file === false ? throw new RuntimeException('the inbox cannot be opened') : $file;
    }
}
