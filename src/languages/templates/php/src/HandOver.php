<?php

declare(strict_types=1);

namespace CollectionsContract;

use Closure;
use LogicException;
use PDO;
use PDOException;
use Throwable;

/**
 * Hands a delivery over once, and believes only what it sees: the handler returned, its work is not still to be done,
 * and the transaction of the store is the one that it passed on.
 *
 * @internal
 */
final readonly class HandOver
{
    /** Keys that are longer, in characters, are stored as a digest: with an owner, and without. */
    private const OWNED_MAX = 100;
    private const PLAIN_MAX = 255;

    /** What encodeURIComponent() of JavaScript leaves as it is: a key is the same in every language. */
    private const UNESCAPED = ['%21' => '!', '%27' => "'", '%28' => '(', '%29' => ')', '%2A' => '*'];

    public function __construct(private DuplicateStore $store)
    {
    }

    /**
     * Calls `$handle` unless the store knows the key.
     *
     * @param mixed $same what makes two payments of one owner the same: a text that is not empty
     * @param bool $mayBeEarlier whether a version without owners may have stored it
     * @param Closure(string, mixed): mixed $handle gets the key and the transaction of the store
     * @return array{string, bool, bool} the key, whether the store knew it, and whether without its owner
     * @throws EventBusyException|StoreException
     * @throws Throwable what the handler threw
     */
    public function once(mixed $same, ?string $owner, bool $mayBeEarlier, Closure $handle): array
    {
        if (!is_string($same) || $same === '') {
            $type = get_debug_type($same);
            throw new LogicException("the function `key` returned $type instead of a text that is not empty");
        }
        $key = self::key($same, $owner);
        $isCalled = false;
        $failure = null;
        $handOver = static function (mixed $transaction = null) use ($key, $handle, &$isCalled, &$failure): void {
            $isCalled = true;
            try {
                $transaction instanceof Throwable && throw $transaction;
                self::call(static fn () => $handle($key, $transaction), $transaction);
                $failure = null;
            } catch (Throwable $error) {
                throw $failure = $error;
            }
        };
        try {
            if ($mayBeEarlier && $this->isKnownWithoutOwner(self::key($same, null))) {
                return [$key, true, true];
            }
            $this->store->once($key, $handOver);
        } catch (EventBusyException $error) {
            throw $error;
        } catch (Throwable $error) {
            throw $failure ?? new StoreException('the store failed', previous: $error);
        }
        // A store that catches what the handler threw must not make a success of it.
        return $failure === null ? [$key, !$isCalled, false] : throw $failure;
    }

    /** Within the owner, so that the same id of two customers makes two payments. */
    private static function key(string $same, ?string $owner): string
    {
        $encoded = strtr(rawurlencode($owner ?? ''), self::UNESCAPED);
        [$key, $most] = $owner === null ? [$same, self::PLAIN_MAX] : ["$encoded/$same", self::OWNED_MAX];
        // Neither longer than a column, nor what PostgreSQL does not take in a text.
        $fits = preg_match('/\A[^\0]{1,' . $most . '}\z/u', $key) === 1;

        return $fits
            ? $key
            : '/' . base64_encode(hash('sha256', "$encoded $same", binary: true));
    }

    /** A payment that was handled before its owner was known stands under the key without owner. */
    private function isKnownWithoutOwner(string $key): bool
    {
        $isKnown = true;
        try {
            $this->store->once($key, static function () use (&$isKnown): never {
                $isKnown = false;
                throw new LogicException('Nothing is handed over under this key.');
            });
        } catch (Throwable $error) {
            if ($isKnown) {
                throw $error;
            }
        }

        return $isKnown;
    }

    private static function call(Closure $handle, mixed $transaction): void
    {
        $connection = self::connection($transaction);
        $isOpen = $connection?->inTransaction();
        $driver = $connection?->getAttribute(PDO::ATTR_DRIVER_NAME);
        $hasMark = $isOpen && in_array($driver, ['mysql', 'pgsql', 'sqlite'], true);
        if ($hasMark) {
            $connection->exec('SAVEPOINT collections_contract');
        }
        Results::settle($hasMark ? OpenStatement::closeBehind($connection, $handle) : $handle());
        // A handler that rolled back, or whose failed statement made PostgreSQL do so, takes the key with it.
        $error = null;
        try {
            $isKept = !$hasMark || $connection->exec('RELEASE SAVEPOINT collections_contract') !== false;
        } catch (PDOException $error) {
            $isKept = false;
        }
        if (!$isKept || $connection?->inTransaction() !== $isOpen) {
            $text = 'the handler, or a failed statement that it caught, began or ended a transaction of the store';
            throw new LogicException("$text, which does that itself", previous: $error);
        }
    }

    /** The PDO of a transaction, also inside of a connection of Laravel or Doctrine. */
    private static function connection(mixed $transaction): ?PDO
    {
        foreach (['getPdo', 'getNativeConnection'] as $getter) {
            if (is_object($transaction) && method_exists($transaction, $getter)) {
                $transaction = $transaction->{$getter}();
            }
        }

        return $transaction instanceof PDO ? $transaction : null;
    }
}
