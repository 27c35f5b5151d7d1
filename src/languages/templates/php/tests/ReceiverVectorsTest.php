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

/** A case of vectors/receiver.json: its receiver, its store, and the lines that say what they did. */
final class ReceiverVectorsTest extends TestCase
{
    private array $case;
    private array $now = [];
    private array $done;
    private array $lines;

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
            [$this->now, $this->lines, $head] = [$now, [], $now['head']];
            $length = isset($head['Content-Length']) ? (int) $head['Content-Length'] : null;
            $answer = $receiver->refuseHead($now['method'], $head['Content-Type'] ?? null, $length)
                ?? $receiver->receive(base64_decode($now['body']), $head['signature'] ?? null);
            $this->lines[] = rtrim("answer $answer->status {$answer->body()}");
            // `onAccepted` says `handled` for what nobody takes, too.
            self::assertSame(str_replace('accepted ignored', 'accepted handled', $now['expected']), $this->lines);
        }
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
        $this->lines[] = "stored $key";
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
            fn (Problem $one) => $this->tell("problem status=$one->status code=$one->code event=$one->event"
                . " label=$one->label owner=$one->owner"),
            isset($options['onUnknown']) ? fn (Delivery $one) => $this->handle(null, $one) : null,
            isset($options['key']) ? $this->key(...) : null,
            fn (Delivery $_, bool $isDuplicate) => $this->tell($isDuplicate ? 'accepted duplicate' : 'accepted handled'),
        );
    }

    private function key(PaymentSnapshot $payment): string
    {
        $name = $this->case['options']['key'];
        $member = json_encode($payment->jsonSerialize()->{$name} ?? null);
        ($name === 'throws' || $name === 'strict' && $member !== '7') && throw new RuntimeException('no key');

        return $name === 'empty' ? '' : "$name $member";
    }

    private function handle(?PaymentSnapshot $payment, Delivery $one): void
    {
        $this->lines[] = "handler event=$one->event id=$payment?->id key=$one->key secret=$one->secretIndex"
            . " label=$one->label owner=$one->owner";
        ($this->now['handler'] ?? '') === 'throws' && throw new RuntimeException('disk full');
    }

    private function tell(string $line): void
    {
        $this->lines[] = $line;
        isset($this->case['options']['listeners']) && throw new RuntimeException('the metrics are away');
    }

    private function listed(array $secrets): array
    {
        $known = array_map(static fn (array $one) => isset($one['label'])
            ? new LabelledSecret($one['label'], $one['secret'], $one['owner'] ?? null)
            : $one['secret'], $secrets);

        return isset($this->case['owner']) ? ['owner' => $this->case['owner'], 'secrets' => $known] : $known;
    }
}
