<?php

declare(strict_types=1);

namespace CollectionsContract;

use Closure;
use PDO;
use PDOException;
use PDOStatement;
use WeakMap;

/**
 * A statement of a handler, which ends with its delivery: SQLite neither commits nor rolls back beside one whose rows
 * nobody has read to their end. Of several in one text, SQLite's driver would run the first one.
 *
 * @internal
 */
final class OpenStatement extends PDOStatement
{
    /** A text with a semicolon before another statement; those of a trigger belong to it. */
    private const SEVERAL = <<<'REGEX'
        ~\A(?!\s*create\s+(temp\w*\s+)?trigger\b)
        (?:[^;'"`[/-]++|'[^']*+'|"[^"]*+"|`[^`]*+`|\[[^]]*+\]|--[^\n]*+|/\*.*?\*/|[/-])*+
        ;(?!(?:[\s;]|--[^\n]*|/\*.*?(?:\*/|\z))*+\z)~isx
        REGEX;

    protected function __construct(WeakMap $opened, bool $isAlone)
    {
        $opened[$this] = true;
        if ($isAlone && preg_match(self::SEVERAL, $this->queryString) === 1) {
            throw new PDOException('SQLite would run only the first of several statements: call exec()');
        }
    }

    /**
     * Calls a handler, and closes what it leaves open, also of statements that one before it has prepared. Not those of
     * a class that the application has set, or of a persistent connection of a framework.
     */
    public static function closeBehind(PDO $pdo, Closure $handle): mixed
    {
        $class = $pdo->getAttribute(PDO::ATTR_STATEMENT_CLASS);
        $isSettable = $pdo instanceof HeldPdo || !$pdo->getAttribute(PDO::ATTR_PERSISTENT);
        if ($class === [PDOStatement::class] && $isSettable) {
            $class = [self::class, [new WeakMap(), $pdo->getAttribute(PDO::ATTR_DRIVER_NAME) === 'sqlite']];
            $pdo->setAttribute(PDO::ATTR_STATEMENT_CLASS, $class);
        }
        try {
            return $handle();
        } finally {
            foreach ($class[0] === self::class ? $class[1][0] : [] as $statement => $_) {
                $statement->closeCursor();
            }
        }
    }
}
