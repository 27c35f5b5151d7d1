<?php

declare(strict_types=1);

namespace CollectionsContract;

/** The rule for the URLs of webhooks. */
final class WebhookUrl
{
    private const LENGTH_MAX = 8000;
    private const HOST_MAX = 253;
    private const PORT_MAX = 65535;
    private const URL = '~\A[Hh][Tt][Tt][Pp][Ss]?://'
        . '((?:[a-zA-Z0-9_-]{1,63}\.)+([a-zA-Z0-9_-]{1,63}))\.?'
        . '(?::0*([0-9]{0,5}))?'
        . '(?:[/?#][^\x00-\x20\x7f-\x{9f}\\\\]*)?\z~u';

    /**
     * May a webhook have this URL? It must be http or https, with a name under a real top-level domain. So an IP address
     * is refused in every spelling, and so are localhost and names of one label. The host has to be in ASCII: write an
     * internationalised name in punycode. Only the text is judged: before you connect, also look at the addresses that
     * the name leads to.
     */
    public static function isAllowed(string $url): bool
    {
        if (strlen($url) > self::LENGTH_MAX || preg_match(self::URL, $url, $found) !== 1) {
            return false;
        }
        if (strlen($found[1]) > self::HOST_MAX || (int) ($found[3] ?? 0) > self::PORT_MAX) {
            return false;
        }

        return Tlds::has(strtolower($found[2]));
    }
}
