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
    private array $now;
    private array $known;
    private array $lines = [];

    /** A deadline is that of PHP, and a repetition comes to another process: it is up to the store. */
    public static function cases(): array
    {
        return self::casesOf('receiver', ['deadline', 'repetition refused']);
    }

    /** @dataProvider cases */
    public function testCase(array $case): void
    {
        [$this->case, $this->now, $this->known] = [$case, $case, $case['before']];
        ini_set('error_log', '/dev/null');
        if (isset($case['refusedWhenMade'])) {
            $this->expectException(InvalidArgumentException::class);
        }
        $receiver = $this->receiver();
        self::assertNotSame([], $case['requests']);
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
        $state = $this->known[$key] ?? 'new';
        $state === 'busy' && throw new EventBusyException('busy');
        try {
            if ($state === 'new') {
                $handOver();
                $this->write("commit $key");
                $this->known[$key] = 'done';
            }
        } catch (RuntimeException $error) {
            $how === 'hides failures' || throw $error;
        }
    }

    private function receiver(): Receiver
    {
        return new Receiver(
            isset($this->case['asked']) ? $this->secrets(...) : $this->secrets(),
            $this->handle(...),
            self::store($this->stored(...)),
            $this->case['maxBodyBytes'],
            fn (Problem $one) => $this->write("problem status=$one->status code=$one->code event=$one->event"
                . " label=$one->label owner=$one->owner"),
            isset($this->case['onUnknown']) ? fn (Delivery $one) => $this->handle(null, $one) : null,
            isset($this->case['key']) ? $this->key(...) : null,
            fn (Delivery $_, bool $isDuplicate) => $this->write($isDuplicate ? 'accepted duplicate' : 'accepted handled'),
        );
    }

    private function secrets(): array
    {
        $labelled = array_map(static fn (array $one) => new LabelledSecret(...$one), $this->now['labelled']);
        $known = [...$this->now['secrets'], ...$labelled];

        return isset($this->case['owner']) ? ['owner' => $this->case['owner'], 'secrets' => $known] : $known;
    }

    private function key(PaymentSnapshot $payment): string
    {
        $name = $this->case['key'];
        $member = json_encode($payment->jsonSerialize()->{$name} ?? null);
        $name === 'strict' && $member !== '7' && throw new RuntimeException('no key');

        return $name === 'empty' ? '' : "$name $member";
    }

    private function handle(?PaymentSnapshot $payment, Delivery $one): void
    {
        $this->write("handler event=$one->event id=$payment?->id key=$one->key secret=$one->secretIndex"
            . " label=$one->label owner=$one->owner");
    }

    private function write(string $line): void
    {
        $this->lines[] = $line;
        in_array(strtok($line, ' '), $this->now['fails'], true) && throw new RuntimeException($line);
    }
}
