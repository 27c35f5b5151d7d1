<?php

declare(strict_types=1);

namespace CollectionsContract\Tests;

use CollectionsContract\Answer;
use CollectionsContract\Delivery;
use CollectionsContract\DuplicateStore;
use CollectionsContract\EventBusyException;
use CollectionsContract\LabelledSecret;
use CollectionsContract\Model\PaymentSnapshot;
use CollectionsContract\Receiver;
use InvalidArgumentException;
use RuntimeException;

/** The cases of vectors/receiver.json: answers, what handlers get, and what a store holds. */
final class ReceiverVectorsTest extends TestCase
{
    /** A deadline is that of PHP, and a repetition comes to another process: it is up to the store. */
    private const LACKS = ['deadline', 'repetition refused'];

    public function testAllCases(): void
    {
        $cases = self::vectors('receiver');
        self::assertTrue(count($cases) > 100);
        $log = ini_set('error_log', '/dev/null');
        foreach ($cases as $case) {
            if (array_intersect($case['needs'], self::LACKS) === []) {
                self::check($case);
            }
        }
        ini_set('error_log', (string) $log);
    }

    /** @param array<string, mixed> $case */
    private static function check(array $case): void
    {
        if (isset($case['refusedWhenMade'])) {
            self::thrown(InvalidArgumentException::class, static fn () => self::made($case));

            return;
        }
        $run = self::made($case);
        foreach ($case['requests'] as $now) {
            [$run->now, $run->handled, $run->told] = [$now, [], []];
            $answer = $run->answer();
            $code = $now['code'] ?? null;
            $headers = ($code === null ? [] : ['Content-Type' => 'application/json'])
                + ($now['status'] === 405 ? ['Allow' => 'POST'] : []);
            $body = $code === null ? '' : "{\"code\":\"$code\"}";
            $expected = [$now['status'], $body, $headers, [$code ?? ($now['as'] === 'ignored' ? 'handled' : $now['as'])]];
            self::assertSame($expected, [$answer->status, $answer->body(), $answer->headers(), $run->told], $case['id']);
            self::assertEquals(isset($now['handled']) ? [(object) $now['handled']] : [], $run->handled, $case['id']);
        }
        sort($run->done);
        self::assertSame($case['stored'], $run->done, $case['id']);
    }

    /**
     * One case: its receiver, its store, and what they saw. `onAccepted` says `handled` for what nobody takes, too.
     *
     * @param array<string, mixed> $case
     */
    private static function made(array $case): object
    {
        return new class ($case) implements DuplicateStore {
            /** @var list<string> */
            public array $done;

            /** @var array<string, mixed> */
            public array $now = [];

            /** @var list<object> */
            public array $handled = [];

            /** @var list<string> */
            public array $told = [];

            private readonly Receiver $receiver;

            /** @param array<string, mixed> $case */
            public function __construct(private readonly array $case)
            {
                $this->done = $case['before']['done'];
                $options = $case['options'];
                $asked = fn (): array => isset($this->now['secretsFail'])
                    ? throw new RuntimeException('the secrets are away')
                    : $this->listed($this->now['secrets'] ?? $case['secrets']);
                $this->receiver = new Receiver(
                    isset($case['asked']) ? $asked : $this->listed($case['secrets']),
                    $this->handle(...),
                    $this,
                    $options['maxBodyBytes'] ?? 1_048_576,
                    $this->tell(...),
                    isset($options['onUnknown']) ? fn (Delivery $one) => $this->handle(null, $one) : null,
                    isset($options['key']) ? fn () => ['same' => 'same', 'empty' => ''][$options['key']] : null,
                    fn (Delivery $_, bool $isDuplicate) => $this->tell($isDuplicate ? 'duplicate' : 'handled'),
                );
            }

            public function once(string $key, callable $handOver): void
            {
                $how = $this->now['store'] ?? '';
                match (true) {
                    $how === 'away' => throw new RuntimeException('the store is away'),
                    in_array($key, $this->case['before']['busy'], true) => throw new EventBusyException('busy'),
                    default => null,
                };
                if (in_array($key, $this->done, true)) {
                    return;
                }
                try {
                    $handOver();
                } catch (RuntimeException $error) {
                    $how === 'hides failures' || throw $error;

                    return;
                }
                $how === 'rolls back' && throw new RuntimeException('the commit failed');
                $this->done[] = $key;
            }

            public function answer(): Answer
            {
                $values = [];
                foreach ($this->now['headers'] as [$name, $value]) {
                    $values[$name] = isset($values[$name]) ? "$values[$name],$value" : $value;
                }
                $length = isset($values['Content-Length']) ? (int) $values['Content-Length'] : null;

                return $this->receiver->refuseHead($this->now['method'], $values['Content-Type'] ?? null, $length)
                    ?? $this->receiver->receive(base64_decode($this->now['body']), $values['signature'] ?? null);
            }

            private function handle(?PaymentSnapshot $payment, Delivery $one): void
            {
                $this->handled[] = (object) array_filter([
                    'event' => $one->event,
                    'id' => $payment === null ? null : (string) $payment->id,
                    'key' => $one->key,
                    'secretIndex' => $one->secretIndex,
                    'label' => $one->label,
                    'owner' => $one->owner,
                ], static fn (mixed $value) => $value !== null);
                $how = $this->now['handler'] ?? '';
                $how === 'throws' && throw new RuntimeException('disk full');
            }

            private function tell(string $what): void
            {
                $this->told[] = $what;
                isset($this->case['options']['listeners']) && throw new RuntimeException('the metrics are away');
            }

            /**
             * @param list<array<string, string>> $secrets
             * @return array<mixed>
             */
            private function listed(array $secrets): array
            {
                $known = array_map(static fn (array $one) => isset($one['label'])
                    ? new LabelledSecret($one['label'], $one['secret'], $one['owner'] ?? null)
                    : $one['secret'], $secrets);

                return isset($this->case['owner']) ? ['owner' => $this->case['owner'], 'secrets' => $known] : $known;
            }
        };
    }
}
