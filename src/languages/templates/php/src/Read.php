<?php

declare(strict_types=1);

namespace CollectionsContract;

use stdClass;

/**
 * Reads the members of a JSON object for a model, and knows which nobody has asked for.
 *
 * @internal
 */
final class Read
{
    /** Below it, a float of Json::decode() is exactly the integer that was written. */
    private const EXACT = 2 ** 53;

    /** @var array<mixed> */
    private array $rest;

    /**
     * @param bool $isLenient keeps an optional member of another type in the rest
     * @throws PayloadException
     */
    public function __construct(mixed $value, private readonly bool $isLenient = false)
    {
        if (!$value instanceof stdClass) {
            throw new PayloadException('', 'an object');
        }
        $this->rest = get_object_vars($value);
    }

    /**
     * @template T
     * @param callable(mixed): T $read
     * @return T
     * @throws PayloadException
     */
    public function required(string $name, callable $read): mixed
    {
        if (!array_key_exists($name, $this->rest)) {
            throw new PayloadException("/$name", 'there');
        }
        $value = $this->rest[$name];
        unset($this->rest[$name]);
        try {
            return $read($value);
        } catch (PayloadException $fault) {
            throw $fault->below($name);
        }
    }

    /**
     * A member that is null counts as absent.
     *
     * @template T
     * @param callable(mixed): T $read
     * @return T|null
     * @throws PayloadException
     */
    public function optional(string $name, callable $read): mixed
    {
        if (!isset($this->rest[$name])) {
            unset($this->rest[$name]);

            return null;
        }

        $value = $this->rest[$name];
        try {
            return $this->required($name, $read);
        } catch (PayloadException $fault) {
            $this->rest[$name] = $this->isLenient ? $value : throw $fault;

            return null;
        }
    }

    /** @return array<mixed> */
    public function rest(): array
    {
        return $this->rest;
    }

    public static function string(mixed $value): string
    {
        return is_string($value) ? $value : throw new PayloadException('', 'a string');
    }

    /** Of 64 bits. `1.0` is an integer in JSON. */
    public static function integer(mixed $value): int
    {
        if (is_float($value) && floor($value) === $value && abs($value) < self::EXACT) {
            return (int) $value;
        }

        return is_int($value) ? $value : throw new PayloadException('', 'an integer of 64 bits');
    }

    public static function number(mixed $value): int|float
    {
        return is_int($value) || is_float($value) ? $value : throw new PayloadException('', 'a number');
    }

    public static function any(mixed $value): mixed
    {
        return $value;
    }

    public static function boolean(mixed $value): bool
    {
        return is_bool($value) ? $value : throw new PayloadException('', 'a boolean');
    }

    /**
     * @template T
     * @param callable(mixed): T $read
     * @return callable(mixed): list<T>
     */
    public static function listOf(callable $read): callable
    {
        return static fn (mixed $value): array => is_array($value)
            ? self::each(array_values($value), $read)
            : throw new PayloadException('', 'a list');
    }

    /**
     * @template T
     * @param callable(mixed): T $read
     * @return callable(mixed): array<T>
     */
    public static function mapOf(callable $read): callable
    {
        return static fn (mixed $value): array => $value instanceof stdClass
            ? self::each(get_object_vars($value), $read)
            : throw new PayloadException('', 'an object');
    }

    private static function each(array $values, callable $read): array
    {
        foreach ($values as $name => $one) {
            try {
                $values[$name] = $read($one);
            } catch (PayloadException $fault) {
                throw $fault->below($name);
            }
        }

        return $values;
    }
}
