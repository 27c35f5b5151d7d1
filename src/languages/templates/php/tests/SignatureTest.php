<?php

declare(strict_types=1);

namespace CollectionsContract\Tests;

use CollectionsContract\Signature;
use CollectionsContract\WebhookUrl;
use InvalidArgumentException;
use TypeError;

/** The verdicts of vectors/signature.json, which were computed with another tool, and of vectors/webhook-urls.json. */
final class SignatureTest extends TestCase
{
    public function testAllVerdicts(): void
    {
        $signed = 0;
        foreach (self::vectors('signature', 40) as $case) {
            $secrets = array_map(base64_decode(...), $case['secrets']);
            $verdict = Signature::verify(base64_decode($case['body']), $case['header'], $secrets);
            self::assertSame(
                [$case['ok'], $case['secretIndex'] ?? null, $case['code'] ?? null],
                [$verdict->ok, $verdict->secretIndex, $verdict->code],
                $case['id'],
            );
            if ($case['ok']) {
                $own = Signature::sign(base64_decode($case['body']), $secrets[$case['secretIndex']]);
                self::assertSame(strtolower($case['header']), $own, $case['id']);
                $signed++;
            }
        }
        self::assertTrue($signed > 10);
    }

    public function testAHeaderThatIsNotUtf8IsRefused(): void
    {
        $right = Signature::sign('{}', 's');
        self::assertSame('signature_encoding', Signature::verify('{}', "$right\xff", ['s'])->code);
        self::assertSame('signature_whitespace', Signature::verify('{}', "$right\xff\x01", ['s'])->code);
    }

    public function testMisuse(): void
    {
        self::thrown(InvalidArgumentException::class, static fn () => Signature::sign('{}', ''));
        $header = Signature::sign('{}', 's');
        self::thrown(TypeError::class, static fn () => Signature::verify('{}', $header, [null]));
        self::thrown(TypeError::class, static fn () => Signature::verify('{}', $header, 's'));
    }

    public function testAllVerdictsOnUrls(): void
    {
        foreach (self::vectors('webhook-urls', 400) as $case) {
            self::assertSame($case['ok'], WebhookUrl::isAllowed($case['url']), "{$case['url']}: {$case['why']}");
        }
        self::assertSame(false, WebhookUrl::isAllowed("https://not-utf8.example.com/\xff"));
    }
}
