<?php

declare(strict_types=1);

namespace CollectionsContract;

use UnexpectedValueException;

/** A payload that does not fit its model. Says where and what is expected, never a value. */
final class PayloadException extends UnexpectedValueException
{
    /** The same for all of them. */
    public const CODE = 'payload_invalid';

    public function __construct(public readonly string $path, public readonly string $expected)
    {
        parent::__construct(($path === '' ? '/' : $path) . " must be $expected");
    }

    /** The same fault, seen from the object or list around it. */
    public function below(string|int $name): self
    {
        return new self("/$name{$this->path}", $this->expected);
    }
}
