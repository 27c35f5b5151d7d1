<?php

declare(strict_types=1);

namespace CollectionsContract;

/** What to answer. `code` says why it is not 2xx and is safe to show to anyone. */
final readonly class Answer
{
    public function __construct(public int $status, public ?string $code = null)
    {
    }
}
