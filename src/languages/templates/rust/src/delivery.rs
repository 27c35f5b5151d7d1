//! What handlers get, and what is answered.

use std::any::Any;
use std::fmt;

/// The answer to a request.
#[must_use = "a server that is told nothing answers 200"]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// Why it is not 2xx; safe to show to anyone.
    pub code: Option<&'static str>,
}

impl Answer {
    /// Returns the status, and the body: JSON with the code, or nothing. A body alone would be sent with 200.
    pub fn into_parts(self) -> (u16, String) {
        let body = self.code.map(|code| format!(r#"{{"code":"{code}"}}"#));
        (self.status, body.unwrap_or_default())
    }
}

/// What became of a delivery that was acknowledged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accepted {
    /// A handler ran for this delivery.
    Handled,
    /// It was handed over before.
    Duplicate,
    /// Nobody takes this event.
    Ignored,
}

/// A verified delivery, as handlers get it.
pub struct Delivery<'a> {
    /// The name of the event.
    pub event: &'a str,
    /// What makes two deliveries the same. The store remembers it.
    pub key: &'a str,
    /// The bytes that were signed.
    pub body: &'a [u8],
    /// The position of the secret that matched. A secret that no longer matches can go.
    pub secret_index: usize,
    /// The label of the secret that matched, if it has one.
    pub label: Option<&'a str>,
    /// The customer whose payment it is; `None` where secrets have no labels.
    pub owner: Option<&'a str>,
    pub(crate) transaction: &'a mut dyn Any,
}

/// Without the payload.
impl fmt::Debug for Delivery<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Delivery")
            .field("event", &self.event)
            .field("key", &self.key)
            .field("label", &self.label)
            .field("owner", &self.owner)
            .finish_non_exhaustive()
    }
}

impl Delivery<'_> {
    /// Returns what the store passed on, such as a connection; `None` if that is of another type.
    pub fn transaction<T: Any>(&mut self) -> Option<&mut T> {
        self.transaction.downcast_mut()
    }
}
