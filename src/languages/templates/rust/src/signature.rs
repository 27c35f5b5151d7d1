//! Signing and verifying deliveries: HMAC-SHA256 over the raw body, as text `sha256=<64 hex digits>`.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::constants::SIGNATURE_PREFIX;

const DIGEST_BYTES: usize = 32;

/// Why a delivery cannot be trusted. The first rule that applies gives the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: the delivery cannot be trusted", self.code())]
#[non_exhaustive]
pub enum SignatureError {
    /// There is no secret, or one of them is empty: anyone can sign with an empty key.
    SecretEmpty,
    /// A secret was read from bytes that are not UTF-8, or with a byte order mark: it never matches.
    SecretUnusable,
    /// No header, or an empty one.
    Missing,
    /// A comma, by which HTTP joins repeated headers.
    Repeated,
    /// White space or a control character.
    Whitespace,
    /// The name of another algorithm.
    Algorithm,
    /// Anything else without the prefix.
    Prefix,
    /// Something other than hexadecimal digits behind the prefix.
    Encoding,
    /// Another number of digits.
    Length,
    /// Well formed, but no secret makes this signature over these bytes.
    Mismatch,
}

impl SignatureError {
    /// The same in every language.
    pub fn code(self) -> &'static str {
        match self {
            Self::SecretEmpty => "secret_empty",
            Self::SecretUnusable => "secret_unusable",
            Self::Missing => "signature_missing",
            Self::Repeated => "signature_repeated",
            Self::Whitespace => "signature_whitespace",
            Self::Algorithm => "signature_algorithm",
            Self::Prefix => "signature_prefix",
            Self::Encoding => "signature_encoding",
            Self::Length => "signature_length",
            Self::Mismatch => "signature_mismatch",
        }
    }
}

/// The value of the signature header for exactly these bytes.
///
/// # Errors
///
/// [`SignatureError::SecretEmpty`].
pub fn sign(body: &[u8], secret: &str) -> Result<String, SignatureError> {
    if secret.is_empty() {
        return Err(SignatureError::SecretEmpty);
    }
    let digest = mac(body, secret).finalize().into_bytes();
    let digits: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok(format!("{SIGNATURE_PREFIX}{digits}"))
}

/// Tells whether a body was signed with one of these secrets: the index of that secret.
///
/// `body`: the bytes as they arrived, before any parsing. `header`: the value of the signature header
/// as it arrived, `None` if there was none; join several of the same name with a comma. There are
/// several secrets while one is being replaced. Every comparison takes constant time.
///
/// # Errors
///
/// The first reason against it.
pub fn verify<S: AsRef<str>>(body: &[u8], header: Option<&str>, secrets: &[S]) -> Result<usize, SignatureError> {
    if secrets.is_empty() || secrets.iter().any(|secret| secret.as_ref().is_empty()) {
        return Err(SignatureError::SecretEmpty);
    }
    let given = parse(header.unwrap_or_default())?;
    secrets
        .iter()
        .position(|secret| mac(body, secret.as_ref()).verify_slice(&given).is_ok())
        .ok_or(SignatureError::Mismatch)
}

fn parse(header: &str) -> Result<[u8; DIGEST_BYTES], SignatureError> {
    if header.is_empty() {
        return Err(SignatureError::Missing);
    }
    if header.contains(',') {
        return Err(SignatureError::Repeated);
    }
    if header.contains(is_blank) {
        return Err(SignatureError::Whitespace);
    }
    let digits = match header.strip_prefix(SIGNATURE_PREFIX) {
        Some(digits) => digits,
        None if names_algorithm(header) => return Err(SignatureError::Algorithm),
        None => return Err(SignatureError::Prefix),
    };
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(SignatureError::Encoding);
    }
    if digits.len() != 2 * DIGEST_BYTES {
        return Err(SignatureError::Length);
    }
    let mut digest = [0; DIGEST_BYTES];
    for (index, byte) in digest.iter_mut().enumerate() {
        let pair = &digits[2 * index..2 * index + 2];
        *byte = u8::from_str_radix(pair, 16).map_err(|_| SignatureError::Encoding)?;
    }
    Ok(digest)
}

/// White space or a control character, as every language of this contract counts them.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control() || c == '\u{feff}'
}

/// Lower-case letters, digits and hyphens, then `=`.
fn names_algorithm(header: &str) -> bool {
    let is_own = |byte: u8| byte.is_ascii_digit() || byte.is_ascii_lowercase() || byte == b'-';
    header
        .split_once('=')
        .is_some_and(|(name, _)| !name.is_empty() && name.bytes().all(is_own))
}

fn mac(body: &[u8], secret: &str) -> Hmac<Sha256> {
    // `new_from_slice` hashes keys that are longer than a block, so it refuses none.
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("any length is a key");
    mac.update(body);
    mac
}
