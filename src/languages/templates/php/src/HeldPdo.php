<?php

declare(strict_types=1);

namespace CollectionsContract;

use PDO;
use PDOException;
use PDOStatement;
use WeakMap;

/**
 * What a handler gets: a PDO whose transaction the store ends. A handler that ends it is refused, and has failed even
 * if it caught that: what it writes then might be stored without its key.
 *
 * @internal
 */
final class HeldPdo extends PDO
{
    private const REFUSED = 'the store ends its transaction: a handler neither commits it nor rolls it back';
    /** A text, behind a semicolon: one of its statements ends the transaction. */
    private const ENDS = <<<'REGEX'
        ~\A(?:(?&next)create\s+(?:\w+\s+)*?(?:trigger|function|procedure)\b
        (?:(?&quoted)|(?!\bbegin\b)[^;'"$])*+begin\b(?:(?&quoted)|(?!(?&next)end\b)[^'"$])*+(?&next)end\b
        |[^;'"$/-]++|(?<=\bE)'(?:\\.|[^'\\])*+'|(?&quoted)|\$(\w*)\$.*?\$\1\$
        |(?!(?&next)(?:commit|end|abort|prepare\s+transaction
        |rollback(?!(?:\s+(?:work|transaction))?\s+to\b))\b);|[^;])*+;
        (?(DEFINE)(?<comment>--[^\n]*+|/\*.*?\*/)(?<quoted>'[^']*+'|"[^"]*+"|(?&comment))(?<next>;(?:\s|(?&comment))*+))~isx
        REGEX;

    /** @var ?WeakMap<PDO, array<int, mixed>> the class of statements, which PDO does not set for a persistent connection */
    private static ?WeakMap $classes = null;

    private bool $isRefused = false;

    /** Other than by a statement. */
    public bool $hasRun = false;

    public function __construct(private readonly PDO $pdo)
    {
    }

    /** @throws PDOException if the handler asked for an end */
    public function requireUntouched(): void
    {
        $this->isRefused && throw new PDOException(self::REFUSED);
    }

    public function beginTransaction(): bool
    {
        return $this->pdo->beginTransaction();
    }

    public function commit(): bool
    {
        $this->refuse();
    }

    public function rollBack(): bool
    {
        $this->refuse();
    }

    public function inTransaction(): bool
    {
        return $this->pdo->inTransaction();
    }

    public function exec(string $statement): int|false
    {
        $this->hasRun = true;

        return $this->pdo->exec($this->allowed($statement));
    }

    public function prepare(string $query, array $options = []): PDOStatement|false
    {
        return $this->pdo->prepare($this->allowed($query), $options + (self::$classes[$this->pdo] ?? []));
    }

    public function query(string $query, ?int $fetchMode = null, mixed ...$fetchModeArgs): PDOStatement|false
    {
        if (!isset(self::$classes[$this->pdo])) {
            return $this->pdo->query($this->allowed($query), $fetchMode, ...$fetchModeArgs);
        }
        $statement = $this->prepare($query);
        $statement && $fetchMode !== null && $statement->setFetchMode($fetchMode, ...$fetchModeArgs);

        return $statement && $statement->execute() ? $statement : false;
    }

    public function quote(string $string, int $type = PDO::PARAM_STR): string|false
    {
        return $this->pdo->quote($string, $type);
    }

    public function lastInsertId(?string $name = null): string|false
    {
        return $this->pdo->lastInsertId($name);
    }

    public function errorCode(): ?string
    {
        return $this->pdo->errorCode();
    }

    public function errorInfo(): array
    {
        return $this->pdo->errorInfo();
    }

    public function getAttribute(int $attribute): mixed
    {
        return self::$classes[$this->pdo][$attribute] ?? $this->pdo->getAttribute($attribute);
    }

    public function setAttribute(int $attribute, mixed $value): bool
    {
        if ($attribute === PDO::ATTR_STATEMENT_CLASS && $this->pdo->getAttribute(PDO::ATTR_PERSISTENT)) {
            self::$classes ??= new WeakMap();
            self::$classes[$this->pdo] = [$attribute => $value];

            return true;
        }

        return $this->pdo->setAttribute($attribute, $value);
    }

    /** Methods of a driver, such as pgsqlCopyFromArray. */
    public function __call(string $name, array $arguments): mixed
    {
        $this->hasRun = true;

        return $this->pdo->{$name}(...$arguments);
    }

    private function allowed(string $sql): string
    {
        return preg_match(self::ENDS, ";$sql") === 0 ? $sql : $this->refuse();
    }

    private function refuse(): never
    {
        $this->isRefused = true;
        throw new PDOException(self::REFUSED);
    }
}
