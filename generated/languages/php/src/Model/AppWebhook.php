<?php

// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

declare(strict_types=1);

namespace CollectionsContract\Model;

use CollectionsContract\Payload;
use CollectionsContract\PayloadException;
use CollectionsContract\Read;

/**
 * A webhook of an App (the app definition), not of an installation of it: changing an installation neither creates nor
 * removes app webhooks. An App may have many, with different URLs or event lists. Further, read-only members may be
 * present.
 */
final class AppWebhook extends Payload
{
    /**
     * @param string|null $app The IRI of the App (the app definition) that the webhook belongs to. It is never the IRI
     *     of an installation.
     * @param string|null $webhookUrl The address that deliveries are posted to. The scheme is http or https and the
     *     host has a real top-level domain. A URL whose host is private or loopback, whose host has no real top-level
     *     domain, or whose scheme is another one is rejected at creation. Client webhooks (`url`) and app webhooks
     *     (`webhookUrl`) follow the same rules.
     * @param list<string>|null $events The names of the events subscribed to. From 1 to 100 entries.
     * @param int|null $responseHandlingType How the service treats the answer to a delivery: `1` (FIRE_AND_FORGET) or
     *     `2` (WAIT_FOR_SUCCESSFUL_RESPONSE). No other value is allowed.
     * @param bool|null $active Whether the webhook receives deliveries. The two states of an app webhook are active
     *     `true` and `false`.
     * @param array<mixed> $extra Members that this version does not know. They are written again.
     */
    public function __construct(
        public readonly ?string $app = null,
        public readonly ?string $webhookUrl = null,
        public readonly ?array $events = null,
        public readonly ?int $responseHandlingType = null,
        public readonly ?bool $active = null,
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
            app: $read->optional('app', Read::string(...)),
            webhookUrl: $read->optional('webhookUrl', Read::string(...)),
            events: $read->optional('events', Read::listOf(Read::string(...))),
            responseHandlingType: $read->optional('responseHandlingType', Read::integer(...)),
            active: $read->optional('active', Read::boolean(...)),
            extra: $read->rest(),
        );
    }

    protected function members(): array
    {
        return [
            'app' => $this->app,
            'webhookUrl' => $this->webhookUrl,
            'events' => $this->events,
            'responseHandlingType' => $this->responseHandlingType,
            'active' => $this->active,
        ];
    }
}
