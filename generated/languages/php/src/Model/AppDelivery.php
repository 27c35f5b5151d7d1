<?php

// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

declare(strict_types=1);

namespace CollectionsContract\Model;

use CollectionsContract\Payload;
use CollectionsContract\PayloadException;
use CollectionsContract\Read;

/**
 * The body of an app webhook delivery: a JSON object to which the service adds `@event`. What else it holds is not
 * stated. It carries no signature, so nothing in it is proven to come from the service.
 */
final class AppDelivery extends Payload
{
    /**
     * @param string $event The name of an event. Today `case_file.payment.confirmed` is the only event that is
     *     delivered. The list is open: expect names that are not known yet.
     * @param array<mixed> $extra Members that this version does not know. They are written again.
     */
    public function __construct(
        public readonly string $event,
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
            event: $read->required('@event', Read::string(...)),
            extra: $read->rest(),
        );
    }

    protected function members(): array
    {
        return [
            '@event' => $this->event,
        ];
    }
}
