<?php

// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

declare(strict_types=1);

namespace CollectionsContract\Model;

use CollectionsContract\Payload;
use CollectionsContract\PayloadException;
use CollectionsContract\Read;

/**
 * The body of a client webhook delivery: a snapshot of the payment, with the case file it belongs to. Further members
 * may be present.
 */
final class PaymentSnapshot extends Payload
{
    /**
     * @param string $event The name of an event. Today `case_file.payment.confirmed` is the only event that is
     *     delivered. The list is open: expect names that are not known yet.
     * @param int $id Identifies the payment.
     * @param int|null $amount The amount of the payment. Its unit is not stated, so treat it as a bare number.
     * @param string|null $paidTo To whom the payment was made. It is `client` for the event that is delivered.
     * @param string|null $confirmedAt A point in time in ISO 8601, always with its offset from UTC.
     * @param string|null $createdAt A point in time in ISO 8601, always with its offset from UTC.
     * @param string|null $updatedAt A point in time in ISO 8601, always with its offset from UTC.
     * @param CaseFileReference|null $caseFile The case file that a payment belongs to. Further members may be present.
     * @param array<mixed> $extra Members that this version does not know. They are written again.
     */
    public function __construct(
        public readonly string $event,
        public readonly int $id,
        public readonly ?int $amount = null,
        public readonly ?string $paidTo = null,
        public readonly ?string $confirmedAt = null,
        public readonly ?string $createdAt = null,
        public readonly ?string $updatedAt = null,
        public readonly ?CaseFileReference $caseFile = null,
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
            id: $read->required('id', Read::integer(...)),
            amount: $read->optional('amount', Read::integer(...)),
            paidTo: $read->optional('paidTo', Read::string(...)),
            confirmedAt: $read->optional('confirmedAt', Read::string(...)),
            createdAt: $read->optional('createdAt', Read::string(...)),
            updatedAt: $read->optional('updatedAt', Read::string(...)),
            caseFile: $read->optional('caseFile', CaseFileReference::from(...)),
            extra: $read->rest(),
        );
    }

    protected function members(): array
    {
        return [
            '@event' => $this->event,
            'id' => $this->id,
            'amount' => $this->amount,
            'paidTo' => $this->paidTo,
            'confirmedAt' => $this->confirmedAt,
            'createdAt' => $this->createdAt,
            'updatedAt' => $this->updatedAt,
            'caseFile' => $this->caseFile,
        ];
    }
}
