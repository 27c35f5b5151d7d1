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
    private const LOOPBACK = '/\A(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])\z/';

    /**
     * @return string the URL without a slash at its end
     * @throws ApiException base_url_invalid, insecure_url
     */
    public static function checked(string $url, bool $allowInsecureLoopback, string $operation): string
    {
        $parts = preg_match('/[?#\s[:cntrl:]]/', $url) === 1 ? false : parse_url($url);
        $scheme = strtolower($parts['scheme'] ?? '');
        if (!in_array($scheme, ['http', 'https'], true) || empty($parts['host']) || isset($parts['user'])) {
            throw new ApiException('base_url_invalid', $operation);
        }
        if ($scheme === 'http' && !($allowInsecureLoopback && preg_match(self::LOOPBACK, $parts['host']) === 1)) {
            throw new ApiException('insecure_url', $operation);
        }

        return rtrim($url, '/');
    }
}
