<?php

declare(strict_types=1);

namespace CollectionsContract\Tests;

use CollectionsContract\ApiException;
use CollectionsContract\Client;
use CollectionsContract\CurlTransport;
use CollectionsContract\Model\AppWebhookWrite;
use CollectionsContract\Model\ClientWebhookCreate;
use CollectionsContract\OAuth;

/** A case of vectors/client.json: its result or error, and what was sent, over real sockets. */
final class ClientVectorsTest extends TestCase
{
    private Service $service;

    public function setUp(): void
    {
        $this->service = new Service();
    }

    public function tearDown(): void
    {
        $this->service->stop();
    }

    public static function cases(): array
    {
        return self::casesOf('client');
    }

    /** @dataProvider cases */
    public function testCase(array $case): void
    {
        $url = $case['baseUrl'] ?? $this->service->start($case['answers'] ?: ['']);
        try {
            $result = json_encode(self::made($case, $url));
            self::assertEquals(json_decode($case['result']), json_decode($result));
        } catch (ApiException $error) {
            $answer = $error->response;
            $found = ['code' => $error->getCode(), 'status' => $answer?->status, 'retryAfter' => $answer?->headers['retry-after'] ?? null];
            self::assertEquals($case['error'] + $found, $found);
            self::assertSame(0, preg_match('/hidden|token-\d/', $error->getMessage()));
            foreach (array_slice($this->service->requests(), -1) as [$head]) {
                self::assertStringContainsString(implode(" $url", array_slice(explode(' ', $head), 0, 2)), $error->getMessage());
            }
        }
        if (isset($case['sent'])) {
            $sent = array_map(static fn (array $one) => self::sent(...$one), $this->service->requests());
            self::assertEquals($case['sent'], $sent);
        }
    }

    /** @param array<string, mixed> $case */
    private static function made(array $case, string $url): mixed
    {
        ['operation' => $operation, 'given' => $given, 'tokens' => $tokens] = $case;
        $transport = new CurlTransport($case['timeoutMs'] / 1000, $case['maxResponseBytes']);
        if ($operation === 'exchangeAuthorizationCode') {
            $oauth = new OAuth($url, $given['client_id'], $given['client_secret'], true, $transport);

            return $oauth->exchange($given['code'], $given['redirect_uri']);
        }
        $token = count($tokens) > 1 ? static fn (?string $rejected) => $tokens[$rejected === null ? 0 : 1] : $tokens[0];
        $client = new Client($url, $token, true, ['Authorization', 'Bearer '], $transport);

        return match ($operation) {
            'listAppWebhooks' => $client->listAppWebhooks($given),
            'createAppWebhook' => $client->createAppWebhook(AppWebhookWrite::fromJson(json_encode((object) $given))),
            default => $client->createClientWebhook(ClientWebhookCreate::fromJson(json_encode($given))),
        };
    }

    /** @return array<string, mixed> */
    private static function sent(string $head, string $body): array
    {
        [$method, $path] = explode(' ', $head);
        preg_match_all('/^([\w-]+): (.*)\r$/m', $head, $found);
        $headers = array_combine(array_map(strtolower(...), $found[1]), $found[2]);
        $type = $headers['content-type'] ?? null;
        parse_str($body, $form);
        $read = $type === null ? null : (str_contains($type, 'form') ? $form : json_decode($body, true));

        return array_filter([
            'method' => $method,
            'path' => $path,
            'codings' => isset($headers['accept-encoding']),
            'authorization' => $headers['authorization'] ?? null,
            'contentType' => $type,
            'body' => $read,
        ], static fn (mixed $one) => $one !== null);
    }
}
