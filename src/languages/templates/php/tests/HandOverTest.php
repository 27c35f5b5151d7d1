<?php

declare(strict_types=1);

namespace CollectionsContract\Tests;

use ArrayObject;
use Closure;
use CollectionsContract\Contract;
use CollectionsContract\Delivery;
use CollectionsContract\DuplicateStore;
use CollectionsContract\EventBusyException;
use CollectionsContract\LabelledSecret;
use CollectionsContract\Model\PaymentSnapshot;
use CollectionsContract\PdoStore;
use CollectionsContract\Problem;
use CollectionsContract\Receiver;
use CollectionsContract\Signature;
use Fiber;
use InvalidArgumentException;
use PDO;
use RuntimeException;
use Throwable;

/** What handlers, keys and stores do wrong is never a 2xx, and whose payment it is makes the key. */
final class HandOverTest extends TestCase
{
    private const EVENT = Contract::CASE_FILE_PAYMENT_CONFIRMED;
    private const SECRET = '<WEBHOOK_SECRET>';

    /** @var list<string> keys in the order in which they were handled */
    private array $handled = [];

    public function testWorkThatIsStillToBeDoneOrFailedIsAFailure(): void
    {
        $neverCame = $this->createMock(Saying::class);
        $neverCame->method('getStatusCode')->willThrowException(new RuntimeException('away'));
        $results = [
            'false' => false,
            'Generator' => (static fn () => yield 1)(),
            'Closure' => static fn () => null,
            'Fiber' => new Fiber(static fn () => null),
            'promise' => new class () {
                public function then(): void
                {
                }
            },
            'exception' => new RuntimeException('away'),
            'answer' => $this->createConfiguredMock(Saying::class, ['getStatusCode' => 500]),
            'answer that never came' => $neverCame,
            'WP_Error' => $this->createConfiguredMock(Saying::class, ['has_errors' => true]),
            'process' => $this->createConfiguredMock(Saying::class, ['isSuccessful' => false]),
            'result' => $this->createConfiguredMock(Saying::class, ['isErr' => true]),
            'record' => new class () {
                public bool $exists = false;
                public bool $wasRecentlyCreated = false;
            },
            'proc_open' => proc_open([PHP_BINARY, '-r', ''], [], $pipes),
            'wp_remote_post' => ['headers' => [], 'response' => ['code' => 500]],
            'PutEvents' => ['FailedEntryCount' => 1],
            'BatchWriteItem' => ['UnprocessedItems' => ['payments' => [[]]]],
            'Invoke' => ['FunctionError' => 'Unhandled'],
            'SendMessageBatch' => new ArrayObject(['Failed' => [['Id' => '1']]]),
            'future' => new class () {
                public function await(): void
                {
                }
            },
        ];
        foreach ($results as $name => $result) {
            $store = self::store();
            self::assertSame(500, $this->post($this->receiver(static fn () => $result, $store)), $name);
            self::assertSame([], $store->done, $name);
            if (is_object($result)) {
                self::assertSame(500, $this->post($this->receiver(static fn () => [1, ['all' => $result]], $store)), $name);
            }
        }
        $yields = static fn (string $_, callable $handOver) => $handOver(new RuntimeException('away'));
        self::assertSame(500, $this->post($this->receiver(null, self::store($yields))));
        $needsMore = new class () {
            public function status(string $_): int
            {
                return 500;
            }
        };
        $ended = new Fiber(static fn () => null);
        $ended->start();
        foreach ([null, true, 0, 1, '', 'x', [], [false], ['DateTime', 'format'], $needsMore, $ended, ['Failed' => [], 'FailedEntryCount' => 0, 'UnprocessedItems' => []]] as $result) {
            self::assertSame(204, $this->post($this->receiver(static fn () => $result, self::store())));
        }
    }

