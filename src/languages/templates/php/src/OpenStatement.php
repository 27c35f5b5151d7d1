<?php

declare(strict_types=1);

namespace CollectionsContract;

use Closure;
use PDO;
use PDOStatement;
use WeakMap;

/**
 * A statement of a handler, which ends with its delivery: SQLite neither commits nor rolls back beside one whose rows
 * nobody has read to their end.
 *
 * @internal
 */
final class OpenStatement extends PDOStatement
{
    protected function __construct(WeakMap $opened)
    {
        $opened[$this] = true;
    }

    /**
     * Calls a handler, and closes what it leaves open, also of statements that one before it has prepared. Not those of
     * a persistent connection, or of a class that the application has set.
     */
    public static function closeBehind(PDO $pdo, Closure $handle): mixed
    {
        $class = $pdo->getAttribute(PDO::ATTR_STATEMENT_CLASS);
        if ($class === [PDOStatement::class] && !$pdo->getAttribute(PDO::ATTR_PERSISTENT)) {
            $class = [self::class, [new WeakMap()]];
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
