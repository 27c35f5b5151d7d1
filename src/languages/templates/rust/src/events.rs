//! Handlers of events other than confirmed payments.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::constants::{CASE_FILE_PAYMENT_CONFIRMED, EVENT_NAMES};
use crate::delivery::Delivery;
use crate::json::{Members, Model, PayloadError};
use crate::key::digest;
use crate::receiver::UnknownHandler;
use crate::store::HandlerError;

/// Reads a payload, and returns what handles it.
type EventReader = dyn Fn(&str) -> Result<Box<UnknownHandler>, PayloadError> + Send + Sync;

/// Handlers by the name of the event.
#[derive(Default)]
pub(crate) struct Events(BTreeMap<String, Box<EventReader>>);

impl Events {
    /// Refuses what no delivery would ever reach.
    pub fn add<M: Model + Send + Sync + 'static>(
        &mut self,
        event: &str,
        handler: impl Fn(&M, &mut Delivery<'_>) -> Result<(), HandlerError> + Send + Sync + 'static,
    ) -> Result<(), HandlerError> {
        if event == CASE_FILE_PAYMENT_CONFIRMED {
            return Err(format!("{event} is what the handler of payments is for").into());
        }
        if !EVENT_NAMES.contains(&event) {
            return Err(format!("{event} is not an event of this contract").into());
        }
        let handler = Arc::new(handler);
        let reader = move |text: &str| -> Result<Box<UnknownHandler>, PayloadError> {
            let payload = M::from_json(text)?;
            let handler = Arc::clone(&handler);
            Ok(Box::new(move |delivery: &mut Delivery<'_>| handler(&payload, delivery)))
        };
        match self.0.insert(event.to_owned(), Box::new(reader)) {
            None => Ok(()),
            Some(_) => Err(format!("{event} has a handler already").into()),
        }
    }

    /// `None` for an event without a handler.
    pub fn handler(&self, event: &str, text: &str) -> Option<Result<Box<UnknownHandler>, PayloadError>> {
        self.0.get(event).map(|read| read(text))
    }
}

/// Tells deliveries apart by id and event, as those of payments; by the bytes if there is no id.
pub(crate) fn same_event(event: &str, text: &str, body: &[u8]) -> String {
    let number = Members::read(text).and_then(|mut members| members.required::<i64>("id"));
    let same = number.map(|id| id.to_string());
    let same = same.or_else(|_| Members::read(text)?.required("id"));
    format!("{} {event}", same.unwrap_or_else(|_| digest(body)))
}