    public function testATransactionOfAFrameworkMayFailByWhatItReturns(): void
    {
        if (!extension_loaded('pdo_sqlite')) {
            return;
        }
        foreach ([false, new RuntimeException('away'), [new RuntimeException('away')]] as $result) {
            $pdo = new PDO('sqlite::memory:');
            $store = new PdoStore($pdo, transaction: static function (Closure $run) use ($pdo, $result): mixed {
                $pdo->beginTransaction();
                $run();
                $pdo->rollBack();

                return $result;
            });
            $pdo->exec(PdoStore::TABLE);
            self::assertSame(503, $this->post($this->receiver(null, $store)));
        }
    }

    public function testTheHandlerGetsTheTransactionAndTheBytes(): void
    {
        $seen = [];
        $handle = static function (PaymentSnapshot $_, Delivery $one) use (&$seen): void {
            $seen[] = [$one->transaction, $one->body];
        };
        $store = self::store(static fn (string $_, callable $handOver) => $handOver('connection'));
        self::assertSame(204, $this->post($this->receiver($handle, $store)));
        self::assertSame([['connection', json_encode(['@event' => self::EVENT, 'id' => 7])]], $seen);
    }

    public function testAStoreMayTryAgain(): void
    {
        $again = static function (string $key, callable $handOver): void {
            try {
                $handOver();
            } catch (Throwable) {
                $handOver();
            }
        };
        $calls = 0;
        $handle = static function () use (&$calls): void {
            $calls++ === 0 && throw new RuntimeException('deadlock');
        };
        self::assertSame([204, 2], [$this->post($this->receiver($handle, self::store($again))), $calls]);
    }

    public function testAKeyIsAText(): void
    {
        foreach (['', null, 4711, false] as $key) {
            $receiver = $this->receiver(static fn () => null, self::store(), key: static fn () => $key);
            self::assertSame(500, $this->post($receiver));
        }
    }

    public function testWhatIsNoListOfSecretsIsRefusedAndNotShown(): void
    {
        foreach ([['secrets' => ['s']], ['owner' => 'a', 'secrets' => []], 's', null] as $answer) {
            self::assertSame(500, $this->post($this->receiver(null, self::store(), static fn () => $answer)));
        }
        foreach ([['l', "s\xff"], ["\xff", 's']] as $bytes) {
            self::thrown(InvalidArgumentException::class, static fn () => new LabelledSecret(...$bytes));
        }
        $one = new LabelledSecret('l', 'hidden');
        $shown = [$one, (array) $one, json_encode($one), $this->receiver(null, self::store(), [$one])];
        self::assertStringNotContainsString('hidden', print_r($shown, true) . var_export($one, true));
    }

    public function testTheKeyFunctionKnowsOwnerAndLabel(): void
    {
        $key = static fn (PaymentSnapshot $payment, ?string $owner, ?string $label) => "$payment->id $owner $label";
        $receiver = $this->receiver(null, self::store(), [new LabelledSecret('l', self::SECRET, 'acme')], $key);
        self::assertSame(204, $this->post($receiver));
        self::assertSame(['acme/7 acme l'], $this->handled);
    }

    public function testTheEndOfAScriptSaysWhoseDeliveryItWas(): void
    {
        $end = new RuntimeException('exit');
        $seen = [];
        $receiver = new Receiver(
            [new LabelledSecret('shop', self::SECRET, 'acme')],
            static function () use (&$receiver, $end): void {
                $receiver->refuseLast('handler_failed', $end);
            },
            self::store(),
            onProblem: static function (Problem $one) use (&$seen): void {
                $seen[] = $one;
            },
        );
        self::assertSame(204, $this->post($receiver));
        self::assertEquals([new Problem(500, 'handler_failed', $end, self::EVENT, 'shop', 'acme')], $seen);
        $this->post($receiver, 'another');
        $receiver->refuseLast('answer_sent', $end);
        self::assertEquals(new Problem(500, 'answer_sent', $end), $seen[2]);
    }

