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

/** A receiver of client webhook deliveries, for any server: check, verify, read, hand over, and only then answer 2xx. */
final class Receiver
{
    private const BOM = "\u{feff}";

    /** @var Closure(): list<string> */
    private readonly Closure $secrets;

    /** @var Closure(PaymentSnapshot, Delivery): void */
    private readonly Closure $onPayment;

    /** @var (Closure(Delivery): void)|null */
    private readonly ?Closure $onUnknown;

    /** @var Closure(PaymentSnapshot): string */
    private readonly Closure $key;

    /** @var Closure(string, ?Throwable): void */
    private readonly Closure $onProblem;

    /**
     * @param list<string>|Closure(): list<string> $secrets of the webhooks that post here, one or several; or a closure
     *     that is called for every delivery. If it fails, the answer is 500
     * @param callable(PaymentSnapshot, Delivery): void $onPayment stores or enqueues a confirmed payment; real work comes
     *     later. If it throws, the answer is 500 and the service retries
     * @param DuplicateStore $store remembers handed-over deliveries by key
     * @param int $maxBodyBytes 1 MiB if left out
     * @param callable(string, ?Throwable): void|null $onProblem learns of every answer that is not 2xx
     * @param callable(Delivery): void|null $onUnknown takes verified deliveries of other events; without it, they are
     *     acknowledged
     * @param callable(PaymentSnapshot): string|null $key says what makes two payments the same; id and event if left out
     */
    public function __construct(
        #[SensitiveParameter]
        array|Closure $secrets,
        callable $onPayment,
        private readonly DuplicateStore $store,
        public readonly int $maxBodyBytes = 1_048_576,
        ?callable $onProblem = null,
        ?callable $onUnknown = null,
        ?callable $key = null,
    ) {
        $this->secrets = $secrets instanceof Closure ? $secrets : self::always(self::checked($secrets));
        $this->onPayment = $onPayment(...);
        $this->onProblem = $onProblem === null ? static fn () => null : $onProblem(...);
        $this->onUnknown = $onUnknown === null ? null : $onUnknown(...);
        $this->key = $key === null ? static fn (PaymentSnapshot $one) => "$one->id $one->event" : $key(...);
    }

    /**
     * Returns the refusal that needs no byte of the body, or null.
     *
     * @param int|null $contentLength null if unknown
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
     * Returns the answer to a delivery. Never throws.
     *
     * @param string $body the bytes as they arrived
     * @param string|null $signature the value of the signature header, or null; join several of the same name with
     *     a comma
     */
    public function receive(string $body, ?string $signature): Answer
    {
        if (strlen($body) > $this->maxBodyBytes) {
            return $this->refuse(413, 'body_too_large');
        }
        try {
            $secrets = self::checked(($this->secrets)());
        } catch (Throwable $error) {
            return $this->refuse(500, 'secrets_unavailable', $error);
        }
        $verdict = Signature::verify($body, $signature, $secrets);
        if ($verdict->secretIndex === null) {
            return $this->refuse(401, $verdict->code ?? 'signature_mismatch');
        }
        if (preg_match('//u', $body) !== 1) {
            return $this->refuse(400, 'body_not_utf8');
        }
        $json = str_starts_with($body, self::BOM) ? substr($body, strlen(self::BOM)) : $body;
        try {
            return $this->dispatch(Json::decode($json), $body, $verdict->secretIndex);
        } catch (JsonException) {
            return $this->refuse(400, 'body_not_json');
        } catch (PayloadException $error) {
            return $this->refuse(422, PayloadException::CODE, $error);
        }
    }

    /** Reports a problem to `onProblem` and returns the answer. */
    public function refuse(int $status, string $code, ?Throwable $error = null): Answer
    {
        ($this->onProblem)($code, $error);

        return new Answer($status, $code);
    }

    /** @throws PayloadException */
    private function dispatch(mixed $payload, string $body, int $secretIndex): Answer
    {
        $event = $payload instanceof stdClass ? $payload->{'@event'} ?? null : null;
        if (!is_string($event)) {
            return $this->refuse(422, PayloadException::CODE);
        }
        if ($event !== Contract::CASE_FILE_PAYMENT_CONFIRMED) {
            // Of an event that is not known yet, only the bytes tell whether two deliveries are the same.
            $same = static fn () => hash('sha256', $body) . " $event";

            return $this->onUnknown === null
                ? new Answer(204)
                : $this->handOver($event, $same, $body, $secretIndex, $this->onUnknown);
        }
        $payment = PaymentSnapshot::from($payload);
        $same = fn () => ($this->key)($payment);
        $handle = fn (Delivery $delivery) => ($this->onPayment)($payment, $delivery);

        return $this->handOver($event, $same, $body, $secretIndex, $handle);
    }

    private function handOver(string $event, Closure $same, string $body, int $secretIndex, Closure $handle): Answer
    {
        try {
            $key = $same();
            $this->store->once(
                $key,
                static fn (mixed $transaction = null) => $handle(
                    new Delivery($event, $key, $body, $secretIndex, $transaction),
                ),
            );
        } catch (Throwable $error) {
            return $this->refuse(500, 'handler_failed', $error);
        }

        return new Answer(204);
    }

    /** @return list<string> */
    private static function checked(#[SensitiveParameter] mixed $secrets): array
    {
        $isUsable = static fn (mixed $one) => is_string($one) && $one !== '';
        if (!is_array($secrets) || $secrets === [] || array_filter($secrets, $isUsable) !== $secrets) {
            throw new InvalidArgumentException('secret_empty: pass a list of secrets, none of them empty');
        }

        return array_values($secrets);
    }

    private static function always(#[SensitiveParameter] array $secrets): Closure
    {
        return static fn () => $secrets;
    }
}
