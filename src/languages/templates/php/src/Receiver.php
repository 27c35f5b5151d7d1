<?php

declare(strict_types=1);

namespace CollectionsContract;

use Closure;
use CollectionsContract\Model\PaymentSnapshot;
use InvalidArgumentException;
use JsonException;
use Psr\Log\LoggerInterface;
use SensitiveParameter;
use stdClass;
use Throwable;

/** A receiver of client webhook deliveries, for any server: verify, read, hand over, and only then answer 2xx. */
final class Receiver
{
    private readonly Closure $secrets;
    private readonly Closure $onPayment;
    /** @var array<string, Closure(Payload, Delivery): mixed> */
    private readonly array $on;

    private readonly ?Closure $onUnknown;
    private readonly ?Closure $key;
    private readonly ?Closure $onProblem;
    private readonly ?Closure $onAccepted;
    private readonly HandOver $handOver;

    /** @var array{event?: ?string, label?: ?string, owner?: ?string} of the delivery that was verified last */
    private array $last = [];

    /**
     * @param list<string|LabelledSecret>|Closure(): mixed $secrets of the webhooks that post here, one or several; or a
     *     closure that is called for every delivery and returns them, or `['owner' => ..., 'secrets' => the list]`
     *     where all belong to one customer. If it fails, the answer is 500
     * @param callable(PaymentSnapshot, Delivery): mixed $onPayment stores or enqueues a confirmed payment; real work
     *     comes later. If it throws or returns false, or a promise, the answer is 500 and the service retries
     * @param DuplicateStore $store remembers handed-over deliveries by key
     * @param int $maxBodyBytes 1 MiB if left out, 1 at least
     * @param callable(Problem): mixed|null $onProblem learns of every answer that is not 2xx, and of
     *     `owner_unknown`; if left out, `$logger` does
     * @param callable(Delivery): mixed|null $onUnknown takes verified deliveries of events without a handler; without
     *     it, they are acknowledged
     * @param callable(PaymentSnapshot, ?string, ?string): string|null $key says what makes two payments of one owner
     *     the same, given payment, owner and label; id and event if left out. It is asked twice, for the payment and for
     *     one with other values: if it returns the same, the answer is 500
     * @param callable(Delivery, bool): mixed|null $onAccepted learns of every answer that is 2xx, and whether it was a
     *     duplicate
     * @param array<string, callable> $on handlers of other events by name, each for the model of its payload and the
     *     delivery, as for payments
     * @param LoggerInterface|null $logger of PSR-3; the log of PHP if left out
     * @throws InvalidArgumentException secret_empty, secret_unusable, owner_invalid, option_invalid
     */
    public function __construct(
        #[SensitiveParameter]
        array|Closure $secrets,
        callable $onPayment,
        DuplicateStore $store,
        public readonly int $maxBodyBytes = 1_048_576,
        ?callable $onProblem = null,
        ?callable $onUnknown = null,
        ?callable $key = null,
        ?callable $onAccepted = null,
        array $on = [],
        private readonly ?LoggerInterface $logger = null,
    ) {
        if ($maxBodyBytes < 1) {
            throw new InvalidArgumentException('option_invalid: maxBodyBytes is 1 at least');
        }
        $fixed = is_array($secrets) ? Secrets::checked($secrets) : null;
        $this->secrets = $secrets instanceof Closure ? Functions::checked('secrets', $secrets, 0) : static fn () => $fixed;
        $this->onPayment = Functions::checked('onPayment', $onPayment, 2);
        $this->onProblem = Functions::checked('onProblem', $onProblem, 1);
        $this->on = Functions::ofEvents($on);
        $this->onUnknown = Functions::checked('onUnknown', $onUnknown, 1);
        $this->onAccepted = Functions::checked('onAccepted', $onAccepted, 2);
        $this->key = Functions::checked('key', $key, 3);
        $this->handOver = new HandOver($store);
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
        if (preg_match('/\A[ \t]*application\/json[ \t]*(;|\z)/i', $contentType ?? '') !== 1) {
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
        return Endpoint::whole($this, fn () => $this->answer($body, $signature));
    }

    private function answer(string $body, ?string $signature): Answer
    {
        $this->last = [];
        if (strlen($body) > $this->maxBodyBytes) {
            return $this->refuse(413, 'body_too_large');
        }
        try {
            $secrets = ($this->secrets)();
            $secrets = $secrets instanceof Secrets ? $secrets : Secrets::checked($secrets);
        } catch (Throwable $error) {
            return $this->refuse(500, 'secrets_unavailable', $error);
        }
        $verdict = Signature::verify($body, trim($signature ?? '', " \t"), $secrets->values->getValue());
        if ($verdict->secretIndex === null) {
            // No delivery is empty: this is the signature of a body that was lost on its way to PHP.
            return $body === '' && $verdict->code === 'signature_mismatch'
                ? $this->refuse(400, 'body_not_received')
                : $this->refuse(401, $verdict->code ?? 'signature_mismatch');
        }
        $this->last = $whose = $secrets->whose($verdict->secretIndex);
        if (preg_match('//u', $body) !== 1) {
            return $this->refuse(400, 'body_not_utf8', ...$whose);
        }
        try {
            return $this->dispatch(Json::decode($body), $body, $verdict->secretIndex, $secrets);
        } catch (JsonException) {
            return $this->refuse(400, 'body_not_json', ...$whose);
        } catch (PayloadException $error) {
            return $this->refuse(422, PayloadException::CODE, $error, ...$whose);
        }
    }

    /** Reports a `Problem` to `onProblem`, or to a log, and returns the answer. Never throws. */
    public function refuse(
        int $status,
        string $code,
        ?Throwable $error = null,
        ?string $event = null,
        ?string $label = null,
        ?string $owner = null,
    ): Answer {
        $problem = new Problem($status, $code, $error, $event, $label, $owner);
        $this->tell(fn () => $this->onProblem === null
            ? Problems::log($problem, $this->logger)
            : ($this->onProblem)($problem));

        return new Answer($status, $code);
    }

    /**
     * As refuse(), after the delivery of this process: what the script did to its answer, or an early end.
     *
     * @internal
     */
    public function refuseLast(string $code, Throwable $error): void
    {
        $this->refuse(500, $code, $error, ...$this->last);
    }

    /** @throws PayloadException */
    private function dispatch(mixed $payload, string $body, int $index, Secrets $secrets): Answer
    {
        $event = $payload instanceof stdClass ? $payload->{'@event'} ?? null : null;
        if (!is_string($event)) {
            throw new PayloadException('/@event', 'a string');
        }
        ['label' => $label, 'owner' => $owner] = $signer = $secrets->whose($index);
        [$same, $handle] = match (true) {
            $event === Contract::CASE_FILE_PAYMENT_CONFIRMED => $this->payment($payload, $owner, $label),
            isset($this->on[$event]) => $this->other($event, $payload, $body),
            // Of an event that is not known yet, only the bytes tell whether two deliveries are the same.
            default => [static fn () => hash('sha256', $body) . " $event", $this->onUnknown],
        };
        $delivery = static fn (string $key, mixed $transaction = null)
            => new Delivery($event, $key, $body, $index, $transaction, ...$signer);
        if ($handle === null) {
            return $this->accept($delivery($same()), false);
        }
        $handOver = static fn (string $key, mixed $transaction) => $handle($delivery($key, $transaction));
        $this->last = $whose = $signer + ['event' => $handle === $this->onUnknown ? null : $event];
        // Beside a secret without an owner, a key without one is not necessarily of the version before.
        $mayBeEarlier = count($secrets->owners) === count($secrets->values->getValue());
        try {
            [$key, $isDuplicate, $isEarlier] = $this->handOver->once($same(), $owner, $mayBeEarlier, $handOver);
        } catch (EventBusyException $error) {
            return $this->refuse(503, 'event_busy', $error, ...$whose);
        } catch (StoreException $error) {
            return $this->refuse(503, 'store_failed', $error->getPrevious(), ...$whose);
        } catch (Throwable $error) {
            return $this->refuse(500, 'handler_failed', $error, ...$whose);
        }

        $isEarlier && $this->refuse(204, 'owner_unknown', ...$whose);
        return $this->accept($delivery($key), $isDuplicate);
    }

    /**
     * @return array{Closure(): mixed, Closure(Delivery): mixed} what makes two the same, and the handler
     * @throws PayloadException
     */
    private function payment(stdClass $payload, ?string $owner, ?string $label): array
    {
        $payment = PaymentSnapshot::from($payload);
        $handle = fn (Delivery $one) => ($this->onPayment)($payment, $one);

        $same = fn () => $this->key === null
            ? "$payment->id $payment->event"
            : Functions::askForKey($this->key, $payment, $payload, $owner, $label);

        return [$same, $handle];
    }

    /**
     * By the id, as payments. Where there is none, only the bytes tell whether two deliveries are the same.
     *
     * @return array{Closure(): string, Closure(Delivery): mixed}
     * @throws PayloadException
     */
    private function other(string $event, stdClass $payload, string $body): array
    {
        $read = Contract::EVENT_MODELS[$event]::from($payload);
        $id = $read->id ?? null;
        $same = is_int($id) || is_string($id) ? (string) $id : hash('sha256', $body);

        return [static fn () => "$same $event", fn (Delivery $one) => ($this->on[$event])($read, $one)];
    }

    private function accept(Delivery $delivery, bool $isDuplicate): Answer
    {
        $this->tell(fn () => $this->onAccepted === null ? null : ($this->onAccepted)($delivery, $isDuplicate));

        return new Answer(204);
    }

    /** What only listens changes no answer. */
    private function tell(Closure $listener): void
    {
        try {
            $listener();
        } catch (Throwable $error) {
            Problems::log(new Problem(500, 'listener_failed', $error), $this->logger);
        }
    }
}
