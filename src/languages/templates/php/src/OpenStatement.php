<?php

declare(strict_types=1);

namespace CollectionsContract;

use Closure;
use LogicException;
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

    /** A text may write. */
    private const WRITES = '~\b(?:insert|update|delete|replace\s+into|merge|call|copy|execute|do)\b~i';

    /** @param object{opened: WeakMap<self, true>, hasPrepared: bool, hasRun: bool} $seen all statements of a PDO */
    protected function __construct(private readonly object $seen, bool $isAlone)
    {
        $seen->opened[$this] = true;
        $isFirst = !$seen->hasPrepared && preg_match(self::WRITES, $this->queryString) === 1;
        $seen->hasPrepared = $seen->hasPrepared || $isFirst;
        // That of query() has run before it comes here.
        $seen->hasRun = $this->errorCode() !== null || $seen->hasRun && !$isFirst;
        if ($isAlone && preg_match(self::SEVERAL, $this->queryString) === 1) {
            throw new PDOException('SQLite would run only the first of several statements: call exec()');
        }
    }

    public function execute(?array $params = null): bool
    {
        $this->seen->hasRun = true;

        return parent::execute($params);
    }

    /**
     * Calls a handler, and closes what it leaves open, also of statements that one before it has prepared. Not those of
     * a class that the application has set, or of a persistent connection of a framework.
     *
     * @throws LogicException for a handler that only prepared what writes
     */
    public static function closeBehind(PDO $pdo, Closure $handle): mixed
    {
        $class = $pdo->getAttribute(PDO::ATTR_STATEMENT_CLASS);
        $isSettable = $pdo instanceof HeldPdo || !$pdo->getAttribute(PDO::ATTR_PERSISTENT);
        if ($class === [PDOStatement::class] && $isSettable) {
            $seen = (object) ['opened' => new WeakMap()];
            $class = [self::class, [$seen, $pdo->getAttribute(PDO::ATTR_DRIVER_NAME) === 'sqlite']];
            $pdo->setAttribute(PDO::ATTR_STATEMENT_CLASS, $class);
        }
        $seen = $class[0] === self::class ? $class[1][0] : (object) ['opened' => []];
        [$seen->hasPrepared, $seen->hasRun] = [false, false];
        if ($pdo instanceof HeldPdo) {
            $pdo->hasRun = false;
        }
        try {
            $returned = $handle();
        } finally {
            foreach ($seen->opened as $statement => $_) {
                $statement->closeCursor();
            }
        }
        if ($seen->hasPrepared && !$seen->hasRun && !($pdo instanceof HeldPdo && $pdo->hasRun)) {
            throw new LogicException('the handler prepared a statement that writes, and ran nothing behind it');
        }

        return $returned;
    }
}
