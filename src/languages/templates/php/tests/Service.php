<?php

declare(strict_types=1);

namespace CollectionsContract\Tests;

/** Runs server.php, once for each start(). */
final class Service
{
    /** @var list<resource> */
    private array $processes = [];

    /** @var list<resource> that PHP deletes; the first one has the requests */
    private array $files;

    public function __construct()
    {
        $this->files = [tmpfile()];
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
        $this->files[] = $file = tmpfile();
        fwrite($file, $given);
        $command = [PHP_BINARY, __DIR__ . '/server.php', self::path($file), self::path($this->files[0]), ...$pem];
        $process = proc_open($command, [['file', '/dev/null', 'r'], ['pipe', 'w'], ['file', '/dev/null', 'w']], $pipes);
        $this->processes[] = $process;

        return 'http://127.0.0.1:' . trim((string) fgets($pipes[1]));
    }

    /** @return list<array{string, string}> heads and bodies of all requests so far */
    public function requests(): array
    {
        return array_map(json_decode(...), file(self::path($this->files[0])) ?: []);
    }

    public function stop(): void
    {
        foreach ($this->processes as $process) {
            proc_terminate($process, 9);
            proc_close($process);
        }
        $this->processes = [];
    }

    /** @param resource $file */
    private static function path($file): string
    {
        return stream_get_meta_data($file)['uri'];
    }
}