    public function testFunctionsTakeWhatTheyGet(): void
    {
        $one = static fn (mixed $a, mixed ...$more) => null;
        $two = static fn (mixed $a, mixed $b, mixed $c = null) => null;
        $four = static fn (mixed $a, mixed $b, mixed $c, mixed $d) => null;
        $made = fn (callable $handle, mixed ...$more) => new Receiver([self::SECRET], $handle, self::store(), ...$more);
        foreach ([$one, $two, static fn () => null, 'printf'] as $handle) {
            $made($handle);
        }
        $wrong = [['handle' => $four], ['handle' => static fn () => yield 1], ['key' => $four], ['onProblem' => $two],
            ['onUnknown' => $two], ['onAccepted' => $four]];
        foreach ($wrong as $options) {
            self::thrown(InvalidArgumentException::class, static fn () => $made(...$options + ['handle' => $one]));
        }
        self::thrown(InvalidArgumentException::class, fn () => new Receiver($one, $one, self::store()));
    }

    public function testAHandlerThatEndsTheTransactionFails(): void
    {
        if (!extension_loaded('pdo_sqlite')) {
            return;
        }
        $acts = [
            'rolls back' => static fn (PDO $pdo) => $pdo->rollBack(),
            'rolls back and begins' => static fn (PDO $pdo) => $pdo->rollBack() && $pdo->beginTransaction(),
            'commits and begins' => static fn (PDO $pdo) => $pdo->commit() && $pdo->beginTransaction(),
        ];
        foreach ($acts as $name => $act) {
            foreach ([PDO::ERRMODE_EXCEPTION, PDO::ERRMODE_SILENT] as $mode) {
                $pdo = new PDO('sqlite::memory:', options: [PDO::ATTR_ERRMODE => $mode]);
                $store = self::table($pdo);
                $failing = $this->receiver(static fn ($_, Delivery $one) => $act($one->transaction), $store);
                self::assertTrue($this->post($failing) >= 500, $name);
                $this->handled = [];
                self::assertSame(204, $this->post($this->receiver(null, $store)), $name);
                self::assertSame($name === 'commits and begins' ? 0 : 1, count($this->handled), $name);
            }
        }
        $open = self::store(static fn (string $_, callable $handOver) => $handOver(new PDO('sqlite::memory:')));
        $begins = static fn ($_, Delivery $one) => $one->transaction->beginTransaction();
        self::assertSame(500, $this->post($this->receiver($begins, $open)));
    }

    private function receiver(
        ?Closure $handle,
        DuplicateStore $store,
        array|Closure $secrets = [self::SECRET],
        ?Closure $key = null,
    ): Receiver {
        $note = function (PaymentSnapshot $_, Delivery $delivery): void {
            $this->handled[] = $delivery->key;
        };
        return new Receiver($secrets, $handle ?? $note, $store, onProblem: static fn () => null, key: $key);
    }

    private function post(Receiver $receiver, string $secret = self::SECRET, int $id = 7): int
    {
        $body = json_encode(['@event' => self::EVENT, 'id' => $id], JSON_THROW_ON_ERROR);

        return $receiver->receive($body, Signature::sign($body, $secret))->status;
    }

    /** A table of the user's own. */
    private static function table(PDO $pdo): DuplicateStore
    {
        $pdo->exec('CREATE TABLE handled (id TEXT PRIMARY KEY)');

        return self::store(static function (string $key, callable $handOver) use ($pdo): void {
            $pdo->beginTransaction();
            try {
                $insert = $pdo->prepare('INSERT INTO handled (id) VALUES (?) ON CONFLICT DO NOTHING');
                $insert->execute([$key]);
                $insert->rowCount() === 1 && $handOver($pdo);
                $pdo->commit();
            } catch (Throwable $error) {
                $pdo->inTransaction() && $pdo->rollBack();
                throw $error;
            }
        });
    }
}
