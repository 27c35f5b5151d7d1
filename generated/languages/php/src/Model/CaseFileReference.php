<?php

// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

declare(strict_types=1);

namespace CollectionsContract\Model;

use CollectionsContract\Payload;
use CollectionsContract\PayloadException;
use CollectionsContract\Read;

/** The case file that a payment belongs to. Further members may be present. */
final class CaseFileReference extends Payload
{
    /**
     * @param int $id Identifies the case file.
     * @param array<mixed> $extra Members that this version does not know. They are written again.
     */
    public function __construct(
        public readonly int $id,
        array $extra = [],
    ) {
        parent::__construct($extra);
    }

    /**
     * Takes what json_decode() returned, objects as objects.
     *
     * @throws PayloadException
     */
    public static function from(mixed $value): self
    {
        $read = $value instanceof Read ? $value : new Read($value);

        return new self(
            id: $read->required('id', Read::integer(...)),
            extra: $read->rest(),
        );
    }

    protected function members(): array
    {
        return [
            'id' => $this->id,
        ];
    }
}
