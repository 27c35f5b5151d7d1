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

    private function __construct()
    {
    }

    /**
     * Halves of a surrogate pair become U+FFFD.
     *
     * @throws JsonException
     */
    public static function decode(string $json): mixed
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
