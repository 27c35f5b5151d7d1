//! Values of members that no type of Rust has: numbers as they were written, and any JSON; and maps.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::value::RawValue;

use crate::json::{PayloadError, Value, joined};

/// A JSON number as it was written: nothing is rounded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number(String);

impl Number {
    /// The digits, with point and exponent.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The nearest double; infinite beyond the largest.
    pub fn as_f64(&self) -> f64 {
        self.0.parse().unwrap_or(f64::NAN)
    }
}

impl Default for Number {
    fn default() -> Self {
        Self("0".to_owned())
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Self {
        Self(value.to_string())
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Value for Number {
    fn read(text: &str) -> Result<Self, PayloadError> {
        let is_number = text.starts_with(|first: char| first == '-' || first.is_ascii_digit());
        let number = is_number.then(|| Self(text.to_owned()));
        number.ok_or_else(|| PayloadError::new("a number"))
    }

    fn write(&self) -> String {
        self.0.clone()
    }
}

/// Any value, as the JSON that was read. Nobody knows what is in it, so it is not printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Json(String);

impl Json {
    /// Takes JSON, and nothing else.
    pub fn new(text: &str) -> Option<Self> {
        let is_json = serde_json::from_str::<&RawValue>(text).is_ok();
        is_json.then(|| Self(text.to_owned()))
    }

    /// The JSON.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Default for Json {
    fn default() -> Self {
        Self("null".to_owned())
    }
}

impl fmt::Debug for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[hidden]")
    }
}

impl Value for Json {
    fn read(text: &str) -> Result<Self, PayloadError> {
        Ok(Self(text.to_owned()))
    }

    fn write(&self) -> String {
        self.0.clone()
    }
}

impl<V: Value> Value for BTreeMap<String, V> {
    fn read(text: &str) -> Result<Self, PayloadError> {
        let members: BTreeMap<String, Box<RawValue>> =
            serde_json::from_str(text).map_err(|_| PayloadError::new("an object"))?;
        let read = |(name, raw): (String, Box<RawValue>)| {
            let value = V::read(raw.get()).map_err(|fault| fault.below(&name))?;
            Ok((name, value))
        };
        members.into_iter().map(read).collect()
    }

    fn write(&self) -> String {
        joined(self.iter().map(|(name, value)| (name.as_str(), value.write())))
    }
}
