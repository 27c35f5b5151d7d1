<?php

declare(strict_types=1);

namespace CollectionsContract;

/** The answer to a request. `code` says why it is not 2xx and is safe to show to anyone. */
final readonly class Answer
{
    public function __construct(public int $status, public ?string $code = null)
    {
    }
}
