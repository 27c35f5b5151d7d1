<?php

declare(strict_types=1);

namespace CollectionsContract;

use Generator;
use JsonException;
use stdClass;

/**
 * Reads JSON as others do: objects as objects, nested deeply, with half a surrogate pair in a text, and with names that
 * begin with U+0000, which json_decode() refuses.
 *
 * @internal
 */
final class Json
{
    public const DEPTH = 4096;

    private const MARK = "\u{feff}";

    /** Half a surrogate pair; pairs and other escapes are passed over. */
    private const HALF = '/\\\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}(*SKIP)(*FAIL)'
        . '|u[dD][89a-fA-F][0-9a-fA-F]{2}|.(*SKIP)(*FAIL))/s';

    /** A number with a fraction or an exponent. */
    private const NUMBER = '/(?<![0-9])([0-9]++)(?=[.eE])(?:\.([0-9]++))?(?:[eE]([+-]?[0-9]++))?/';

    /**
     * Halves of a surrogate pair become U+FFFD, and so does U+0000 at the beginning of a name. A byte order mark is
     * skipped.
     *
     * @param int $flags of json_decode()
     * @throws JsonException
     * @throws PayloadException for a fraction that PHP would round to an integer, such as 4503599627370496.5
     */
    public static function decode(string $json, int $flags = 0): mixed
    {
        $json = str_starts_with($json, self::MARK) ? substr($json, strlen(self::MARK)) : $json;
        $value = self::read($json, $flags | JSON_THROW_ON_ERROR);
        foreach (self::pieces($json) as $place => $piece) {
            for ($at = 0; $place % 2 === 0 && preg_match(self::NUMBER, $piece, $found, PREG_OFFSET_CAPTURE, $at) === 1;) {
                [$number, $start] = $found[0];
                $float = (float) $number;
                if (floor($float) === $float && !self::isWhole(array_column($found, 0))) {
                    throw new PayloadException('', 'JSON whose fractions PHP does not round to integers');
                }
                $at = $start + strlen($number);
            }
        }

        return preg_match('/[0-9]{200}|[eE]\+?[0-9]{3}/', $json) === 1 ? self::finite($value) : $value;
    }

    private static function finite(mixed $value): mixed
    {
        if (is_float($value)) {
            return max(-PHP_FLOAT_MAX, min(PHP_FLOAT_MAX, $value));
        }
        if ($value instanceof stdClass) {
            return (object) array_map(self::finite(...), get_object_vars($value));
        }

        return is_array($value) ? array_map(self::finite(...), $value) : $value;
    }

    /**
     * By the digits: `1.0` and `1e2` are whole, `1.00000000000000000001` is not.
     *
     * @param array<int, string> $found
     */
    private static function isWhole(array $found): bool
    {
        [, $whole, $fraction, $exponent] = $found + ['', '', '', ''];
        $digits = $whole . $fraction;
        $behindThePoint = strlen($fraction) - (float) $exponent;

        return $behindThePoint <= 0
            || trim(substr($digits, -(int) min($behindThePoint, strlen($digits))), '0') === '';
    }

    /** @throws JsonException */
    private static function read(string $json, int $flags): mixed
    {
        try {
            return json_decode($json, false, self::DEPTH, $flags);
        } catch (JsonException $error) {
            if (!in_array($error->getCode(), [JSON_ERROR_UTF16, JSON_ERROR_INVALID_PROPERTY_NAME], true)) {
                throw $error;
            }
        }

        return json_decode(self::repaired($json), false, self::DEPTH, $flags);
    }

    /** What json_decode() refuses becomes U+FFFD. No property of PHP begins with U+0000. */
    private static function repaired(string $json): string
    {
        [$repaired, $string] = ['', ''];
        foreach (self::pieces($json) as $place => $piece) {
            if ($place % 2 === 1) {
                $string = preg_replace(self::HALF, '\ufffd', $piece) ?? $piece;
                continue;
            }
            $isName = str_starts_with($string, '"\u0000') && str_starts_with(ltrim($piece), ':');
            $repaired .= ($isName ? '"\ufffd' . substr($string, strlen('"\u0000')) : $string) . $piece;
        }

        return $repaired;
    }

    /**
     * What stands between strings at even places, strings with their quotes at odd ones. Patterns over all of a body
     * would meet the limits of PCRE (`pcre.backtrack_limit`) where `pcre.jit` is off.
     *
     * @return Generator<int, string>
     */
    private static function pieces(string $json): Generator
    {
        for ($start = 0; $start < strlen($json); $start = $end) {
            $quote = $start + strcspn($json, '"', $start);
            yield substr($json, $start, $quote - $start);
            for ($end = $quote + 1; ($json[$end += strcspn($json, '"\\', $end)] ?? '') === '\\'; $end += 2);
            $end++;
            yield substr($json, $quote, $end - $quote);
        }
        yield '';
    }
}
