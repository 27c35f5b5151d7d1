<?php

declare(strict_types=1);

namespace CollectionsContract;

/** The top-level domains of the DNS root of {{tldsOf}}, without those for special use. */
final class Tlds
{
    private const NAMES = '
{{tlds}}
';

    /** @var array<string, int>|null */
    private static ?array $known = null;

    public static function has(string $name): bool
    {
        self::$known ??= array_flip(preg_split('/\s+/', trim(self::NAMES)) ?: []);

        return isset(self::$known[$name]);
    }
}
