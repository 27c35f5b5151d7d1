<?php

declare(strict_types=1);

namespace CollectionsContract;

use JsonException;

/**
 * Reads JSON as others do: objects as objects, nested deeply, with half a surrogate pair in a text, and with names that
 * begin with U+0000, which json_decode() refuses.
 *
 * @internal
 */
final class Json
{
    public const DEPTH = 4096;

    /** Half a surrogate pair; pairs and other escapes are passed over. */
    private const HALF = '/\\\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}(*SKIP)(*FAIL)'
        . '|u[dD][89a-fA-F][0-9a-fA-F]{2}|.(*SKIP)(*FAIL))/s';

    /** A name that begins with U+0000, as no property of PHP does; other strings are passed over. */
    private const NAME = '/"\\\\u0000((?:[^"\\\\]++|\\\\.)*+"\s*+:)|"(?:[^"\\\\]++|\\\\.)*+"(*SKIP)(*FAIL)/s';

    /** A number with a fraction or an exponent; strings are passed over. */
    private const NUMBER = '/"(?:[^"\\\\]++|\\\\.)*+"(*SKIP)(*FAIL)'
        . '|-?([0-9]++)(?=[.eE])(?:\.([0-9]++))?(?:[eE]([+-]?[0-9]++))?/s';

    private function __construct()
    {
    }

    /**
     * Halves of a surrogate pair become U+FFFD, and so does U+0000 at the beginning of a name.
     *
     * @param int $flags of json_decode()
     * @throws JsonException
     * @throws PayloadException for a fraction that PHP would round to an integer, such as 4503599627370496.5
     */
    public static function decode(string $json, int $flags = 0): mixed
    {
        $value = self::read($json, $flags | JSON_THROW_ON_ERROR);
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
    private static function read(string $json, int $flags): mixed
    {
        try {
            return json_decode($json, false, self::DEPTH, $flags);
        } catch (JsonException $error) {
            if (!in_array($error->getCode(), [JSON_ERROR_UTF16, JSON_ERROR_INVALID_PROPERTY_NAME], true)) {
                throw $error;
            }
        }
        $taken = preg_replace([self::HALF, self::NAME], ['\ufffd', '"\ufffd$1'], $json);

        return json_decode($taken ?? $json, false, self::DEPTH, $flags);
    }
}
