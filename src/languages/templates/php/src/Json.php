<?php

declare(strict_types=1);

namespace CollectionsContract;

use JsonException;

/**
 * Reading JSON as others do: objects as objects, and text with half a surrogate pair, which json_decode() refuses.
 *
 * @internal
 */
final class Json
{
    private const DEPTH = 512;

    /** Any escape; the first group is there if it is half a pair. */
    private const ESCAPE = '/\\\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}'
        . '|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)/s';

    /** A number with a fraction or an exponent; strings are passed over. */
    private const NUMBER = '/"(?:[^"\\\\]++|\\\\.)*+"(*SKIP)(*FAIL)'
        . '|-?([0-9]++)(?=[.eE])(?:\.([0-9]++))?(?:[eE]([+-]?[0-9]++))?/s';

    private function __construct()
    {
    }

    /**
     * Halves of a surrogate pair become U+FFFD.
     *
     * @throws JsonException
     * @throws PayloadException for a fraction that PHP would round to an integer, such as 4503599627370496.5
     */
    public static function decode(string $json): mixed
    {
        $value = self::read($json);
        $isExact = true;
        for ($at = 0; $isExact && preg_match(self::NUMBER, $json, $found, PREG_OFFSET_CAPTURE, $at) === 1;) {
            [$number, $start] = $found[0];
            $float = (float) $number;
            $isExact = floor($float) !== $float || self::isWhole(array_column($found, 0));
            $at = $start + strlen($number);
        }
        if (!$isExact || preg_last_error() !== PREG_NO_ERROR) {
            throw new PayloadException('', 'JSON whose fractions PHP does not round to integers');
        }

        return $value;
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
    private static function read(string $json): mixed
    {
        try {
            return json_decode($json, false, self::DEPTH, JSON_THROW_ON_ERROR);
        } catch (JsonException $error) {
            if ($error->getCode() !== JSON_ERROR_UTF16) {
                throw $error;
            }
        }
        $whole = preg_replace_callback(
            self::ESCAPE,
            static fn (array $found): string => isset($found[1]) ? '\ufffd' : $found[0],
            $json,
        );

        return json_decode($whole ?? $json, false, self::DEPTH, JSON_THROW_ON_ERROR);
    }
}
