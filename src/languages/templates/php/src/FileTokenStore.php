<?php

declare(strict_types=1);

namespace CollectionsContract;

use RuntimeException;
use SensitiveParameter;

/**
 * Keeps the tokens of one grant in a file that only this user may read, for all processes of one machine. The folder
 * must exist. A crash leaves the old tokens or the new ones.
 */
final readonly class FileTokenStore implements TokenStore
{
    public function __construct(private string $path)
    {
    }

    public function load(): ?array
    {
        clearstatcache(true, $this->path);
        if (!file_exists($this->path)) {
            return null;
        }

        return json_decode(self::done(@file_get_contents($this->path)), true, flags: JSON_THROW_ON_ERROR);
    }

    public function save(#[SensitiveParameter] array $tokens): void
    {
        $fresh = self::done(@tempnam(dirname($this->path), '.tokens'));
        try {
            // tempnam() makes a file of mode 600, elsewhere if it cannot be here.
            $file = self::done(dirname($fresh) === realpath(dirname($this->path)) ? fopen($fresh, 'w') : false);
            $json = json_encode($tokens, JSON_THROW_ON_ERROR);
            // A full disk takes a part.
            self::done(@fwrite($file, $json) === strlen($json));
            self::done(fsync($file) && fclose($file) && rename($fresh, $this->path));
        } finally {
            if (is_file($fresh)) {
                unlink($fresh);
            }
        }
    }

    public function withLock(#[SensitiveParameter] callable $work): mixed
    {
        $lock = self::done(@fopen("$this->path.lock", 'c'));
        try {
            self::done(flock($lock, LOCK_EX));

            return $work();
        } finally {
            fclose($lock);
        }
    }

    /**
     * @template T
     * @param T|false $result
     * @return T
     */
    private static function done(#[SensitiveParameter] mixed $result): mixed
    {
        return $result === false ? throw new RuntimeException('the file of the tokens cannot be used') : $result;
    }
}
