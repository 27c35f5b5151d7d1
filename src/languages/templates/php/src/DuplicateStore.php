<?php

declare(strict_types=1);

namespace CollectionsContract;

/**
 * Remembers what was handed over, for all processes and after a restart: PHP itself forgets with each request. In
 * production it is a table with a unique key, written in the transaction of the handler.
 */
interface DuplicateStore
{
    /**
     * Calls `$handOver` if the key is new, and marks the key once it has returned. While one request is inside, another
     * with the same key waits. What `$handOver` throws is thrown on, and the key stays new.
     *
     * @param callable(): void $handOver
     */
    public function once(string $key, callable $handOver): void;
}
