//! The rule for the URLs of webhooks.

use crate::tlds::TLDS;

const LENGTH_MAX: usize = 8000;
const HOST_MAX: usize = 253;

/// Tells whether a webhook may have this URL: http or https, with a name under a real top-level domain. So an IP
/// address is refused in every spelling, and so are `localhost` and names of one label. The host has to be in ASCII:
/// write an internationalised name in punycode. Only the text is judged: before you connect, also look at the
/// addresses that the name leads to.
pub fn is_webhook_url(url: &str) -> bool {
    let odd = |one: char| one.is_control() || one == ' ' || one == '\\';
    if url.len() > LENGTH_MAX || url.contains(odd) {
        return false;
    }
    let Some((scheme, rest)) = url.split_once("://") else {
        return false;
    };
    let known = ["http", "https"];
    if !known.iter().any(|one| scheme.eq_ignore_ascii_case(one)) {
        return false;
    }
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let (host, port) = authority.split_once(':').unwrap_or((authority, ""));
    is_port(port) && is_public_name(host.strip_suffix('.').unwrap_or(host))
}

fn is_port(port: &str) -> bool {
    let digits = port.trim_start_matches('0');
    digits.bytes().all(|one| one.is_ascii_digit()) && (digits.is_empty() || digits.parse::<u16>().is_ok())
}

fn is_public_name(host: &str) -> bool {
    let Some((_, last)) = host.rsplit_once('.') else {
        return false;
    };
    let tld = last.to_ascii_lowercase();
    host.len() <= HOST_MAX && host.split('.').all(is_label) && TLDS.split_ascii_whitespace().any(|one| one == tld)
}

fn is_label(label: &str) -> bool {
    let may_stand = |one: u8| one.is_ascii_alphanumeric() || one == b'_' || one == b'-';
    (1..=63).contains(&label.len()) && label.bytes().all(may_stand)
}
