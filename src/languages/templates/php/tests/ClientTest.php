<?php

declare(strict_types=1);

namespace CollectionsContract\Tests;

use CollectionsContract\ApiException;
use CollectionsContract\ApiResponse;
use CollectionsContract\Client;
use CollectionsContract\Contract;
use CollectionsContract\CurlTransport;
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

    public function testAFailureIsCutOffAndNothingHoldsTheToken(): void
    {
        $client = $this->client([500, str_repeat('x', 2_000_000)]);
        $error = self::failing('service_failed', static fn () => $client->createClientWebhook(self::webhook()));
        self::assertTrue(strlen($error->response->body) <= 1_048_576);
        self::assertStringNotContainsString('hidden', print_r($client, true));
        // No digit is lost.
        self::assertSame(['18446744073709551617'], $this->client([200, '[18446744073709551617]'])->listAppWebhooks(7));
    }

    public function testNothingIsSentThatCannotBeRight(): void
    {
        self::failing('base_url_invalid', static fn () => new Client("https://e.com\n", 't'));
        foreach ([['ü', 'X', ''], ['t', "X\r\nY", ''], ['t', 'X', "\n"], ['t', '', '']] as [$token, $name, $prefix]) {
            self::failing(
                'token_invalid',
                static fn () => new Client('https://example.com', $token, tokenHeader: [$name, $prefix]),
            );
        }
        foreach ([[0, 1], [-1, 1], [NAN, 1], [1, 0]] as [$timeout, $bytes]) {
            self::thrown(LogicException::class, static fn () => new CurlTransport($timeout, $bytes));
        }
    }

    public function testAnErrorSaysHowLongToWait(): void
    {
        $waits = ['7' => 7, 'Wed, 21 Oct 2015 07:28:00 GMT' => 0, 'soon' => null, 'tomorrow 10:00' => null];
        foreach ($waits as $text => $seconds) {
            self::assertSame($seconds, (new ApiResponse(429, ['retry-after' => (string) $text], ''))->retryAfter());
        }
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

    public function testAServerThatSendsForEverIsLeft(): void
    {
        $head = "HTTP/1.1 200 OK\r\n";
        $chunked = "{$head}Transfer-Encoding: chunked\r\n\r\n2\r\n[]\r\n0\r\n";
        foreach (["∞HTTP/1.1 103 X\r\n\r\n", "{$head}∞X: a\r\n", "{$head}X: ∞a", "{$chunked}∞X: a\r\n"] as $answer) {
            $client = new Client($this->service->start($answer), 'hidden-token', true);
            self::failing('unreachable', static fn () => $client->listAppWebhooks(1));
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

    public function testTokens(): void
    {
        $exchange = function (int $status, string $body): mixed {
            $oauth = new OAuth($this->service->start(self::answer($status, $body)), 'i', 'hidden', true);
            self::assertStringNotContainsString('hidden', print_r($oauth, true));

            return $oauth->exchange('c&', 'https://a.example/');
        };
        self::assertSame(['scope' => 'x'], $exchange(203, self::TOKENS)->extra);
        $rows = [
            [400, '{"error":"invalid_grant"}', 'token_refused', 'invalid_grant'],
            [401, '{"error":"hidden"}', 'token_refused'],
            [200, str_repeat('x', 70_000), 'response_too_large'],
        ];
        foreach ($rows as $row) {
            $error = self::failing($row[2], static fn () => $exchange($row[0], $row[1]));
            self::assertSame([$row[0], $row[3] ?? null], [$error->response?->status, $error->error]);
        }
    }

    /** @param array{int, string} $answer */
    private function client(array $answer): Client
    {
        return new Client($this->service->start(self::answer(...$answer)), 'hidden-token', true);
    }

    private static function answer(int $status, string $body): string
    {
        $length = strlen($body);

        return "HTTP/1.1 $status X\r\nLocation: /elsewhere\r\nContent-Length: $length\r\n\r\n$body";
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
}
