//! What models share: exact names, exact integers, unknown members, secrets that are not printed.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::value::RawValue;

use crate::notation::{whole_digits, without_lone_surrogates};

/// What is sent and received as JSON.
pub trait Model: Sized {
    /// Reads a JSON object.
    fn from_json(text: &str) -> Result<Self, PayloadError>;

    /// Writes what is set, and the members of `extra`.
    fn to_json(&self) -> String;
}

/// A payload that does not fit its model. Says where and what is expected, never a value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("payload_invalid: {} must be {expected}", if path.is_empty() { "/" } else { path })]
pub struct PayloadError {
    /// A JSON Pointer such as `/caseFile/id`; empty for the whole payload.
    pub path: String,
    /// For example `an integer of at most 64 bits`.
    pub expected: &'static str,
}

impl PayloadError {
    pub(crate) fn new(expected: &'static str) -> Self {
        let path = String::new();
        Self { path, expected }
    }

    pub(crate) fn below(self, name: impl fmt::Display) -> Self {
        let path = format!("/{name}{}", self.path);
        Self { path, ..self }
    }
}

/// Text that is not printed. It is written to JSON.
#[derive(Clone, Default)]
pub struct Secret(String);

impl Secret {
    /// Hides a text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[hidden]")
    }
}

/// Members by name, each as the JSON that was read, so that no number is rounded. Nobody knows what
/// is in them, so they are not printed.
#[derive(Clone, Default)]
pub struct Extra(BTreeMap<String, Box<RawValue>>);

impl Extra {
    /// The JSON of one member.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(|raw| raw.get())
    }

    /// Names and JSON of all members.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, raw)| (name.as_str(), raw.get()))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Debug for Extra {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{} members]", self.len())
    }
}

/// The members of an object, taken out one by one. Names are compared exactly.
pub(crate) struct Members(BTreeMap<String, Box<RawValue>>);

impl Members {
    pub fn read(text: &str) -> Result<Self, PayloadError> {
        serde_json::from_str(&without_lone_surrogates(text))
            .map(Self)
            .map_err(|_| PayloadError::new("an object"))
    }

    pub fn required<V: Value>(&mut self, name: &str) -> Result<V, PayloadError> {
        let raw = self.0.remove(name);
        let raw = raw.ok_or_else(|| PayloadError::new("there").below(name))?;
        V::read(raw.get()).map_err(|fault| fault.below(name))
    }

    /// `None` for a member that is null or not there.
    pub fn optional<V: Value>(&mut self, name: &str) -> Result<Option<V>, PayloadError> {
        match self.0.remove(name) {
            Some(raw) if raw.get() != "null" => V::read(raw.get()).map(Some).map_err(|fault| fault.below(name)),
            _ => Ok(None),
        }
    }

    /// Those that were not asked for.
    pub fn rest(self) -> Extra {
        Extra(self.0)
    }
}

/// An object that is written.
pub(crate) struct Object<'a>(BTreeMap<&'a str, String>);

impl<'a> Object<'a> {
    pub fn new(extra: &'a Extra) -> Self {
        Self(extra.iter().map(|(name, json)| (name, json.to_owned())).collect())
    }

    pub fn set(&mut self, name: &'a str, value: &impl Value) {
        self.0.insert(name, value.write());
    }

    pub fn set_optional(&mut self, name: &'a str, value: &Option<impl Value>) {
        if let Some(value) = value {
            self.set(name, value);
        }
    }

    pub fn finish(self) -> String {
        joined(self.0.into_iter())
    }
}

/// An object of these members, which are JSON.
pub(crate) fn joined<'a>(members: impl Iterator<Item = (&'a str, String)>) -> String {
    let members: Vec<String> = members.map(|(name, json)| format!("{}:{json}", quoted(name))).collect();
    format!("{{{}}}", members.join(","))
}

/// Reads a model. What was made must not get lost because another member is of another type, so such a
/// member joins those that are not known, unless it is required.
#[cfg(feature = "client")]
pub(crate) fn read_answer<M: Model>(text: &str, extra: fn(&mut M) -> &mut Extra) -> Result<M, PayloadError> {
    let (mut members, mut others) = (Members::read(text)?.rest(), BTreeMap::new());
    loop {
        match M::from_json(&Object::new(&members).finish()) {
            Ok(mut model) => {
                extra(&mut model).0.append(&mut others);
                return Ok(model);
            }
            Err(fault) => {
                let name = fault.path.split('/').nth(1).unwrap_or_default();
                let (name, member) = members.0.remove_entry(name).ok_or(fault)?;
                others.insert(name, member);
            }
        }
    }
}

/// The type of a member.
pub(crate) trait Value: Sized {
    fn read(text: &str) -> Result<Self, PayloadError>;
    fn write(&self) -> String;
}

impl Value for String {
    fn read(text: &str) -> Result<Self, PayloadError> {
        serde_json::from_str(text).map_err(|_| PayloadError::new("a string"))
    }

    fn write(&self) -> String {
        quoted(self)
    }
}

impl Value for Secret {
    fn read(text: &str) -> Result<Self, PayloadError> {
        String::read(text).map(Self)
    }

    fn write(&self) -> String {
        quoted(&self.0)
    }
}

/// Takes any notation of JSON: 100, 100.0, 1e2. Nothing is rounded.
impl Value for i64 {
    fn read(text: &str) -> Result<Self, PayloadError> {
        let value = whole_digits(text).and_then(|digits| digits.parse().ok());
        value.ok_or_else(|| PayloadError::new("an integer of at most 64 bits"))
    }

    fn write(&self) -> String {
        self.to_string()
    }
}

impl Value for bool {
    fn read(text: &str) -> Result<Self, PayloadError> {
        text.parse().map_err(|_| PayloadError::new("a boolean"))
    }

    fn write(&self) -> String {
        self.to_string()
    }
}

impl<V: Value> Value for Vec<V> {
    fn read(text: &str) -> Result<Self, PayloadError> {
        let items: Vec<Box<RawValue>> = serde_json::from_str(text).map_err(|_| PayloadError::new("a list"))?;
        let read = |(index, raw): (usize, Box<RawValue>)| V::read(raw.get()).map_err(|fault| fault.below(index));
        items.into_iter().enumerate().map(read).collect()
    }

    fn write(&self) -> String {
        let items: Vec<String> = self.iter().map(Value::write).collect();
        format!("[{}]", items.join(","))
    }
}

impl<M: Model> Value for M {
    fn read(text: &str) -> Result<Self, PayloadError> {
        M::from_json(text)
    }

    fn write(&self) -> String {
        self.to_json()
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
