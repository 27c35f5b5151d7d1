<?php

declare(strict_types=1);

namespace CollectionsContract\Tests;

use CollectionsContract\Model\ClientWebhook;
use CollectionsContract\Model\PaymentSnapshot;
use CollectionsContract\Model\TokenResponse;
use CollectionsContract\PayloadException;

/** What the models make of vectors/payloads.json, and what they keep. */
final class ModelTest extends TestCase
{
    public function testAllVerdicts(): void
    {
        $cases = self::vectors('payloads', 100);
        $models = require __DIR__ . '/models.php';
        self::assertEqualsCanonicalizing(array_keys($models), array_values(array_unique(array_column($cases, 'schema'))));
        foreach ($cases as $case) {
            $model = $models[$case['schema']];
            try {
                $written = $model::fromJson($case['text'])->toJson();
            } catch (PayloadException) {
                self::assertTrue(in_array($case['verdict'], ['refused', 'exact'], true), $case['id']);
                continue;
            }
            self::assertTrue(in_array($case['verdict'], ['taken', 'exact'], true), $case['id']);
            if ($case['verdict'] === 'taken' && $case['survives']) {
                self::assertEquals(json_decode($case['text']), json_decode($written), $case['id']);
            }
        }
    }

    public function testNumbersAreWrittenAsTheyWere(): void
    {
        $text = '{"@event":"e","id":1,"a":"\"4503599627370496.5\\\\","b":1.50,"c":[100e-2,0e9,-0.0,1e400]}';
        self::assertSame(1, PaymentSnapshot::fromJson($text)->id);
        $json = '{"@event":"x.y","id":1,"x-later":{"c":1.0,"d":{}},"7":7}';
        $written = PaymentSnapshot::fromJson($json)->toJson();
        self::assertEquals(json_decode($json), json_decode($written));
        self::assertTrue(str_contains($written, '"c":1.0'));
    }

    public function testHalfASurrogatePairIsNoReasonToRefuse(): void
    {
        $read = static fn (string $name): string
            => PaymentSnapshot::fromJson("{\"@event\":\"e\",\"id\":1,\"n\":\"$name\"}")->extra['n'];
        self::assertSame("a\u{fffd}", $read('a\ud83d'));
        self::assertSame("\u{fffd}\u{1f600}\u{fffd}", $read('\udc00\ud83d\ude00\uD83D'));
        self::assertSame('\ud83d', $read('\\\\ud83d'));
        self::assertSame("\\\u{fffd}", $read('\\\\\ud83d'));
    }

    public function testAnErrorSaysWhere(): void
    {
        $read = static fn () => PaymentSnapshot::fromJson('{"@event":"x","id":1,"caseFile":{"id":"hidden"}}');
        self::assertSame(
            '/caseFile/id must be an integer of 64 bits',
            self::thrown(PayloadException::class, $read)->getMessage(),
        );
        $list = static fn () => ClientWebhook::fromJson('{"secret":"hidden","events":["e",1]}');
        self::assertSame('/events/1 must be a string', self::thrown(PayloadException::class, $list)->getMessage());
    }

    public function testSecretsAreNotPrinted(): void
    {
        $webhook = ClientWebhook::fromJson('{"secret":"hidden","x-other":"hidden","name":"shown"}');
        $tokens = TokenResponse::fromJson(
            '{"token_type":"Bearer","expires_in":1,"access_token":"hidden","refresh_token":"hidden"}',
        );
        $printed = print_r([$webhook, $tokens], true);
        self::assertStringNotContainsString('hidden', $printed);
        self::assertTrue(str_contains($printed, 'shown'));
        self::assertTrue(str_contains($webhook->toJson(), '"secret":"hidden"'));
    }
}
