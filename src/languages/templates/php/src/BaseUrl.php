<?php

declare(strict_types=1);

namespace CollectionsContract;

/**
 * Where a service is.
 *
 * @internal
 */
final class BaseUrl
{
    private const URL = '~\A(https?)://([^\s[:cntrl:]/?\#@:[\]\\\\]+|\[[\da-f:.]+\])(?::(\d{0,5}))?'
        . '(?:/[^\s[:cntrl:]?\#]*)?\z~i';
    private const LOOPBACK = '/\A(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])\z/i';

    /**
     * @return string the URL without a slash at its end
     * @throws ApiException base_url_invalid, insecure_url
     */
    public static function checked(string $url, bool $allowInsecureLoopback, string $operation): string
    {
        if (preg_match(self::URL, $url, $parts) !== 1 || ($parts[3] ?? 0) > 65535) {
            throw new ApiException('base_url_invalid', $operation);
        }
        if (strlen($parts[1]) === 4 && !($allowInsecureLoopback && preg_match(self::LOOPBACK, $parts[2]) === 1)) {
            throw new ApiException('insecure_url', $operation);
        }

        return rtrim($url, '/');
    }
}
