<?php

declare(strict_types=1);

namespace CollectionsContract;

/** A verified delivery, as handlers get it. */
final readonly class Delivery
{
    /**
     * @param string $key what makes two deliveries the same; the store remembers it
     * @param string $body the bytes that were signed
     * @param int $secretIndex the position of the secret that matched; one that no longer matches can go
     * @param mixed $transaction what the store passed on, such as a connection
     * @param string|null $label the label of the secret that matched
     * @param string|null $owner the customer whose payment it is, where the secrets say so
     */
    public function __construct(
        public string $event,
        public string $key,
        public string $body,
        public int $secretIndex,
        public mixed $transaction = null,
        public ?string $label = null,
        public ?string $owner = null,
    ) {
    }
}
