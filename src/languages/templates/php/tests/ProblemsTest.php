<?php

declare(strict_types=1);

namespace CollectionsContract\Tests;

/** What a receiver without `onProblem` writes to the log of PHP. */
final class ProblemsTest extends TestCase
{
    /** Delivers to a receiver in a process of its own, whose temporary folder remembers what was told. */
    private const SCRIPT = <<<'PHP'
        require $argv[1];
        use CollectionsContract\{Contract, DuplicateStore, LabelledSecret, Receiver, Signature};
        $store = new class () implements DuplicateStore {
            public function once(string $key, callable $handOver): void
            {
                $handOver();
            }
        };
        $fail = static fn () => throw new RuntimeException('the database is away');
        $receiver = new Receiver([new LabelledSecret('shop', 'hidden-secret', "a\ncmé")], $fail, $store);
        $body = '{"@event":"' . Contract::CASE_FILE_PAYMENT_CONFIRMED . '","id":1,"name":"hidden-name"}';
        foreach (['hidden-secret', 'hidden-secret', 'wrong', 'wrong'] as $secret) {
            $receiver->receive($body, Signature::sign($body, $secret));
        }
        $receiver->receive('', Signature::sign($body, 'hidden-secret'));
        $body = str_replace('"id":1', '"id":"hidden-id"', $body);
        $receiver->receive($body, Signature::sign($body, 'hidden-secret'));
        PHP;

    public function testNoFrameworkMakesJsonOfAnAnswer(): void
    {
        $this->expectException(\LogicException::class);
        json_encode(new \CollectionsContract\Answer(401, 'signature_missing'));
    }

    public function testFailuresAreToldWithTheirTraceAndRefusalsOnce(): void
    {
        $folder = sys_get_temp_dir() . '/told-' . bin2hex(random_bytes(8));
        mkdir($folder);
        $log = '';
        for ($run = 0; $run < 2; $run++) {
            $command = [PHP_BINARY, '-n', '-d', 'zend.exception_ignore_args=0', '-r', self::SCRIPT, '--'];
            $process = proc_open(
                [...$command, __DIR__ . '/../autoload.php'],
                [2 => ['pipe', 'w']],
                $pipes,
                null,
                ['TMPDIR' => $folder],
            );
            $log .= stream_get_contents($pipes[2]);
            self::assertSame(0, proc_close($process));
        }
        array_map(unlink(...), glob("$folder/*") ?: []);
        rmdir($folder);
        $count = static fn (string $text): int => substr_count($log, $text);
        $whose = ' (owner "a\ncmé").';
        $codes = ["handler_failed$whose", "payload_invalid$whose", 'signature_mismatch', 'body_not_received'];
        self::assertSame([4, 2, 1, 1], array_map($count, $codes), $log);
        self::assertTrue($count('the database is away') === 4 && $count('#0 ') === 4, $log);
        self::assertTrue($count('Check that the secret') === 1 && $count('proxy-sendcl') === 1, $log);
        self::assertStringNotContainsString('hidden', $log);
        self::assertStringNotContainsString('sha256', $log);
        self::assertStringNotContainsString('@event', $log);
    }
}
