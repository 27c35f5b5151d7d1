<?php

declare(strict_types=1);

namespace CollectionsContract\Tests;

use CollectionsContract\ApiException;
use CollectionsContract\Client;
use CollectionsContract\Contract;
use CollectionsContract\CurlTransport;
use CollectionsContract\Model\AppWebhookWrite;
use CollectionsContract\Model\ClientWebhookCreate;
use CollectionsContract\OAuth;
use LogicException;

/** The client and the token endpoint against servers that answer, are slow, cut off, untrusted, or behind a proxy. */
final class ClientTest extends TestCase
{
    private const TOKENS = '{"token_type":"bearer","expires_in":60,"access_token":"a","refresh_token":"r","scope":"x"}';

    private Service $service;

    public function setUp(): void
    {
        ini_set('zend.exception_ignore_args', '0');
        $this->service = new Service();
    }

    public function tearDown(): void
    {
        $this->service->stop();
    }

    public function testWhatIsNotDescribedIsTaken(): void
    {
        $created = $this->client([299, '{"secret":"s","x-new":[1]}'])->createClientWebhook(self::webhook());
        self::assertSame(['s', ['x-new' => [1]]], [$created->secret, $created->extra]);
        [[$head, $body]] = $this->service->requests();
        self::assertTrue(str_starts_with($head, 'POST /api/client_webhooks HTTP'), $head);
        $line = Contract::TOKEN_HEADER . ': ' . Contract::TOKEN_PREFIX . 'hidden-token';
        self::assertTrue(str_contains($head, "\r\n$line\r\n"), $head);
        self::assertSame(self::webhook()->toJson(), $body);
    }

    public function testAListOfAnyFormIsHandedOnAndAnIdIsOneSegment(): void
    {
        foreach (['[]', '{"member":[{"id":9223372036854775807}],"7":{}}', '"text"', 'null'] as $json) {
            $listed = $this->client([200, $json])->listAppWebhooks('a/b c');
            self::assertSame($json, json_encode($listed));
        }
        // No digit is lost.
        self::assertSame(['18446744073709551617'], $this->client([200, '[18446744073709551617]'])->listAppWebhooks(7));
        self::assertTrue(str_starts_with($this->service->requests()[0][0], 'GET /api/apps/a%2Fb%20c/app_webhooks '));
    }

    public function testFailuresHaveCodesAndHoldNoSecret(): void
    {
        $rows = [
            [302, 'hidden', 'redirect_refused'], [418, 'hidden', 'request_rejected'], [401, '', 'request_rejected'],
            [599, 'hidden', 'service_failed'], [200, 'hidden', 'response_not_json'], [200, "\xff", 'response_not_json'],
            [200, '{"secret":1}', 'response_invalid'], [200, '{"secret":""}', 'response_invalid'],
            [200, str_repeat(' ', 1_048_577), 'response_too_large'],
            [500, str_repeat('x', 2_000_000), 'service_failed'],
        ];
        foreach ($rows as $i => [$status, $body, $code]) {
            $client = $this->client([$status, $body]);
            $error = self::failing($code, static fn () => $client->createClientWebhook(self::webhook()));
            self::assertSame([$status, $i + 1], [$error->response?->status, count($this->service->requests())]);
            self::assertTrue(strlen($error->response->body) <= 1_048_576);
        }
        $client = $this->client([429, '', "Retry-After: 7\r\n"]);
        $error = self::failing('request_rejected', static fn () => $client->listAppWebhooks(1));
        self::assertSame([429, 7], [$error->response->status, $error->response->retryAfter()]);
        self::assertStringNotContainsString('hidden', print_r($client, true));
    }

    public function testNothingIsSentThatCannotBeRight(): void
    {
        $client = $this->client([200, '{}']);
        foreach (['', '.', '..'] as $id) {
            self::failing('request_invalid', static fn () => $client->listAppWebhooks($id));
        }
        self::failing('request_invalid', static fn () => $client->createAppWebhook(new AppWebhookWrite()));
        $none = new ClientWebhookCreate(client: '/c/1', name: 'n', events: [], url: 'https://hooks.example.com/');
        self::failing('request_invalid', static fn () => $client->createClientWebhook($none));
        foreach (['http://example.com', 'http://127.0.0.1', 'http://127.0.0.1.example.com'] as $url) {
            self::failing('insecure_url', static fn () => new Client($url, 't'));
        }
        $wrong = ['ftp://example.com', 'https://', 'x', 'https://a:b@e.com', 'https://e.com?a', "https://e.com\n"];
        foreach ($wrong as $url) {
            self::failing('base_url_invalid', static fn () => new Client($url, 't'));
        }
        foreach (["a\nb", '', 'ü'] as $token) {
            self::failing('token_invalid', static fn () => new Client('https://example.com', $token));
        }
        self::assertSame([], $this->service->requests());
    }

    public function testTheTimeOutIsForTheWholeCall(): void
    {
        $heads = ['HTTP/1.1 200 ', "HTTP/1.1 200 OK\r\nX-Slow: ", "HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n"];
        foreach ($heads as $first) {
            $url = $this->service->start("{$first}…");
            $client = new Client($url, 't', true, transport: new CurlTransport(timeout: 0.3));
            $begun = microtime(true);
            self::failing('timeout', static fn () => $client->listAppWebhooks(1));
            self::assertTrue(microtime(true) - $begun < 10);
        }
    }

