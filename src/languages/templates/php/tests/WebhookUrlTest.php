<?php

declare(strict_types=1);

namespace CollectionsContract\Tests;

use CollectionsContract\WebhookUrl;

/** The verdicts of vectors/webhook-urls.json. */
final class WebhookUrlTest extends TestCase
{
    public function testAllVerdicts(): void
    {
        $cases = self::vectors('webhook-urls');
        self::assertTrue(count($cases) > 400);
        foreach ($cases as $case) {
            self::assertSame($case['ok'], WebhookUrl::isAllowed($case['url']), "{$case['url']}: {$case['why']}");
        }
    }

    public function testAHostIsInAscii(): void
    {
        $refused = [
            "https://b\u{fc}cher.ch/",
            'https://ex%61mple.com/',
            "https://example.u\u{212a}/",
            "http\u{17f}://example.com/",
            "https://example.com/\xff",
        ];
        foreach ($refused as $url) {
            self::assertSame(false, WebhookUrl::isAllowed($url), bin2hex($url));
        }
        self::assertTrue(WebhookUrl::isAllowed("https://xn--bcher-kva.ch/b\u{fc}cher"));
    }
}
