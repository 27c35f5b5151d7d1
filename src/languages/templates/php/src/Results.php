<?php

declare(strict_types=1);

namespace CollectionsContract;

use Closure;
use Fiber;
use Generator;
use LogicException;
use Throwable;

/**
 * What handlers and transactions return: only what has run, and does not say that it failed, counts as done.
 *
 * @internal
 */
final class Results
{
    /**
     * Looks at a result, and at the parts of an array.
     *
     * @throws LogicException for false, for an HTTP answer of 300 to 599, and for work that is still to be done
     * @throws Throwable that was returned
     */
    public static function settle(mixed $result): void
    {
        if ($result === false) {
            throw new LogicException('false was returned, which counts as a failure: return nothing, or throw');
        }
        $parts = [$result];
        array_walk_recursive($parts, static fn (mixed $one) => is_object($one) && self::look($one));
    }

    private static function look(object $one): void
    {
        if ($one instanceof Throwable) {
            throw $one;
        }
        // Of PSR-7 and Symfony, and of Laravel's client.
        foreach (['getStatusCode', 'status'] as $getter) {
            $status = self::asked($one, $getter);
            if (is_int($status) && $status > 299 && $status < 600) {
                throw new LogicException("an answer of $status was returned: throw if the work failed");
            }
        }
        $isPromise = array_filter(['then', 'await', 'onResolve'], static fn ($name) => method_exists($one, $name)) !== [];
        if ($isPromise || $one instanceof Generator || $one instanceof Fiber || $one instanceof Closure) {
            $type = get_debug_type($one);
            throw new LogicException("a $type was returned, so its work is still to be done: wait for its end");
        }
    }

    /** A model that is asked may throw, and needs an argument perhaps: then it says nothing. */
    private static function asked(object $one, string $getter): mixed
    {
        try {
            return method_exists($one, $getter) ? $one->{$getter}() : null;
        } catch (Throwable) {
            return null;
        }
    }
}
