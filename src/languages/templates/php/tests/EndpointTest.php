<?php

declare(strict_types=1);

namespace CollectionsContract\Tests;

use CollectionsContract\Contract;
use CollectionsContract\Signature;
use CurlHandle;
use CurlMultiHandle;
use PDO;

/** The example over real HTTP: several built-in servers, which are several processes, over one database. */
final class EndpointTest extends TestCase
{
    private const SECRET = '<WEBHOOK_SECRET>';
    private const SERVERS = 4;

    private string $file;

    /** @var list<resource> */
    private array $processes = [];

    /** @var list<string> where the servers listen */
    private array $names = [];

    public function setUp(): void
    {
        if (!extension_loaded('pdo_sqlite')) {
            self::markTestSkipped('without SQLite');
        }
        $this->file = (string) tempnam(sys_get_temp_dir(), 'payments');
        for ($i = 0; $i < self::SERVERS; $i++) {
            $probe = stream_socket_server('tcp://127.0.0.1:0');
            $this->names[] = $name = (string) stream_socket_get_name($probe, false);
            fclose($probe);
            // Errors are shown on purpose, and no other extension is loaded: the answer must be right even then.
            $command = [
                PHP_BINARY, '-n', '-d', 'display_errors=1', '-d', 'enable_post_data_reading=0',
                '-d', 'extension=pdo', '-d', 'extension=pdo_sqlite', '-S', $name, __DIR__ . '/../examples/receiver.php',
            ];
            $env = ['WEBHOOK_SECRET' => self::SECRET, 'PROCESSED' => $this->file];
            $this->processes[] = proc_open($command, [2 => ['file', '/dev/null', 'w']], $pipes, null, $env);
            for ($until = microtime(true) + 10; @stream_socket_client("tcp://$name") === false; usleep(20_000)) {
                self::assertTrue(microtime(true) < $until, 'the server does not listen');
            }
        }
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
        [$all, $requests] = $this->requests(1, 40);
        self::drive($all, 20);
        self::assertSame(array_fill(0, 40, 204), self::statuses($requests));
        $stored = (new PDO("sqlite:$this->file"))->query('SELECT * FROM payment')->fetchAll(PDO::FETCH_NUM);
        self::assertSame([[1, Contract::CASE_FILE_PAYMENT_CONFIRMED]], $stored);
    }

    /** @return array{CurlMultiHandle, list<CurlHandle>} deliveries of one payment, to one server after the other */
    private function requests(int $id, int $count): array
    {
        $body = json_encode(['@event' => Contract::CASE_FILE_PAYMENT_CONFIRMED, 'id' => $id], JSON_THROW_ON_ERROR);
        $signature = Contract::SIGNATURE_HEADER . ': ' . Signature::sign($body, self::SECRET);
        $all = curl_multi_init();
        $requests = [];
        for ($i = 0; $i < $count; $i++) {
            $requests[] = $one = curl_init('http://' . $this->names[$i % self::SERVERS]);
            curl_setopt_array($one, [
                CURLOPT_POSTFIELDS => $body,
                CURLOPT_HTTPHEADER => ['Content-Type: application/json', $signature],
                CURLOPT_RETURNTRANSFER => true,
            ]);
            curl_multi_add_handle($all, $one);
        }

        return [$all, $requests];
    }

    /** Until all are answered, for so many seconds at most. */
    private static function drive(CurlMultiHandle $all, float $seconds): void
    {
        $until = microtime(true) + $seconds;
        do {
            curl_multi_exec($all, $running);
            curl_multi_select($all, 0.05);
        } while ($running > 0 && microtime(true) < $until);
    }

    /**
     * @param list<CurlHandle> $requests
     * @return list<int>
     */
    private static function statuses(array $requests): array
    {
        return array_map(static fn ($one) => curl_getinfo($one, CURLINFO_RESPONSE_CODE), $requests);
    }
}
