<?php

declare(strict_types=1);

namespace CollectionsContract;

/** The answer to a request. `code` says why it is not 2xx and is safe to show to anyone. */
final readonly class Answer implements \JsonSerializable
{
    public function __construct(public int $status, public ?string $code = null)
    {
    }

    /** Whether the sender takes the delivery as done. */
    public function isSuccess(): bool
    {
        return $this->status >= 200 && $this->status < 300;
    }

    /** The body to send: `{"code":"..."}`, or nothing with a 2xx. */
    public function body(): string
    {
        return $this->code === null ? '' : json_encode(['code' => $this->code], JSON_THROW_ON_ERROR);
    }

    /** @return array<string, string> the headers to send, by name */
    public function headers(): array
    {
        return ($this->code === null ? [] : ['Content-Type' => 'application/json'])
            + ($this->status === 405 ? ['Allow' => 'POST'] : []);
    }

    /** A framework that makes JSON of what a function returned would send a refusal with 200. */
    public function jsonSerialize(): never
    {
        throw new \LogicException('Send the status, headers and body of an answer, not its JSON.');
    }
}
