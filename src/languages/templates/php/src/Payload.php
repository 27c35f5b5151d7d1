<?php

declare(strict_types=1);

namespace CollectionsContract;

use JsonException;
use JsonSerializable;
use stdClass;

/** Base of the models: reading JSON, writing it again, and keeping what is not known. */
abstract class Payload implements JsonSerializable
{
    /** Properties that are never to be printed. */
    protected const SECRETS = [];

    private const FLAGS = JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION | JSON_UNESCAPED_SLASHES
        | JSON_UNESCAPED_UNICODE;

    /** @param array<mixed> $extra members that this version does not know, by name; they are written again */
    public function __construct(public readonly array $extra)
    {
    }

    /** @throws PayloadException */
    abstract public static function from(mixed $value): self;

    /**
     * Integers beyond 64 bits are refused where they are known, and become floats in `extra`. What is too large for a
     * float becomes the largest one: infinity is not JSON.
     *
     * @throws PayloadException
     * @throws JsonException
     */
    public static function fromJson(string $json): static
    {
        return static::from(Json::decode($json));
    }

    /** @throws JsonException */
    public function toJson(): string
    {
        return json_encode($this, self::FLAGS, Json::DEPTH);
    }

    /** Members that are null are left out. */
    public function jsonSerialize(): stdClass
    {
        $written = (object) $this->extra;
        foreach ($this->members() as $name => $value) {
            if ($value !== null) {
                $written->{$name} = is_array($value) ? array_values($value) : $value;
            }
        }

        return $written;
    }

    /**
     * What var_dump() and print_r() show: no secrets, and no members that this version does not know.
     *
     * @return array<string, mixed>
     */
    public function __debugInfo(): array
    {
        return array_diff_key(get_object_vars($this), array_flip([...static::SECRETS, 'extra']));
    }

    /** @return array<string, mixed> by their names in JSON */
    abstract protected function members(): array;
}
