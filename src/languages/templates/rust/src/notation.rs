//! Notations of JSON that the types of Rust do not have.

use std::borrow::Cow;

/// A number of JSON without point and exponent; `None` if it is not whole, or too long for 64 bits.
pub(crate) fn whole_digits(number: &str) -> Option<String> {
    let (mantissa, power) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut digits = format!("{whole}{fraction}");
    if digits.trim_matches(['-', '0']).is_empty() {
        return digits.ends_with('0').then(|| "0".to_owned());
    }
    let shift = i64::from(power.parse::<i32>().ok()?) - i64::try_from(fraction.len()).ok()?;
    if shift > 20 {
        return None;
    }
    for _ in 0..shift {
        digits.push('0');
    }
    for _ in shift..0 {
        digits.pop().filter(|digit| *digit == '0')?;
    }
    Some(digits)
}

/// JSON may escape half of a surrogate pair, but no text of Rust holds one: U+FFFD stands for it.
pub(crate) fn without_lone_surrogates(json: &str) -> Cow<'_, str> {
    if !json.contains("\\u") {
        return json.into();
    }
    let mut text = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(at) = rest.find('\\') {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = match (surrogate(rest), rest.get(6..).and_then(surrogate)) {
            (Some(0xd800..0xdc00), Some(0xdc00..)) => 12,
            (Some(_), _) => {
                text.push_str("\\ufffd");
                rest = &rest[6..];
                continue;
            }
            (None, _) => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
        };
        text.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    text.push_str(rest);
    text.into()
}

/// Of an escape at the beginning.
fn surrogate(json: &str) -> Option<u32> {
    let digits = json.strip_prefix("\\u")?.get(..4)?;
    let code = u32::from_str_radix(digits, 16).ok()?;
    (0xd800..0xe000).contains(&code).then_some(code)
}
