"""The rule for the URLs of webhooks."""

import re

from ._tlds import TLDS

_LENGTH_MAX = 8000
_HOST_MAX = 253
_PORT_MAX = 65_535
_URL = re.compile(
    r"https?://"
    r"(?P<host>(?:[a-z0-9_-]{1,63}\.)+(?P<tld>[a-z0-9_-]{1,63}))\.?"
    r"(?::0*(?P<port>[0-9]{0,5}))?"
    r"(?:[/?#][^\x00-\x20\x7f-\x9f\\]*)?",
    re.IGNORECASE | re.ASCII,
)


def is_webhook_url(url: str) -> bool:
    """May a webhook have this URL? It must be http or https, with a name under a real top-level domain.

    So an IP address is refused in every spelling, and so are `localhost` and names of one label. The host has to be in
    ASCII: write an internationalised name in punycode. Only the text is judged: before you connect, also look at the
    addresses that the name leads to.
    """
    found = _URL.fullmatch(url) if len(url) <= _LENGTH_MAX else None
    if not found or len(found["host"]) > _HOST_MAX or int(found["port"] or 0) > _PORT_MAX:
        return False
    return found["tld"].lower() in TLDS
