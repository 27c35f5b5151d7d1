<?php

declare(strict_types=1);

namespace CollectionsContract;

/** `ok` with the index of the secret that matched, or the code of the first reason against it. */
final readonly class Verdict
{
    public function __construct(
        public bool $ok,
        public ?int $secretIndex = null,
        public ?string $code = null,
    ) {
    }
}
