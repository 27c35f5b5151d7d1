//! Hands one delivery over: once for each key, whatever a handler or a store does.

use std::any::Any;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::codes;
use crate::store::{DuplicateStore, HandlerError, KeyBusy};

/// How a hand-over ended without an acknowledgement.
pub(crate) struct Failure {
    pub status: u16,
    pub code: &'static str,
    pub error: Option<HandlerError>,
}

/// How a hand-over ended with an acknowledgement.
pub(crate) enum HandedOver {
    Now,
    Before,
    /// By a version without owners: perhaps the payment of another customer.
    BeforeOwners,
}

impl Failure {
    fn of_store(error: HandlerError) -> Self {
        let (code, error) = match error.is::<KeyBusy>() {
            true => (codes::EVENT_BUSY, None),
            false => (codes::STORE_FAILED, Some(error)),
        };
        let status = 503;
        Self { status, code, error }
    }
}

/// Keys with a handler that runs, and since when. A repetition must not wait for one that hangs.
#[derive(Default)]
pub(crate) struct BusyKeys(Mutex<HashMap<String, Instant>>);

pub(crate) struct Taken<'a>(&'a BusyKeys, &'a str, Instant);

impl BusyKeys {
    /// After `patience`, only the store knows whether the payment is still under way.
    pub fn take<'a>(&'a self, key: &'a str, patience: Duration) -> Option<Taken<'a>> {
        let mut keys = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if keys.get(key).is_some_and(|since| now.duration_since(*since) < patience) {
            return None;
        }
        keys.insert(key.to_owned(), now);
        Some(Taken(self, key, now))
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        let Self(BusyKeys(keys), key, since) = self;
        let mut keys = keys.lock().unwrap_or_else(PoisonError::into_inner);
        if keys.get(*key) == Some(since) {
            keys.remove(*key);
        }
    }
}

/// `earlier_key`: the one of a version without owners.
pub(crate) fn hand_over(
    store: &dyn DuplicateStore,
    key: &str,
    earlier_key: Option<String>,
    handler: &mut dyn FnMut(&mut dyn Any) -> Result<(), HandlerError>,
) -> Result<HandedOver, Failure> {
    if let Some(earlier) = earlier_key
        && was_done(store, &earlier).map_err(Failure::of_store)?
    {
        return Ok(HandedOver::BeforeOwners);
    }
    let (mut has_run, mut has_failed) = (false, false);
    // A store may call it again, after it rolled the first call back.
    let stored = caught(|| {
        store.once(key, &mut |transaction| {
            has_run = true;
            let handled = caught(|| handler(transaction));
            has_failed = handled.is_err();
            handled
        })
    });
    match stored {
        _ if has_failed => Err(Failure {
            status: 500,
            code: codes::HANDLER_FAILED,
            error: stored.err(),
        }),
        Ok(()) if has_run => Ok(HandedOver::Now),
        Ok(()) => Ok(HandedOver::Before),
        Err(error) => Err(Failure::of_store(error)),
    }
}

/// A function that fails makes the store forget the key again.
fn was_done(store: &dyn DuplicateStore, earlier_key: &str) -> Result<bool, HandlerError> {
    let mut is_new = false;
    let asked = caught(|| {
        store.once(earlier_key, &mut |_| {
            is_new = true;
            Err("only asked whether the key is done".into())
        })
    });
    if is_new { Ok(false) } else { asked.map(|()| true) }
}

/// Turns a panic into an error. The panic itself is printed by the hook of the program.
pub(crate) fn caught<T>(act: impl FnOnce() -> Result<T, HandlerError>) -> Result<T, HandlerError> {
    catch_unwind(AssertUnwindSafe(act)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(format!("panicked: {}", text.unwrap_or("without a text")).into())
    })
}
