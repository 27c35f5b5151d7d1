<?php

declare(strict_types=1);

namespace CollectionsContract;

use JsonException;
use JsonSerializable;
use SensitiveParameter;

/** An answer of the API. The body of one that is not a success may be cut off. */
final readonly class ApiResponse implements JsonSerializable
{
    /**
     * @param array<string, string> $headers by names in lower case; repeated ones are joined with a comma
     * @param string|null $request method and URL, for the messages of errors
     */
    public function __construct(
        public int $status,
        #[SensitiveParameter]
        public array $headers,
        #[SensitiveParameter]
        public string $body,
        public ?string $request = null,
    ) {
    }

    /**
     * The answer, cut off at a limit.
     *
     * @throws ApiException unreachable, where it is not a final one or its length is in doubt; response_too_large
     */
    public function within(int $bytes, string $operation): self
    {
        $lengths = array_unique(array_map('trim', explode(',', $this->headers['content-length'] ?? '0')));
        $hasLength = count($lengths) === 1 && preg_match('/\A\d{1,18}\z/', $lengths[0]) === 1;
        if ($this->status < 200 || !$hasLength) {
            $reason = $hasLength ? "the answer was $this->status" : 'the length of the body is in doubt';
            throw new ApiException('unreachable', $operation, reason: $reason, request: $this->request);
        }
        $cut = new self($this->status, $this->headers, substr($this->body, 0, $bytes), $this->request);

        return strlen($this->body) > $bytes && $this->status < 300
            ? throw new ApiException('response_too_large', $operation, $cut)
            : $cut;
    }

    /** For how many seconds the service asks to wait (`Retry-After`), from this moment on. */
    public function retryAfter(): ?int
    {
        $text = trim($this->headers['retry-after'] ?? '');
        if (preg_match('/\A[0-9]{1,9}\z/', $text) === 1) {
            return (int) $text;
        }
        $until = preg_match('/\A[A-Z][a-z]+,? .*[0-9]{2}:[0-9]{2}/', $text) === 1 ? strtotime($text) : false;

        return $until === false ? null : max(0, $until - time());
    }

    /**
     * Objects as objects. An integer beyond 64 bits becomes a text, so that no digit is lost, or a float by other flags of
     * json_decode(), so that it is not taken for a text.
     *
     * @throws JsonException|PayloadException
     */
    public function json(int $flags = JSON_BIGINT_AS_STRING): mixed
    {
        return Json::decode($this->body, $flags);
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
