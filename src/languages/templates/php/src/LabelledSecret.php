<?php

declare(strict_types=1);

namespace CollectionsContract;

use InvalidArgumentException;
use SensitiveParameter;
use SensitiveParameterValue;

/** A secret with the label of its webhook. Payments of different owners differ, even if their ids are the same. */
final readonly class LabelledSecret
{
    public SensitiveParameterValue $secret;
    public string $owner;

    /**
     * @param string|null $owner the customer whose payments this secret signs; the label if left out. Two webhooks of
     *     one customer have one owner
     * @throws InvalidArgumentException if one of them is empty, or the owner is not UTF-8
     */
    public function __construct(
        public string $label,
        #[SensitiveParameter]
        string $secret,
        ?string $owner = null,
    ) {
        $this->secret = new SensitiveParameterValue(Secrets::secret($secret));
        Secrets::owner($label);
        $this->owner = Secrets::owner($owner ?? $label);
    }
}
