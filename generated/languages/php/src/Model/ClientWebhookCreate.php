<?php

// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

declare(strict_types=1);

namespace CollectionsContract\Model;

use CollectionsContract\Payload;
use CollectionsContract\PayloadException;
use CollectionsContract\Read;

/** What a caller sends to register a client webhook. It does not contain the secret, which the service generates. */
final class ClientWebhookCreate extends Payload
{
    /**
     * @param string $client The IRI of the creditor profile (the client) that the webhook belongs to. One client, never
     *     a list.
     * @param string $name A name for the webhook.
     * @param list<string> $events The events that this webhook receives. At least one.
     * @param string $url The address that deliveries are posted to. The scheme is http or https and the host has a real
     *     top-level domain. A URL whose host is private or loopback, whose host has no real top-level domain, or whose
     *     scheme is another one is rejected at creation. Client webhooks (`url`) and app webhooks (`webhookUrl`) follow
     *     the same rules.
     * @param array<mixed> $extra Members that this version does not know. They are written again.
     */
    public function __construct(
        public readonly string $client,
        public readonly string $name,
        public readonly array $events,
        public readonly string $url,
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
            client: $read->required('client', Read::string(...)),
            name: $read->required('name', Read::string(...)),
            events: $read->required('events', Read::listOf(Read::string(...))),
            url: $read->required('url', Read::string(...)),
            extra: $read->rest(),
        );
    }

    protected function members(): array
    {
        return [
            'client' => $this->client,
            'name' => $this->name,
            'events' => $this->events,
            'url' => $this->url,
        ];
    }
}
