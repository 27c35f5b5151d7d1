<?php

declare(strict_types=1);

namespace CollectionsContract;

use Closure;
use InvalidArgumentException;
use PDO;
use PDOException;
use Throwable;
use WeakReference;

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

    /**
     * For one transaction: PostgreSQL gives up a client that went away, and with it the lock on its key. What was
     * committed is on the disk, also where synchronous commits are switched off. Nothing commits it before SETTINGS.
     */
    private const LIMITS = <<<'SQL'
{{postgresLimits}}
SQL;

    /** What a handler sets for its session would reach another payment on this connection. */
    private const SETTINGS = <<<'SQL'
{{postgresSettings}}
SQL;

    /** What a handler writes behind a rollback that is not seen, such as one of a framework, is refused, not stored alone. */
    private const READ_ONLY_BEHIND = [
        'pgsql' => 'SET SESSION default_transaction_read_only = on; COMMIT; BEGIN READ WRITE; ',
        // Triggers of this connection refuse while a row is there, and a rollback brings it back.
        'sqlite' => 'INSERT INTO temp.outside_delivery VALUES (1); COMMIT; BEGIN; ',
    ];
    private const WRITABLE = [
        'pgsql' => 'RESET default_transaction_read_only',
        'sqlite' => 'DELETE FROM temp.outside_delivery',
    ];
    private const TRIGGERS = <<<'SQL'
        SELECT 'CREATE TEMP TABLE IF NOT EXISTS outside_delivery (row); ' || coalesce(group_concat(printf(
            'CREATE TEMP TRIGGER IF NOT EXISTS "outside delivery %w %w" BEFORE %s ON main."%w"
            WHEN EXISTS (SELECT 1 FROM temp.outside_delivery)
            BEGIN SELECT RAISE(ABORT, ''the transaction of the store has ended''); END; ', act, name, act, name), ''), '')
        FROM main.sqlite_master, (SELECT 'INSERT' AS act UNION SELECT 'UPDATE' UNION SELECT 'DELETE')
        WHERE sql LIKE 'CREATE TABLE%' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'
        SQL;

    private readonly Closure $connect;

    /** Between two deliveries, and none after a failure. */
    private ?PDO $idle = null;

    /** Within a delivery. */
    private ?PDO $inside = null;

    /** That of $idle. */
    private int $process;

    /**
     * @param PDO|Closure(): PDO $pdo outside of a transaction. Where PHP outlives a request (FrankenPHP, RoadRunner,
     *     Swoole), pass a function: it connects for the first delivery, and anew after a failure
     * @param int $timeoutMs how long to wait for another process that handles the same payment; then the answer is 503.
     *     SQLite has one writer at a time: any payment waits for it
     * @param ?Closure(Closure(): void): mixed $transaction calls what it gets in a transaction of your framework, on
     *     this PDO: transactions of the handler are then part of it, and no statement connects anew in the middle
     * @throws InvalidArgumentException option_invalid: another database, or errors that are not thrown
     */
    public function __construct(
        PDO|Closure $pdo,
        private readonly int $timeoutMs = 2_000,
        private readonly ?Closure $transaction = null,
    ) {
        if ($timeoutMs < 1) {
            throw new InvalidArgumentException('option_invalid: timeoutMs is 1 at least');
        }
        $this->process = $process = (int) getmypid();
        $given = static fn () => getmypid() === $process ? $pdo : throw new PDOException('this connection is that of'
            . ' another process: pass PdoStore a function that connects');
        $this->connect = $pdo instanceof PDO ? $given : $pdo;
        $this->idle = $pdo instanceof PDO ? self::checked($pdo) : null;
        // A script that exits, or runs out of time, within a delivery: PDO only rolls back.
        $own = WeakReference::create($this);
        register_shutdown_function(static fn () => $own->get()?->inside && getmypid() === $own->get()->process
            && $own->get()->letWrite($own->get()->inside));
    }

    /** Makes the table if it is not there, and runs statements of your own, such as for a table of payments. */
    public function migrate(string ...$statements): void
    {
        $all = [self::TABLE, ...$statements];
        $pdo = $this->idle ??= self::checked(($this->connect)());
        // Two processes that start at once wait for each other: SQLite before each statement outside of a transaction.
        self::driver($pdo) === 'sqlite'
            ? self::runAll($pdo, $this->setTimeout($pdo), ...$all)
            : $this->transaction(fn (PDO $pdo) => self::runAll($pdo, 'SELECT pg_advisory_xact_lock(4711)', ...$all));
    }

    public function once(string $key, callable $handOver): void
    {
        $this->transaction(function (PDO $pdo) use ($key, $handOver): void {
            if (self::isInserted($pdo, $key)) {
                $held = $this->transaction ? null : new HeldPdo($pdo);
                try {
                    $handOver($held ?? $pdo);
                } finally {
                    // The handler may have changed it: what fails from here on, a commit of a framework too, says so.
                    $pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
                }
                $held?->requireUntouched();
            }
        });
    }

    private static function isInserted(PDO $pdo, string $key): bool
    {
        $insert = $pdo->prepare('INSERT INTO handled_delivery (key) VALUES (?) ON CONFLICT DO NOTHING');
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
        if ($this->process !== getmypid()) {
            // Forked processes that share a connection read each other's answers.
            [$this->idle, $this->process] = [null, (int) getmypid()];
        }
        $pdo = $this->idle ?? self::checked(($this->connect)());
        // What fails may be a connection that is gone.
        $this->idle = null;
        // The handler before may have changed it: an insert that failed in silence would look like a duplicate.
        $pdo->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
        $pdo->inTransaction() && throw new PDOException('this connection is gone, or inside of a transaction. Where PHP '
            . 'outlives a request, pass PdoStore a function that connects anew');
        // With less, which frameworks offer, what was committed can be lost with the power. It stays so.
        self::driver($pdo) === 'sqlite' && $pdo->exec('PRAGMA synchronous = EXTRA');
        $begin = $this->transaction ?? static fn (Closure $run) => self::commit($pdo, $run);
        $this->inside = $pdo;
        try {
            $this->writable($pdo, fn () => Results::settle($begin(fn () => $this->writable($pdo, function () use ($pdo, $work): void {
                $pdo->inTransaction() || throw new PDOException('the transaction is not one of this PDO');
                $this->isGuarded($pdo) && self::guard($pdo);
                $pdo->exec($this->setTimeout($pdo));
                $work($pdo);
                self::driver($pdo) === 'sqlite' || $pdo->exec(self::SETTINGS);
            }))));
        } finally {
            // Not where the script ends.
            $this->inside = null;
        }
        $pdo->inTransaction() && throw new PDOException('the transaction was not committed');
        $this->idle = $pdo;
    }

    /** In SQLite, HeldPdo sees all. Persistent connections stay as a request that was killed left them. */
    private function isGuarded(PDO $pdo): bool
    {
        return ($this->transaction || self::driver($pdo) !== 'sqlite') && !$pdo->getAttribute(PDO::ATTR_PERSISTENT);
    }

    private static function guard(PDO $pdo): void
    {
        if (self::driver($pdo) === 'sqlite') {
            $pdo->exec($pdo->query(self::TRIGGERS)->fetchColumn());
        }
        $pdo->exec(self::READ_ONLY_BEHIND[self::driver($pdo)] . self::WRITABLE[self::driver($pdo)]);
    }

    private function writable(PDO $pdo, Closure $run): void
    {
        try {
            $run();
        } catch (Throwable $error) {
            $this->letWrite($pdo);
            throw $error;
        }
    }

    /** Leaves a connection that takes writes. In one message: a pooler may lend each transaction another one. */
    private function letWrite(PDO $pdo): void
    {
        $reset = self::WRITABLE[self::driver($pdo)];
        // PDO does not see a ROLLBACK in SQLite, where a second one would fail.
        $rollback = self::driver($pdo) === 'sqlite' ? 'SAVEPOINT outside; ROLLBACK' : 'ROLLBACK';
        try {
            // Committed, before PDO or the framework rolls back.
            $within = "$rollback; BEGIN; $reset; COMMIT; BEGIN";
            $this->isGuarded($pdo) && $pdo->exec($pdo->inTransaction() ? $within : $reset);
        } catch (PDOException) {
            // The connection is gone.
        }
    }

    private static function commit(PDO $pdo, Closure $run): void
    {
        $pdo->beginTransaction();
        try {
            $run();
            $pdo->commit();
        } catch (Throwable $error) {
            try {
                $pdo->inTransaction() && $pdo->rollBack();
            } finally {
                throw $error;
            }
        }
    }

    /** @throws InvalidArgumentException option_invalid */
    private static function checked(PDO $pdo): PDO
    {
        if (!in_array(self::driver($pdo), ['sqlite', 'pgsql'], true)) {
            throw new InvalidArgumentException('option_invalid: PdoStore is for SQLite and PostgreSQL');
        }
        if ($pdo->getAttribute(PDO::ATTR_ERRMODE) !== PDO::ERRMODE_EXCEPTION) {
            throw new InvalidArgumentException('option_invalid: PdoStore needs PDO::ERRMODE_EXCEPTION');
        }

        return $pdo;
    }

    private static function driver(PDO $pdo): string
    {
        return $pdo->getAttribute(PDO::ATTR_DRIVER_NAME);
    }

    private function setTimeout(PDO $pdo): string
    {
        return sprintf(self::driver($pdo) === 'sqlite' ? 'PRAGMA busy_timeout = %d' : self::LIMITS, $this->timeoutMs);
    }

    private static function runAll(PDO $pdo, string ...$statements): void
    {
        foreach ($statements as $statement) {
            $pdo->exec($statement);
        }
    }
}