    public function testCausesAreToldApart(): void
    {
        $closed = $this->service->start('');
        $this->service->stop();
        $urls = [$closed];
        foreach (['', "hidden\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[]"] as $bytes) {
            $urls[] = $this->service->start($bytes);
        }
        $transport = new CurlTransport(proxy: $this->service->start("HTTP/1.1 407 Authenticate\r\n\r\n"));
        $reasons = [];
        foreach ([...$urls, 'https://api.example.com'] as $i => $url) {
            $client = new Client($url, 'hidden-token', true, transport: $i === count($urls) ? $transport : null);
            $reasons[] = self::failing('unreachable', static fn () => $client->listAppWebhooks(1))->reason;
        }
        self::assertSame(array_unique($reasons), $reasons);
        $connect = array_column($this->service->requests(), 0)[3];
        self::assertTrue(str_starts_with($connect, 'CONNECT api.example.com:443 '), $connect);
        self::assertStringNotContainsString('hidden-token', $connect);
    }

    public function testACertificateIsTrustedIfItsFileIsGiven(): void
    {
        $key = openssl_pkey_new(['private_key_type' => OPENSSL_KEYTYPE_EC, 'curve_name' => 'prime256v1']);
        $request = openssl_csr_new(['commonName' => 'localhost'], $key, ['digest_alg' => 'sha256']);
        openssl_x509_export(openssl_csr_sign($request, null, $key, 1, ['digest_alg' => 'sha256']), $certificate);
        openssl_pkey_export($key, $private);
        $pem = tempnam(sys_get_temp_dir(), 'pem');
        file_put_contents($pem, $certificate . $private);
        $url = $this->service->start("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]", $pem);
        $url = strtr($url, ['http://127.0.0.1' => 'https://localhost']);
        self::assertSame([], (new Client($url, 't', transport: new CurlTransport(caFile: $pem)))->listAppWebhooks(1));
        $error = self::failing('unreachable', static fn () => (new Client($url, 't'))->listAppWebhooks(1));
        self::assertTrue(str_contains((string) $error->reason, 'certificate'), (string) $error->reason);
        unlink($pem);
        self::thrown(LogicException::class, static fn () => new CurlTransport(caFile: $pem));
    }

    public function testAfterA401AGetIsRepeatedOnceWithAnotherTokenAndAPostNever(): void
    {
        $tokens = static fn (?string $rejected): string => $rejected === null ? 'one' : 'two';
        self::assertSame([], $this->client([401, 'hidden'], [200, '[]'], token: $tokens)->listAppWebhooks(1));
        $line = '/^' . Contract::TOKEN_HEADER . ': ' . preg_quote(Contract::TOKEN_PREFIX, '/') . '(\w+)/m';
        preg_match_all($line, implode(array_column($this->service->requests(), 0)), $sent);
        self::assertSame(['one', 'two'], $sent[1]);
        $client = $this->client([401, 'hidden'], token: $tokens);
        self::failing('request_rejected', static fn () => $client->listAppWebhooks(7));
        self::failing('token_renewed', static fn () => $client->createAppWebhook(self::appWebhook()));
        self::assertSame(2 + 2 + 1, count($this->service->requests()));
    }

    public function testTokens(): void
    {
        $exchange = function (int $status, string $body): mixed {
            $oauth = new OAuth($this->service->start(self::answer($status, $body)), 'i', 'hidden', true);
            self::assertStringNotContainsString('hidden', print_r($oauth, true));

            return $oauth->exchange('c&', 'https://a.example/');
        };
        self::assertSame(['scope' => 'x'], $exchange(203, self::TOKENS)->extra);
        parse_str($this->service->requests()[0][1], $form);
        self::assertSame([
            'grant_type' => 'authorization_code', 'code' => 'c&', 'redirect_uri' => 'https://a.example/',
            'client_id' => 'i', 'client_secret' => 'hidden',
        ], $form);
        $rows = [
            [400, '{"error":"invalid_grant"}', 'token_refused', 'invalid_grant'],
            [401, '{"error":"hidden"}', 'token_refused'], [400, "\xff", 'token_refused'],
            [500, '', 'token_endpoint_failed'], [307, '', 'redirect_refused'], [200, '{}', 'token_response_invalid'],
            [200, strtr(self::TOKENS, ['bearer' => 'mac']), 'token_response_invalid'],
            [200, str_repeat('x', 70_000), 'response_too_large'],
        ];
        foreach ($rows as $row) {
            $error = self::failing($row[2], static fn () => $exchange($row[0], $row[1]));
            self::assertSame([$row[0], $row[3] ?? null], [$error->response?->status, $error->error]);
        }
        self::failing('credentials_missing', static fn () => new OAuth('https://a.example', '', 'hidden'));
    }

    /** @param array{int, string, 2?: string}|callable ...$answers `token`: what the client gets */
    private function client(mixed ...$answers): Client
    {
        $token = $answers['token'] ?? 'hidden-token';
        unset($answers['token']);
        $bytes = array_map(static fn (array $one) => self::answer(...$one), array_values($answers));

        return new Client($this->service->start($bytes), $token, true);
    }

    private static function answer(int $status, string $body, string $headers = ''): string
    {
        $length = strlen($body);

        return "HTTP/1.1 $status X\r\nLocation: /elsewhere\r\nContent-Length: $length\r\n$headers\r\n$body";
    }

    private static function failing(string $code, callable $call): ApiException
    {
        $error = self::thrown(ApiException::class, $call);
        self::assertSame($code, $error->getCode(), $error->getMessage());
        self::assertHidden($error);

        return $error;
    }

    private static function webhook(): ClientWebhookCreate
    {
        return new ClientWebhookCreate(
            client: '/c/1',
            name: 'n',
            events: [Contract::CASE_FILE_PAYMENT_CONFIRMED],
            url: 'https://hooks.example.com/',
        );
    }

    private static function appWebhook(): AppWebhookWrite
    {
        return new AppWebhookWrite('/a/1', 'https://hooks.example.com/', ['e'], 2, true);
    }
}
