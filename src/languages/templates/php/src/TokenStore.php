<?php

declare(strict_types=1);

namespace CollectionsContract;

/** Where the tokens of one grant are, on the server of the app. */
interface TokenStore
{
    /** @return array<string, mixed>|null what was saved last */
    public function load(): ?array;

    /**
     * Has stored the tokens when it returns.
     *
     * @param array<string, mixed> $tokens texts and numbers
     */
    public function save(array $tokens): void;

    /**
     * Calls `$work` while no other process is inside, and returns its result. `$work` calls load() and save().
     *
     * @template T
     * @param callable(): T $work
     * @return T
     */
    public function withLock(callable $work): mixed;
}
