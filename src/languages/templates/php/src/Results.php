<?php

declare(strict_types=1);

namespace CollectionsContract;

use ArgumentCountError;
use ArrayAccess;
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
    /** A WP_Error, processes of Symfony and Laravel, and libraries of results. */
    private const FAILED = ['has_errors' => true, 'isSuccessful' => false, 'successful' => false, 'isErr' => true,
        'isFailed' => true, 'isFailure' => true, 'isLeft' => true];

    /** What AWS did not take of many entries, and that a function of Lambda failed. */
    private const FAILED_ENTRIES = ['Failed', 'FailedEntryCount', 'FailedRecordCount', 'FailedPutCount',
        'UnprocessedItems', 'FunctionError'];

    /**
     * Looks at a result, and at the parts of an array.
     *
     * @throws LogicException for false, an HTTP answer of 300 to 599, what says that it failed, and work still to be done
     * @throws Throwable that was returned
     */
    public static function settle(mixed $result): void
    {
        if ($result === false) {
            throw new LogicException('false was returned, which counts as a failure: return nothing, or throw');
        }
        // Of wp_remote_post().
        self::refuseStatus(is_array($result) && isset($result['headers']) ? $result['response']['code'] ?? null : null);
        self::refuseFailed($result);
        $parts = [$result];
        array_walk_recursive($parts, self::look(...));
    }

    private static function look(mixed $one): void
    {
        if (!is_object($one)) {
            // Of proc_open(), until it is closed.
            self::refuseUndone(is_resource($one) && get_resource_type($one) === 'process', $one);

            return;
        }
        if ($one instanceof Throwable) {
            throw $one;
        }
        self::refuseFailed($one);
        // Of PSR-7 and Symfony, of Laravel's client, and of WordPress.
        foreach (['getStatusCode', 'status', 'get_status'] as $getter) {
            self::refuseStatus(self::asked($one, $getter));
        }
        foreach (self::FAILED as $getter => $failed) {
            if (self::asked($one, $getter) === $failed) {
                throw new LogicException(get_debug_type($one) . " says by $getter() that it failed: throw then");
            }
        }
        // Of Laravel: a listener kept it from being stored.
        if (property_exists($one, 'wasRecentlyCreated') && $one->exists === false) {
            throw new LogicException('a record that was not stored was returned: throw then');
        }
        $isPromise = array_filter(['then', 'await', 'onResolve'], static fn ($name) => method_exists($one, $name)) !== [];
        $isOpen = $one instanceof Fiber && !$one->isTerminated();
        self::refuseUndone($isPromise || $isOpen || $one instanceof Generator || $one instanceof Closure, $one);
    }

    private static function refuseUndone(bool $isUndone, mixed $one): void
    {
        if ($isUndone) {
            $type = get_debug_type($one);
            throw new LogicException("a $type was returned, so its work is still to be done: wait for its end");
        }
    }

    private static function refuseFailed(mixed $result): void
    {
        foreach (is_array($result) || $result instanceof ArrayAccess ? self::FAILED_ENTRIES : [] as $name) {
            if (!empty($result[$name])) {
                throw new LogicException("a result with $name was returned: throw if the work failed");
            }
        }
    }

    private static function refuseStatus(mixed $status): void
    {
        if (is_int($status) && $status > 299 && $status < 600) {
            throw new LogicException("an answer of $status was returned: throw if the work failed");
        }
    }

    /** A model that is asked may throw, and needs an argument perhaps: then it says nothing, but of what was sent. */
    private static function asked(object $one, string $getter): mixed
    {
        try {
            return method_exists($one, $getter) ? $one->{$getter}() : null;
        } catch (ArgumentCountError) {
            return null;
        } catch (Throwable $error) {
            // An answer of Symfony is lazy: this may be the first that is heard of a service that is away.
            return $getter === 'getStatusCode' ? throw $error : null;
        }
    }
}
