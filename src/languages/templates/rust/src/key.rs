//! What makes two deliveries the same.

use std::fmt::Write;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::hand_over::caught;
use crate::json::Model;
use crate::models::PaymentSnapshot;
use crate::notation::without_lone_surrogates;
use crate::store::HandlerError;

/// Keys that are longer, in characters, are stored as a digest: with an owner, and without.
const OWNED_KEY_MAX: usize = 100;
const KEY_MAX: usize = 255;

/// Stand for other values. No payload has them; a function that parses times gets a time.
const TIME: &str = "1987-06-05T04:32:10+00:00";
const OTHER: &str = "Qzx 8264913750";

/// Asks a function of the user, the second time for a payment with other values: a key that stays the
/// same would make all payments one, and all but the first would be lost as duplicates. One that
/// panics there depends on a value.
pub(crate) fn ask_for_key(
    key: &dyn Fn(&PaymentSnapshot) -> String,
    payment: &PaymentSnapshot,
    text: &str,
) -> Result<String, HandlerError> {
    let same = caught(|| Ok(key(payment)))?;
    if same.is_empty() {
        return Err("an empty key, which all payments would share".into());
    }
    let of_other = with_other_values(text).and_then(|other| caught(|| Ok(key(&other))).ok());
    if of_other.as_ref() == Some(&same) {
        return Err("the same key for another payment: it names a member that the payload lacks, or none".into());
    }
    Ok(same)
}

/// `None` if a number does not fit into a float, or the payload is very deep.
fn with_other_values(text: &str) -> Option<PaymentSnapshot> {
    let mut members: Map<String, Value> = serde_json::from_str(&without_lone_surrogates(text)).ok()?;
    for (name, value) in &mut members {
        if name != "@event" {
            change(value);
        }
    }
    PaymentSnapshot::from_json(&Value::Object(members).to_string()).ok()
}

fn change(value: &mut Value) {
    match value {
        Value::Null => (),
        Value::Bool(is_set) => *is_set = !*is_set,
        Value::Number(number) => *value = json!(if number.as_f64() == Some(1.0) { 2 } else { 1 }),
        Value::String(text) => {
            let is_time = text.as_bytes().get(10) == Some(&b'T');
            let other = if is_time { TIME } else { OTHER };
            *value = json!(if text == other { "" } else { other });
        }
        Value::Array(list) => list.iter_mut().for_each(change),
        Value::Object(members) => members.values_mut().for_each(change),
    }
}

/// Puts the owner in front. A key that some stores cannot hold becomes a slash and its digest. An
/// encoded owner holds neither a slash nor a blank, so two owners never share a key.
pub(crate) fn key_within(owner: Option<&str>, same: &str) -> String {
    let encoded = percent_encoded(owner.unwrap_or_default());
    let (key, most) = match owner {
        Some(_) => (format!("{encoded}/{same}"), OWNED_KEY_MAX),
        None => (same.to_owned(), KEY_MAX),
    };
    if key.chars().count() <= most && !key.contains('\0') {
        return key;
    }
    let digest = Sha256::digest(format!("{encoded} {same}").as_bytes());
    format!("/{}", BASE64_STANDARD.encode(digest))
}

/// As `encodeURIComponent` does it.
fn percent_encoded(owner: &str) -> String {
    let mut encoded = String::new();
    for byte in owner.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.!~*'()".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

/// The SHA-256 of some bytes, in hexadecimal.
pub(crate) fn digest(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in Sha256::digest(bytes) {
        let _ = write!(text, "{byte:02x}");
    }
    text
}
