<?php

declare(strict_types=1);

namespace CollectionsContract;

use JsonException;
use JsonSerializable;
use SensitiveParameter;

/** An answer of the API. The body of one that is not a success may be cut off. */
final readonly class ApiResponse implements JsonSerializable
{
    /** @param array<string, string> $headers by names in lower case; repeated ones are joined with a comma */
    public function __construct(
        public int $status,
        #[SensitiveParameter]
        public array $headers,
        #[SensitiveParameter]
        public string $body,
    ) {
    }

    /** For how many seconds the service asks to wait (`Retry-After`), from this moment on. */
    public function retryAfter(): ?int
    {
        $text = trim($this->headers['retry-after'] ?? '');
        if (preg_match('/\A[0-9]{1,9}\z/', $text) === 1) {
            return (int) $text;
        }
        $until = preg_match('/[0-9]{2}:[0-9]{2}/', $text) === 1 ? strtotime($text) : false;

        return $until === false ? null : max(0, $until - time());
    }

    /**
     * Objects as objects. An integer beyond 64 bits becomes a text, so that no digit is lost.
     *
     * @throws JsonException|PayloadException
     */
    public function json(): mixed
    {
        return Json::decode($this->body, JSON_BIGINT_AS_STRING);
    }

    /** @return array<string, int> what var_dump() shows: headers and body can hold secrets */
    public function __debugInfo(): array
    {
        return ['status' => $this->status];
    }

    /** @return array<string, int> what logs show */
    public function jsonSerialize(): array
    {
        return $this->__debugInfo();
    }
}
