<?php

declare(strict_types=1);

namespace CollectionsContract\Tests;

use RuntimeException;
use Throwable;

abstract class TestCase
{
    public function setUp(): void
    {
    }

    public function tearDown(): void
    {
    }

    protected static function assertTrue(bool $value, string $about = ''): void
    {
        self::assertSame(true, $value, $about);
    }

    protected static function assertSame(mixed $expected, mixed $actual, string $about = ''): void
    {
        if ($expected !== $actual) {
            $shown = json_encode(['expected' => $expected, 'actual' => $actual], JSON_PARTIAL_OUTPUT_ON_ERROR);
            throw new RuntimeException("$about $shown");
        }
    }

    /** The same JSON, whatever the order of members. */
    protected static function assertEquals(mixed $expected, mixed $actual, string $about = ''): void
    {
        self::assertSame(json_encode(self::sorted($expected)), json_encode(self::sorted($actual)), $about);
    }

    protected static function assertStringNotContainsString(string $part, string $text): void
    {
        self::assertTrue(!str_contains($text, $part), "'$part' was not to be in the text");
    }

    /** @param class-string<Throwable> $class */
    protected static function thrown(string $class, callable $call): Throwable
    {
        try {
            $call();
        } catch (Throwable $error) {
            self::assertSame($class, $error::class);

            return $error;
        }
        throw new RuntimeException("nothing was thrown, expected $class");
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

    /** @return list<array<string, mixed>> */
    protected static function vectors(string $name): array
    {
        $text = (string) file_get_contents(__DIR__ . "/../vectors/$name.json");

        return json_decode($text, true, 512, JSON_THROW_ON_ERROR)['cases'];
    }

    private static function sorted(mixed $value): mixed
    {
        if (is_object($value)) {
            $members = array_map(self::sorted(...), get_object_vars($value));
            ksort($members, SORT_STRING);

            return (object) $members;
        }

        return is_array($value) ? array_map(self::sorted(...), $value) : $value;
    }
}
