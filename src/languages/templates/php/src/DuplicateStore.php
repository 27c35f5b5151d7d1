<?php

declare(strict_types=1);

namespace CollectionsContract;

/**
 * Remembers the keys of handed-over deliveries, for all processes and after a restart: PHP itself forgets with each
 * request. In production it is a table with a unique key.
 */
interface DuplicateStore
{
    /**
     * Calls `$handOver` if the key is new, and marks the key after it returned. If `$handOver` throws, the key stays
     * new and the exception goes on. Pass `$handOver` a connection, and the handler finds it as
     * `$delivery->transaction`: it can store the payment in the same transaction as the key.
     *
     * While one request is inside, another with the same key waits for a moment at most: each one that waits holds a
     * process. Then throw EventBusyException.
     *
     * @param callable(mixed=): void $handOver
     * @throws EventBusyException
     */
    public function once(string $key, callable $handOver): void;
}
