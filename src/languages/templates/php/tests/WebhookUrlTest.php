<?php

declare(strict_types=1);

namespace CollectionsContract\Tests;

use CollectionsContract\WebhookUrl;

/** The verdicts of vectors/webhook-urls.json. */
final class WebhookUrlTest extends TestCase
{
    public function testAllVerdicts(): void
    {
        foreach (self::vectors('webhook-urls', 400) as $case) {
            self::assertSame($case['ok'], WebhookUrl::isAllowed($case['url']), "{$case['url']}: {$case['why']}");
        }
    }

    public function testBytesThatAreNotUtf8(): void
    {
        self::assertSame(false, WebhookUrl::isAllowed("https://example.com/\xff"));
    }
}
