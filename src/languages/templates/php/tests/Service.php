<?php

declare(strict_types=1);

namespace CollectionsContract\Tests;

/** Runs server.php, once for each start(). */
final class Service
{
    /** @var list<resource> */
    private array $processes = [];

    private readonly string $file;

    public function __construct()
    {
        $this->file = (string) tempnam(sys_get_temp_dir(), 'requests');
    }

    /**
     * @param string|list<string|null> $answers bytes, or null for none
     * @return string the URL of the server
     */
    public function start(string|array $answers, string ...$pem): string
    {
        $encode = static fn (?string $one) => $one === null ? null : base64_encode($one);
        $given = json_encode(array_map($encode, (array) $answers));
        // Long arguments are refused.
        $file = tempnam(sys_get_temp_dir(), 'answers');
        file_put_contents($file, $given);
        $command = [PHP_BINARY, __DIR__ . '/server.php', $file, $this->file, ...$pem];
        $process = proc_open($command, [['file', '/dev/null', 'r'], ['pipe', 'w'], ['file', '/dev/null', 'w']], $pipes);
        $this->processes[] = $process;

        return 'http://127.0.0.1:' . trim((string) fgets($pipes[1]));
    }

    /** @return list<array{string, string}> heads and bodies of all requests so far */
    public function requests(): array
    {
        return array_map(json_decode(...), file($this->file) ?: []);
    }

    public function stop(): void
    {
        foreach ($this->processes as $process) {
            proc_terminate($process, 9);
            proc_close($process);
        }
        $this->processes = [];
    }
}
