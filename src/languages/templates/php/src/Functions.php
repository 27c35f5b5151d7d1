<?php

declare(strict_types=1);

namespace CollectionsContract;

use Closure;
use CollectionsContract\Model\PaymentSnapshot;
use InvalidArgumentException;
use LogicException;
use ReflectionFunction;
use stdClass;
use Throwable;

/**
 * Functions that a receiver is given: what can never work is refused at once.
 *
 * @internal
 */
final class Functions
{
    /** Stand for other values. No payload has them; a function that parses times gets a time. */
    private const TIME = '1987-06-05T04:32:10+00:00';
    private const OTHER = 'Qzx 8264913750';

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
     * Asks the function `key`, the second time for a payment with other values: a key that stays the same would make all
     * payments one, and all but the first would be lost as duplicates. One that throws there depends on a value.
     *
     * @throws LogicException if it stays the same
     * @throws Throwable what the function threw
     */
    public static function askForKey(
        Closure $key,
        PaymentSnapshot $payment,
        stdClass $payload,
        ?string $owner,
        ?string $label,
    ): mixed {
        $same = $key($payment, $owner, $label);
        try {
            $other = self::other($payload);
            $other->{'@event'} = $payload->{'@event'};
            $ofOther = $key(PaymentSnapshot::from($other), $owner, $label);
        } catch (Throwable) {
            return $same;
        }
        if (is_string($same) && $same !== '' && $same === $ofOther) {
            throw new LogicException('the function `key` returned the same for another payment: it names a member that'
                . ' the payload lacks, or none');
        }

        return $same;
    }

    private static function otherText(string $text): string
    {
        $other = ($text[10] ?? '') === 'T' ? self::TIME : self::OTHER;

        return $text === $other ? '' : $other;
    }

    private static function other(mixed $value): mixed
    {
        return match (true) {
            is_string($value) => self::otherText($value),
            is_int($value), is_float($value) => $value == 1 ? 2 : 1,
            is_bool($value) => !$value,
            is_array($value) => array_map(self::other(...), $value),
            $value instanceof stdClass => (object) array_map(self::other(...), get_object_vars($value)),
            default => $value,
        };
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
