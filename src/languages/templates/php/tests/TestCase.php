<?php

declare(strict_types=1);

namespace CollectionsContract\Tests;

use Closure;
use CollectionsContract\DuplicateStore;
use PHPUnit\Framework\TestCase as PhpUnit;
use Throwable;

abstract class TestCase extends PhpUnit
{
    /** @param class-string<Throwable> $class */
    protected static function thrown(string $class, callable $call): Throwable
    {
        try {
            $call();
        } catch (Throwable $error) {
            self::assertSame($class, $error::class);

            return $error;
        }
        self::fail("nothing was thrown, expected $class");
    }

    /** Nothing that says "hidden" is in an error, nor in what the calls in the package got. */
    protected static function assertHidden(Throwable $error): void
    {
        $package = substr(__NAMESPACE__, 0, -strlen('Tests'));
        $calls = array_filter($error->getTrace(), static fn (array $call) => str_starts_with($call['class'] ?? '', $package)
            && !str_starts_with($call['class'], __NAMESPACE__));
        self::assertTrue($calls !== []);
        self::assertStringNotContainsString('hidden', print_r([$error->getMessage(), $calls], true));
        self::assertStringNotContainsString('hidden', json_encode($error, JSON_THROW_ON_ERROR));
    }

    /**
     * @param list<string> $lacking what is not here: a case that needs it is left out
     * @return array<string, array{array<string, mixed>}> for a data provider, by id
     */
    protected static function casesOf(string $name, array $lacking = []): array
    {
        $has = static fn (array $case): bool => array_intersect($case['needs'], $lacking) === [];
        $cases = array_filter(self::vectors($name, 60), $has);

        return array_map(static fn (array $case) => [$case], array_column($cases, null, 'id'));
    }

    /** @return list<array<string, mixed>> */
    protected static function vectors(string $name, int $atLeast): array
    {
        $text = (string) file_get_contents(__DIR__ . "/../vectors/$name.json");
        $cases = json_decode($text, true, 512, JSON_THROW_ON_ERROR)['cases'];
        self::assertTrue(count($cases) >= $atLeast, $name);

        return $cases;
    }

    /** A store in memory, or one that does `$once`. */
    protected static function store(?Closure $once = null): DuplicateStore
    {
        return new class ($once) implements DuplicateStore {
            /** @var array<string, true> */
            public array $done = [];

            public function __construct(private readonly ?Closure $once)
            {
            }

            public function once(string $key, callable $handOver): void
            {
                if ($this->once !== null) {
                    ($this->once)($key, $handOver);
                } elseif (!isset($this->done[$key])) {
                    $handOver();
                    $this->done[$key] = true;
                }
            }
        };
    }
}
