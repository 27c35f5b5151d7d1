<?php

declare(strict_types=1);

namespace CollectionsContract;

use Closure;
use CollectionsContract\Model\PaymentSnapshot;
use InvalidArgumentException;
use JsonException;
use SensitiveParameter;
use stdClass;
use Throwable;

/**
 * What a receiver of client webhook deliveries does with a request, whatever it came through: check, verify, read, hand
 * over, and only then answer 2xx.
 */
final class Receiver
{
    private const BOM = "\u{feff}";

    /** @var Closure(PaymentSnapshot): void */
    private readonly Closure $onPayment;

    /** @var Closure(string, ?Throwable): void */
    private readonly Closure $onProblem;

    /**
     * @param list<string> $secrets of the webhooks that post here, one or several
     * @param callable(PaymentSnapshot): void $onPayment stores or enqueues a confirmed payment; real work comes later.
     *     If it throws, the answer is 500 and the service delivers again
     * @param DuplicateStore $store where handed-over deliveries are remembered, by payment id and event
     * @param int $maxBodyBytes 1 MiB if left out
     * @param callable(string, ?Throwable): void|null $onProblem told of every answer that is not 2xx
     */
    public function __construct(
        #[SensitiveParameter]
        private readonly array $secrets,
        callable $onPayment,
        private readonly DuplicateStore $store,
        public readonly int $maxBodyBytes = 1_048_576,
        ?callable $onProblem = null,
    ) {
        if ($secrets === [] || array_filter($secrets, static fn ($one) => !is_string($one) || $one === '') !== []) {
            throw new InvalidArgumentException('secret_empty: pass a list of secrets, none of them empty');
        }
        $this->onPayment = $onPayment(...);
        $this->onProblem = $onProblem === null ? static fn () => null : $onProblem(...);
    }

    /**
     * What can be refused before a byte of the body is read.
     *
     * @param int|null $contentLength null if it is not said
     */
    public function refuseHead(string $method, ?string $contentType, ?int $contentLength): ?Answer
    {
        if ($method !== 'POST') {
            return $this->refuse(405, 'method_not_allowed');
        }
        if (preg_match('/\A\s*application\/json\s*(;|\z)/i', $contentType ?? '') !== 1) {
            return $this->refuse(415, 'media_type_unsupported');
        }
        if ($contentLength !== null && $contentLength > $this->maxBodyBytes) {
            return $this->refuse(413, 'body_too_large');
        }

        return null;
    }

    /**
     * Never throws.
     *
     * @param string $body the bytes as they arrived
     * @param string|null $signature the value of the signature header, or null; several of the same name joined by a
     *     comma
     */
    public function receive(string $body, ?string $signature): Answer
    {
        if (strlen($body) > $this->maxBodyBytes) {
            return $this->refuse(413, 'body_too_large');
        }
        $verdict = Signature::verify($body, $signature, $this->secrets);
        if (!$verdict->ok) {
            return $this->refuse(401, $verdict->code ?? 'signature_mismatch');
        }
        if (preg_match('//u', $body) !== 1) {
            return $this->refuse(400, 'body_not_utf8');
        }
        $json = str_starts_with($body, self::BOM) ? substr($body, strlen(self::BOM)) : $body;
        try {
            return $this->dispatch(Json::decode($json));
        } catch (JsonException) {
            return $this->refuse(400, 'body_not_json');
        }
    }

    public function refuse(int $status, string $code, ?Throwable $error = null): Answer
    {
        ($this->onProblem)($code, $error);

        return new Answer($status, $code);
    }

    private function dispatch(mixed $payload): Answer
    {
        $event = $payload instanceof stdClass ? $payload->{'@event'} ?? null : null;
        if (!is_string($event)) {
            return $this->refuse(422, PayloadException::CODE);
        }
        if ($event !== Contract::CASE_FILE_PAYMENT_CONFIRMED) {
            // Events may be added; refusing one would make the service repeat it.
            return new Answer(204);
        }
        try {
            $payment = PaymentSnapshot::from($payload);
        } catch (PayloadException $error) {
            return $this->refuse(422, PayloadException::CODE, $error);
        }
        try {
            $this->store->once("$payment->id $event", fn () => ($this->onPayment)($payment));
        } catch (Throwable $error) {
            return $this->refuse(500, 'handler_failed', $error);
        }

        return new Answer(204);
    }
}
