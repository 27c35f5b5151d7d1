<?php

declare(strict_types=1);

namespace CollectionsContract;

use InvalidArgumentException;
use PDO;
use PDOException;
use Throwable;

/**
 * Remembers deliveries in the table `handled_delivery` of SQLite or PostgreSQL, for all processes. `$delivery->transaction`
 * is the PDO: the key and what the handler writes with it are committed together, or not at all.
 */
final class PdoStore implements DuplicateStore
{
    /** For your migrations. Rows that are older than any retry may be deleted. A table with `key` alone is as good. */
    public const TABLE = 'CREATE TABLE IF NOT EXISTS handled_delivery '
        . '(key VARCHAR(255) PRIMARY KEY, handled_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP)';

    /** What PostgreSQL calls lock_not_available. */
    private const LOCK_NOT_AVAILABLE = '55P03';

    private readonly bool $isSqlite;

    /**
     * @param PDO $pdo outside of a transaction
     * @param int $timeoutMs how long to wait for another process that handles the same payment; then the answer is 503.
     *     SQLite has one writer at a time: any payment waits for it
     * @throws InvalidArgumentException option_invalid: another database, or errors that are not thrown
     */
    public function __construct(private readonly PDO $pdo, private readonly int $timeoutMs = 2_000)
    {
        $driver = $pdo->getAttribute(PDO::ATTR_DRIVER_NAME);
        if (!in_array($driver, ['sqlite', 'pgsql'], true) || $timeoutMs < 1) {
            throw new InvalidArgumentException('option_invalid: PdoStore is for SQLite and PostgreSQL, with a time-out');
        }
        if ($pdo->getAttribute(PDO::ATTR_ERRMODE) !== PDO::ERRMODE_EXCEPTION) {
            throw new InvalidArgumentException('option_invalid: PdoStore needs PDO::ERRMODE_EXCEPTION');
        }
        $this->isSqlite = $driver === 'sqlite';
    }

    /** Makes the table if it is not there, and runs statements of your own, such as for a table of payments. */
    public function migrate(string ...$statements): void
    {
        $all = [self::TABLE, ...$statements];
        // Two processes that start at once wait for each other: SQLite before each statement outside of a transaction.
        $this->isSqlite
            ? $this->runAll($this->setTimeout(), ...$all)
            : $this->transaction(fn () => $this->runAll('SELECT pg_advisory_xact_lock(4711)', ...$all));
    }

    public function once(string $key, callable $handOver): void
    {
        $this->transaction(function () use ($key, $handOver): void {
            if ($this->isInserted($key)) {
                $handOver($this->pdo);
            }
        });
    }

    private function isInserted(string $key): bool
    {
        $insert = $this->pdo->prepare('INSERT INTO handled_delivery (key) VALUES (?) ON CONFLICT DO NOTHING');
        try {
            $insert->execute([$key]);
        } catch (PDOException $error) {
            throw $error->getCode() === self::LOCK_NOT_AVAILABLE
                ? new EventBusyException('another process handles this payment', previous: $error)
                : $error;
        }

        return $insert->rowCount() === 1;
    }

    private function transaction(callable $work): void
    {
        $this->pdo->beginTransaction();
        try {
            $this->runAll($this->setTimeout());
            $work();
            $this->pdo->commit();
        } catch (Throwable $error) {
            try {
                $this->pdo->inTransaction() && $this->pdo->rollBack();
            } finally {
                throw $error;
            }
        }
    }

    private function setTimeout(): string
    {
        return ($this->isSqlite ? 'PRAGMA busy_timeout' : 'SET LOCAL lock_timeout') . " = $this->timeoutMs";
    }

    private function runAll(string ...$statements): void
    {
        foreach ($statements as $statement) {
            $this->pdo->exec($statement);
        }
    }
}
