<?php

declare(strict_types=1);

namespace CollectionsContract\Tests;

use Closure;
use CollectionsContract\Contract;
use CollectionsContract\Delivery;
use CollectionsContract\DuplicateStore;
use CollectionsContract\Model\PaymentSnapshot;
use CollectionsContract\Receiver;
use CollectionsContract\Signature;
use InvalidArgumentException;
use RuntimeException;

/** What is handed over, what is refused, and when the receiver answers; without a server. */
final class ReceiverTest extends TestCase
{
    private const SECRET = '<WEBHOOK_SECRET>';

    /** @var list<int> */
    private array $handled = [];

    /** @var list<string> */
    private array $problems = [];

    private int $failures = 0;

    private Receiver $receiver;

    /** @var list<Delivery> */
    private array $deliveries = [];

    public function setUp(): void
    {
        $this->receiver = $this->receiver();
    }

    public function testAPaymentIsHandedOverOnce(): void
    {
        self::assertSame([204, 204], [$this->post(self::payment(1)), $this->post(self::payment(1))]);
        self::assertSame([1], $this->handled);
        self::assertSame([], $this->problems);
    }

    public function testUnknownMembersAndAByteOrderMarkAreTaken(): void
    {
        self::assertSame(204, $this->post(self::payment(2, ['later' => ['a' => [1]]])));
        self::assertSame(204, $this->post("\u{feff}" . self::payment(3)));
        self::assertSame([2, 3], $this->handled);
    }

    public function testUnknownEventsAreAcknowledged(): void
    {
        self::assertSame(204, $this->post(self::payment(4, ['@event' => 'case_file.closed'])));
        self::assertSame([], $this->handled);
    }

    public function testAFailedHandOverIsAnswered500AndTheRetryIsHandled(): void
    {
        $this->failures = 1;
        self::assertSame([500, 204], [$this->post(self::payment(5)), $this->post(self::payment(5))]);
        self::assertSame([5], $this->handled);
        self::assertSame(['handler_failed'], $this->problems);
    }

    public function testWhatIsRefused(): void
    {
        $body = self::payment(6);
        self::assertSame(401, $this->receiver->receive("$body ", Signature::sign($body, self::SECRET))->status);
        self::assertSame(401, $this->receiver->receive("\u{feff}$body", Signature::sign($body, self::SECRET))->status);
        self::assertSame(401, $this->receiver->receive($body, null)->status);
        self::assertSame(401, $this->receiver->receive($body, Signature::sign($body, '<OTHER_SECRET>'))->status);
        foreach (['{', "{\"@event\":\"\xff\"}", str_repeat('[', 1900), ''] as $text) {
            self::assertSame(400, $this->post($text), $text);
        }
        $shapes = [self::payment('6'), self::payment(null), self::payment(6, ['caseFile' => 1])];
        foreach (['[]', 'null', '{}', ...$shapes] as $text) {
            self::assertSame(422, $this->post($text), $text);
        }
        self::assertSame(413, $this->post(self::payment(6, ['pad' => str_repeat('x', 2000)])));
        self::assertSame([], $this->handled);
    }

    public function testWhatIsRefusedBeforeTheBody(): void
    {
        self::assertSame(405, $this->receiver->refuseHead('PUT', 'application/json', 2)?->status);
        self::assertSame(415, $this->receiver->refuseHead('POST', null, 2)?->status);
        self::assertSame(415, $this->receiver->refuseHead('POST', 'application/jsonx', 2)?->status);
        self::assertSame(413, $this->receiver->refuseHead('POST', 'application/json', 2001)?->status);
        self::assertSame(null, $this->receiver->refuseHead('POST', 'Application/JSON; charset=utf-8', null));
    }

    public function testTheHandlerGetsTheDelivery(): void
    {
        $body = self::payment(7);
        self::assertSame(204, $this->post($body));
        $event = Contract::CASE_FILE_PAYMENT_CONFIRMED;
        $expected = ['event' => $event, 'key' => "7 $event", 'body' => $body, 'secretIndex' => 1, 'transaction' => null,
            'label' => null, 'owner' => null];
        self::assertSame($expected, get_object_vars($this->deliveries[0]));
    }

    public function testSecretsAreAskedForAtEachDelivery(): void
    {
        $current = [];
        $this->receiver = $this->receiver(function () use (&$current): array {
            return $current;
        });
        $answers = [];
        foreach ([['<OLD_SECRET>'], [self::SECRET], []] as $current) {
            $answers[] = $this->post(self::payment(8));
        }
        self::assertSame([401, 204, 500], $answers);
        self::assertSame(['signature_mismatch', 'secrets_unavailable'], $this->problems);
    }

    public function testAnOwnKeyAndAStoreWithATransaction(): void
    {
        $table = new class () implements DuplicateStore {
            /** @var list<string> */
            public array $keys = [];

            public function once(string $key, callable $handOver): void
            {
                $handOver('connection');
                $this->keys[] = $key;
            }
        };
        $key = static fn (PaymentSnapshot $payment) => "payment $payment->id";
        $this->receiver = $this->receiver(store: $table, key: $key);
        $this->failures = 1;
        self::assertSame([500, 204], [$this->post(self::payment(9)), $this->post(self::payment(9))]);
        self::assertSame(['payment 9'], $table->keys);
        self::assertSame('connection', $this->deliveries[0]->transaction);
    }

    public function testUnknownEventsAreHandedOverOnce(): void
    {
        $this->receiver = $this->receiver(onUnknown: function (Delivery $delivery): void {
            $this->deliveries[] = $delivery;
        });
        $body = self::payment(10, ['@event' => 'case_file.closed']);
        self::assertSame([204, 204], [$this->post($body), $this->post($body)]);
        self::assertSame(['case_file.closed'], array_map(static fn (Delivery $one) => $one->event, $this->deliveries));
    }

    public function testEmptySecretsAreRefusedAtOnce(): void
    {
        foreach ([[], [''], ['a', ''], [null]] as $secrets) {
            self::thrown(
                InvalidArgumentException::class,
                static fn () => new Receiver($secrets, static fn () => null, self::memory()),
            );
        }
    }

    private function receiver(
        array|Closure $secrets = ['<OLD_SECRET>', self::SECRET],
        ?DuplicateStore $store = null,
        ?Closure $onUnknown = null,
        ?Closure $key = null,
    ): Receiver {
        $note = function (string $code): void {
            $this->problems[] = $code;
        };

        return new Receiver($secrets, $this->handle(...), $store ?? self::memory(), 2000, $note, $onUnknown, $key);
    }

    private function handle(PaymentSnapshot $payment, Delivery $delivery): void
    {
        if ($this->failures > 0) {
            $this->failures--;
            throw new RuntimeException('disk full');
        }
        $this->handled[] = $payment->id;
        $this->deliveries[] = $delivery;
    }

    private function post(string $body): int
    {
        return $this->receiver->receive($body, Signature::sign($body, self::SECRET))->status;
    }

    /** @param array<string, mixed> $more */
    private static function payment(mixed $id, array $more = []): string
    {
        $payment = ['@event' => Contract::CASE_FILE_PAYMENT_CONFIRMED, 'id' => $id, ...$more];

        return json_encode($payment, JSON_THROW_ON_ERROR);
    }

    private static function memory(): DuplicateStore
    {
        return new class () implements DuplicateStore {
            /** @var array<string, true> */
            private array $done = [];

            public function once(string $key, callable $handOver): void
            {
                if (!isset($this->done[$key])) {
                    $handOver();
                    $this->done[$key] = true;
                }
            }
        };
    }
}
