<?php

declare(strict_types=1);

namespace CollectionsContract\Tests;

use CollectionsContract\Contract;
use CollectionsContract\Signature;
use RuntimeException;

/** The example over real HTTP: several built-in servers, which are several processes, over one file. */
final class EndpointTest extends TestCase
{
    private const SECRET = '<WEBHOOK_SECRET>';
    private const SERVERS = 4;

    private string $file = '';

    /** @var list<resource> */
    private array $processes = [];

    /** @var list<int> */
    private array $ports = [];

    public function setUp(): void
    {
        $this->file = (string) tempnam(sys_get_temp_dir(), 'inbox');
        $this->start(self::SERVERS, ['WEBHOOK_SECRET' => self::SECRET, 'PROCESSED' => $this->file]);
    }

    public function tearDown(): void
    {
        foreach ($this->processes as $process) {
            proc_terminate($process, 9);
            proc_close($process);
        }
        array_map(unlink(...), glob("$this->file*") ?: []);
    }

    public function testFortyAtOnceTakeEffectOnce(): void
    {
        $body = self::payment(1);
        $request = self::request($body, ['Content-Length: ' . strlen($body)]);
        $answers = $this->exchange(array_fill(0, 40, $request));
        self::assertSame(array_fill(0, 40, 204), $answers);
        self::assertSame([self::line(1)], file($this->file));
    }

    public function testAnotherProcessIsWaitedFor(): void
    {
        $key = '7 ' . Contract::CASE_FILE_PAYMENT_CONFIRMED;
        $lock = fopen("$this->file.lock-" . crc32($key) % 256, 'c');
        flock($lock, LOCK_EX);
        $body = self::payment(7);
        $socket = stream_socket_client("tcp://127.0.0.1:{$this->ports[0]}", timeout: 10);
        fwrite($socket, self::request($body, ['Content-Length: ' . strlen($body)]));
        stream_set_timeout($socket, 0, 300_000);
        self::assertSame(false, fgets($socket));
        file_put_contents($this->file, self::line(7));
        fclose($lock);
        stream_set_timeout($socket, 10);
        self::assertSame('204', substr((string) fgets($socket), 9, 3));
        self::assertSame([self::line(7)], file($this->file));
    }

    public function testChunksAreTaken(): void
    {
        $body = self::payment(2);
        [$first, $second] = [substr($body, 0, 9), substr($body, 9)];
        $chunks = sprintf("%x\r\n%s\r\n%x\r\n%s\r\n0\r\n\r\n", strlen($first), $first, strlen($second), $second);
        self::assertSame([204], $this->exchange([self::request($body, ['Transfer-Encoding: chunked'], $chunks)]));
        self::assertSame([self::line(2)], file($this->file));
    }

    public function testWhatIsRefused(): void
    {
        $body = self::payment(5);
        $length = 'Content-Length: ' . strlen($body);
        $twice = Contract::SIGNATURE_HEADER . ': ' . Signature::sign($body, self::SECRET);
        $large = str_repeat('x', 9_000_000);
        $answers = $this->exchange([
            self::request($body, [$length, $twice]),
            self::request("$body ", [$length], $body),
            str_replace('POST', 'GET', self::request($body, [$length])),
            str_replace('application/json', 'text/plain', self::request($body, [$length])),
            self::request($large, ['Content-Length: 9000000']),
        ]);
        self::assertSame([401, 401, 405, 415, 413], $answers);
        self::assertSame([], file($this->file));
    }

    public function testAScriptThatDiesIsNoSuccess(): void
    {
        $this->start(1, ['PROCESSED' => $this->file]);
        $this->ports = array_slice($this->ports, -1);
        $body = self::payment(6);
        self::assertSame([500], $this->exchange([self::request($body, ['Content-Length: ' . strlen($body)])]));
    }

    /** @param array<string, string> $env */
    private function start(int $count, array $env): void
    {
        for ($i = 0; $i < $count; $i++) {
            $probe = stream_socket_server('tcp://127.0.0.1:0');
            $name = (string) stream_socket_get_name($probe, false);
            fclose($probe);
            // Errors are shown on purpose, and no extension is loaded: the answer must be right even then.
            $command = [
                PHP_BINARY, '-n', '-d', 'display_errors=1', '-d', 'enable_post_data_reading=0',
                '-S', $name, __DIR__ . '/../examples/receiver.php',
            ];
            $quiet = ['file', '/dev/null', 'w'];
            $process = proc_open($command, [['file', '/dev/null', 'r'], $quiet, $quiet], $pipes, null, $env);
            $port = (int) substr($name, (int) strrpos($name, ':') + 1);
            $this->processes[] = $process;
            $this->ports[] = $port;
            for ($until = microtime(true) + 10; ($socket = @fsockopen('127.0.0.1', $port)) === false; usleep(20_000)) {
                if (microtime(true) > $until) {
                    throw new RuntimeException('the server does not listen');
                }
            }
            fclose($socket);
        }
    }

    /**
     * Sends the last bytes of all requests together, then reads the answers.
     *
     * @param list<string> $requests
     * @return list<int> the statuses
     */
    private function exchange(array $requests): array
    {
        $sockets = [];
        foreach ($requests as $i => $request) {
            $port = $this->ports[$i % count($this->ports)];
            $sockets[] = $socket = stream_socket_client("tcp://127.0.0.1:$port", timeout: 10);
            stream_set_timeout($socket, 20);
            for ($sent = 0; $sent < strlen($request) - 1; $sent += $written) {
                $written = fwrite($socket, substr($request, $sent, min(1 << 20, strlen($request) - 1 - $sent)));
            }
        }
        foreach ($requests as $i => $request) {
            fwrite($sockets[$i], substr($request, -1));
        }

        return array_map(static function ($socket): int {
            $status = (int) substr((string) fgets($socket), 9, 3);
            fclose($socket);

            return $status;
        }, $sockets);
    }

    /** @param list<string> $headers */
    private static function request(string $body, array $headers, ?string $sent = null): string
    {
        $signature = Contract::SIGNATURE_HEADER . ': ' . Signature::sign($body, self::SECRET);
        $all = ['Host: localhost', 'Content-Type: application/json', $signature, ...$headers];

        return "POST / HTTP/1.1\r\n" . implode("\r\n", $all) . "\r\n\r\n" . ($sent ?? $body);
    }

    private static function payment(int $id): string
    {
        return json_encode(['@event' => Contract::CASE_FILE_PAYMENT_CONFIRMED, 'id' => $id], JSON_THROW_ON_ERROR);
    }

    private static function line(int $id): string
    {
        return json_encode(['id' => $id, 'event' => Contract::CASE_FILE_PAYMENT_CONFIRMED], JSON_THROW_ON_ERROR) . "\n";
    }
}
