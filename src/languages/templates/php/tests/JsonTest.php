<?php

declare(strict_types=1);

namespace CollectionsContract\Tests;

use CollectionsContract\Model\PaymentSnapshot;
use CollectionsContract\Receiver;

/** What the receiver makes of the bodies of vectors/json.json, which lie at the edges of JSON. */
final class JsonTest extends TestCase
{
    public function testAllVerdicts(): void
    {
        $text = (string) file_get_contents(__DIR__ . '/../vectors/json.json');
        $file = json_decode($text, true, 512, JSON_THROW_ON_ERROR);
        self::assertTrue(count($file['cases']) > 70);
        foreach ($file['cases'] as $case) {
            $payment = null;
            $receiver = new Receiver(
                [base64_decode($file['secret'])],
                static function (PaymentSnapshot $one) use (&$payment): void {
                    $payment = $one;
                },
                self::store(),
                onProblem: static fn () => null,
            );
            $answer = $receiver->receive(base64_decode($case['body']), $case['header']);
            $id = $payment === null ? null : (string) $payment->id;
            if ($case['verdict'] === 'refused' || ($case['verdict'] === 'exact' && $id === null)) {
                self::assertSame([null, 4], [$id, intdiv($answer->status, 100)], $case['id']);
            } else {
                self::assertSame([$case['payment'], 204], [$id, $answer->status], $case['id']);
                // Whoever stores what arrived is not stopped by a member that nobody knows.
                self::assertTrue(json_decode((string) json_encode($payment, 0, 5000), depth: 5000) !== null, $case['id']);
            }
            if ($case['verdict'] === 'refused') {
                self::assertSame($case['code'], $answer->code, $case['id']);
            }
        }
    }

    public function testANameThatBeginsWithU0000KeepsItsRest(): void
    {
        $read = static fn (string $json) => PaymentSnapshot::fromJson("{\"@event\":\"e\",\"id\":1,$json}")->extra;
        self::assertSame(["\u{fffd}a" => "\0b"], $read('"\u0000a" :"\u0000b"'));
        self::assertSame(["\u{fffd}" => ['"\u0000a":' => "\u{fffd}"]], array_map(
            get_object_vars(...),
            $read('"\u0000":{"\"\\\\u0000a\":":"\ud800"}'),
        ));
    }

    public function testLargeBodiesAreReadWithoutTheCompilerOfPatterns(): void
    {
        $before = ini_set('pcre.jit', '0');
        try {
            $members = ['escapes' => str_repeat('\n', 500_000), 'half' => str_repeat('\n', 400_000) . '\ud800'];
            foreach ($members as $name => $string) {
                $read = PaymentSnapshot::fromJson("{\"@event\":\"e\",\"id\":1,\"x\":\"$string\"}");
                self::assertTrue(strlen($read->extra['x']) >= 400_000, $name);
            }
            $digits = str_repeat('1', 1_000_000);
            self::assertSame(0.5, PaymentSnapshot::fromJson("{\"@event\":\"e\",\"id\":1,\"x\":[$digits,0.5]}")->extra['x'][1]);
        } finally {
            ini_set('pcre.jit', (string) $before);
        }
    }
}
