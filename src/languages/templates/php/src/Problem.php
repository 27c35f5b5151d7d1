<?php

declare(strict_types=1);

namespace CollectionsContract;

use Throwable;

/**
 * A delivery that was not acknowledged, or a duplicate that may be another customer's payment (`owner_unknown`, 204).
 * It holds no secret, payload or signature.
 */
final readonly class Problem
{
    /**
     * @param int $status what the sender got
     * @param string $code why, as the body of the answer has it
     * @param Throwable|null $error what your function or the store threw
     * @param string|null $event that of a verified delivery, if it has a handler
     * @param string|null $label of the secret that verified the delivery
     * @param string|null $owner the customer whose payment it is, where the secrets say so
     */
    public function __construct(
        public int $status,
        public string $code,
        public ?Throwable $error = null,
        public ?string $event = null,
        public ?string $label = null,
        public ?string $owner = null,
    ) {
    }
}
