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
        $cases = self::vectors('payloads');
        $models = require __DIR__ . '/models.php';
        self::assertTrue(count($cases) > 100);
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

    public function testEveryModelHasCases(): void
    {
        $models = array_keys(require __DIR__ . '/models.php');
        $schemas = array_values(array_unique(array_column(self::vectors('payloads'), 'schema')));
        sort($models);
        sort($schemas);
        self::assertSame($models, $schemas);
    }

    public function testIntegersAreExactOrRefused(): void
    {
        self::assertSame(800, PaymentSnapshot::fromJson('{"@event":"e","id":8e2}')->id);
        self::assertSame(PHP_INT_MAX, PaymentSnapshot::fromJson('{"@event":"e","id":9223372036854775807}')->id);
        foreach (['9223372036854775808', '1.5', '9007199254740993.0', '1e400', '"1"', 'true'] as $id) {
            $read = static fn () => PaymentSnapshot::fromJson("{\"@event\":\"e\",\"id\":$id}");
            self::assertSame(
                '/id must be an integer of 64 bits',
                self::thrown(PayloadException::class, $read)->getMessage(),
            );
        }
        foreach (['4503599627370496.5', '1.00000000000000000001', '0.99999999999999999999', '1e-400'] as $id) {
            $read = static fn () => PaymentSnapshot::fromJson("{\"@event\":\"e\",\"a\":\"\\\"1e-400\",\"id\":$id}");
            self::assertTrue(str_contains(self::thrown(PayloadException::class, $read)->getMessage(), 'fractions'), $id);
        }
        $text = '{"@event":"e","id":10e-1,"a":"\"4503599627370496.5\\\\","b":1.50,"c":[100e-2,0e9,-0.0,1e400]}';
        self::assertSame(1, PaymentSnapshot::fromJson($text)->id);
    }

    public function testUnknownMembersSurviveAtEveryDepth(): void
    {
        $json = '{"@event":"x.y","id":1,"caseFile":{"id":1,"x-new":[{"a":null},{},[]]},'
            . '"x-later":{"b":1.5,"c":1.0,"d":{}},"7":7}';
        $snapshot = PaymentSnapshot::fromJson($json);
        self::assertSame(['x.y', 1], [$snapshot->event, $snapshot->caseFile?->id]);
        self::assertEquals(json_decode($json), json_decode($snapshot->toJson()));
        self::assertTrue(str_contains($snapshot->toJson(), '"c":1.0'));
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
