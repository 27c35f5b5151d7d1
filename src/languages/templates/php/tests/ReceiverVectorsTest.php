<?php

declare(strict_types=1);

namespace CollectionsContract\Tests;

use CollectionsContract\Delivery;
use CollectionsContract\EventBusyException;
use CollectionsContract\LabelledSecret;
use CollectionsContract\Model\PaymentSnapshot;
use CollectionsContract\Problem;
use CollectionsContract\Receiver;
use InvalidArgumentException;
use RuntimeException;

/** A case of vectors/receiver.json: its receiver, its store, and what they saw. */
final class ReceiverVectorsTest extends TestCase
{
    /** @var array<string, mixed> */
    private array $case;

    /** @var array<string, mixed> the request */
    private array $now = [];

    /** @var list<string> */
    private array $done;

    /** @var list<mixed> */
    private array $told;

    /** A deadline is that of PHP, and a repetition comes to another process: it is up to the store. */
    public static function cases(): array
    {
        return self::casesOf('receiver', ['deadline', 'repetition refused']);
    }

    /** @dataProvider cases */
    public function testCase(array $case): void
    {
        [$this->case, $this->done] = [$case, $case['before']['done']];
        ini_set('error_log', '/dev/null');
        if (isset($case['refusedWhenMade'])) {
            self::thrown(InvalidArgumentException::class, $this->receiver(...));

            return;
        }
        $receiver = $this->receiver();
        foreach ($case['requests'] as $now) {
            [$this->now, $this->told] = [$now, []];
            $values = [];
            foreach ($now['headers'] as [$name, $value]) {
                $values[$name] = isset($values[$name]) ? "$values[$name],$value" : $value;
            }
            $length = isset($values['Content-Length']) ? (int) $values['Content-Length'] : null;
            $answer = $receiver->refuseHead($now['method'], $values['Content-Type'] ?? null, $length)
                ?? $receiver->receive(base64_decode($now['body']), $values['signature'] ?? null);
            $code = $now['code'] ?? null;
            $headers = ($code === null ? [] : ['Content-Type' => 'application/json'])
                + ($now['status'] === 405 ? ['Allow' => 'POST'] : []);
            $body = $code === null ? '' : "{\"code\":\"$code\"}";
            self::assertSame([$now['status'], $body, $headers], [$answer->status, $answer->body(), $answer->headers()]);
            // `onAccepted` says `handled` for what nobody takes, too.
            $as = strtr($now['as'] ?? '', ['ignored' => 'handled']);
            $expected = array_filter([$now['handled'] ?? null, $now['problem'] ?? null, $as]);
            self::assertEquals(array_values($expected), $this->told);
        }
        sort($this->done);
        self::assertSame($case['stored'], $this->done);
    }

    private function stored(string $key, callable $handOver): void
    {
        $how = $this->now['store'] ?? '';
        $how === 'away' && throw new RuntimeException('the store is away');
        in_array($key, $this->case['before']['busy'], true) && throw new EventBusyException('busy');
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

    private function receiver(): Receiver
    {
        ['options' => $options, 'secrets' => $secrets] = $this->case;
        $asked = fn (): array => isset($this->now['secretsFail'])
            ? throw new RuntimeException('the secrets are away')
            : $this->listed($this->now['secrets'] ?? $secrets);

        return new Receiver(
            isset($this->case['asked']) ? $asked : $this->listed($secrets),
            $this->handle(...),
            self::store($this->stored(...)),
            $options['maxBodyBytes'] ?? 1_048_576,
            fn (Problem $one) => $this->tell(self::known(['error' => null] + (array) $one)),
            isset($options['onUnknown']) ? fn (Delivery $one) => $this->handle(null, $one) : null,
            isset($options['key']) ? fn () => ['same' => 'same', 'empty' => ''][$options['key']] : null,
            fn (Delivery $_, bool $isDuplicate) => $this->tell($isDuplicate ? 'duplicate' : 'handled'),
        );
    }

    private function handle(?PaymentSnapshot $payment, Delivery $one): void
    {
        $id = $payment === null ? null : (string) $payment->id;
        $seen = ['event' => $one->event, 'id' => $id, 'key' => $one->key, 'secretIndex' => $one->secretIndex];
        $seen += ['label' => $one->label, 'owner' => $one->owner];
        $this->told[] = self::known($seen);
        ($this->now['handler'] ?? '') === 'throws' && throw new RuntimeException('disk full');
    }

    private function tell(mixed $what): void
    {
        $this->told[] = $what;
        isset($this->case['options']['listeners']) && throw new RuntimeException('the metrics are away');
    }

    /** @param array<string, mixed> $members */
    private static function known(array $members): array
    {
        return array_filter($members, static fn (mixed $one) => $one !== null);
    }

    private function listed(array $secrets): array
    {
        $known = array_map(static fn (array $one) => isset($one['label'])
            ? new LabelledSecret($one['label'], $one['secret'], $one['owner'] ?? null)
            : $one['secret'], $secrets);

        return isset($this->case['owner']) ? ['owner' => $this->case['owner'], 'secrets' => $known] : $known;
    }
}
