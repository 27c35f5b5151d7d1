<?php

declare(strict_types=1);

namespace CollectionsContract;

use Closure;
use InvalidArgumentException;
use ReflectionFunction;

/**
 * Functions that a receiver is given: what can never work is refused at once.
 *
 * @internal
 */
final class Functions
{
    private function __construct()
    {
    }

    /**
     * Refuses what no delivery would ever reach.
     *
     * @param array<string, callable> $on
     * @return array<string, Closure>
     */
    public static function ofEvents(array $on): array
    {
        $closures = [];
        foreach ($on as $event => $handler) {
            if ($event === Contract::CASE_FILE_PAYMENT_CONFIRMED) {
                throw new InvalidArgumentException("option_invalid: on has $event, which onPayment handles");
            }
            if (!isset(Contract::EVENT_MODELS[$event]) || !is_callable($handler)) {
                throw new InvalidArgumentException("option_invalid: on has $event, which is not an event of this"
                    . ' contract, or has no handler that can be called');
            }
            $closures[$event] = self::checked("on[$event]", $handler, 2);
        }

        return $closures;
    }

    /**
     * Refuses a function that would fail at each call, or never run.
     *
     * @return ($function is null ? null : Closure)
     */
    public static function checked(string $name, ?callable $function, int $count): ?Closure
    {
        if ($function === null) {
            return null;
        }
        $read = new ReflectionFunction($function(...));
        if ($read->isGenerator() || $read->getNumberOfRequiredParameters() > $count) {
            throw new InvalidArgumentException("option_invalid: $name is a generator, whose body would not run, or needs"
                . " more than the $count arguments that it gets");
        }

        return $function(...);
    }
}
