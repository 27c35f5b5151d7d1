//! What a receiver does with a request, whatever server it came through: check, verify, read, hand
//! over, and only then answer 2xx.

use std::error::Error;
use std::fmt;

use serde_json::value::RawValue;

use crate::constants::CASE_FILE_PAYMENT_CONFIRMED;
use crate::json::{Model, Secret};
use crate::models::{AppDelivery, PaymentSnapshot};
use crate::signature::{SignatureError, verify};
use crate::store::{DuplicateStore, HandlerError, MemoryStore};

const MAX_BODY_BYTES: usize = 1 << 20;

type PaymentHandler = dyn Fn(&PaymentSnapshot) -> Result<(), HandlerError> + Send + Sync;
type ProblemHandler = dyn Fn(&'static str, Option<&(dyn Error + 'static)>) + Send + Sync;

/// What to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The HTTP status.
    pub status: u16,
    /// Why it is not 2xx; safe to show to anyone.
    pub code: Option<&'static str>,
}

const ACKNOWLEDGED: Answer = Answer {
    status: 204,
    code: None,
};

/// A receiver of client webhook deliveries.
pub struct Receiver {
    secrets: Vec<Secret>,
    on_payment: Box<PaymentHandler>,
    store: Box<dyn DuplicateStore>,
    max_body_bytes: usize,
    on_problem: Box<ProblemHandler>,
}

impl Receiver {
    /// `secrets`: of the webhooks that post here, one or several. `on_payment` stores or enqueues a
    /// confirmed payment; real work comes later. If it fails, the answer is 500 and the service
    /// delivers again. It may block.
    ///
    /// # Errors
    ///
    /// [`SignatureError::SecretEmpty`] if there is no secret, or an empty one.
    pub fn new<S: Into<String>>(
        secrets: impl IntoIterator<Item = S>,
        on_payment: impl Fn(&PaymentSnapshot) -> Result<(), HandlerError> + Send + Sync + 'static,
    ) -> Result<Self, SignatureError> {
        let secrets: Vec<Secret> = secrets.into_iter().map(Secret::new).collect();
        if secrets.is_empty() || secrets.iter().any(|secret| secret.reveal().is_empty()) {
            return Err(SignatureError::SecretEmpty);
        }
        Ok(Self {
            secrets,
            on_payment: Box::new(on_payment),
            store: Box::new(MemoryStore::default()),
            max_body_bytes: MAX_BODY_BYTES,
            on_problem: Box::new(|_, _| ()),
        })
    }

    /// Where payments that were handed over are remembered, by id and event; a [`MemoryStore`] if
    /// left out.
    #[must_use]
    pub fn with_store(mut self, store: impl DuplicateStore + 'static) -> Self {
        self.store = Box::new(store);
        self
    }

    /// The largest body; 1 MiB if left out.
    #[must_use]
    pub fn with_max_body_bytes(mut self, max_body_bytes: usize) -> Self {
        self.max_body_bytes = max_body_bytes;
        self
    }

    /// Told of every answer that is not 2xx. `handler_failed` is the one to be woken by.
    #[must_use]
    pub fn on_problem(
        mut self,
        on_problem: impl Fn(&'static str, Option<&(dyn Error + 'static)>) + Send + Sync + 'static,
    ) -> Self {
        self.on_problem = Box::new(on_problem);
        self
    }

    /// In bytes.
    pub fn max_body_bytes(&self) -> usize {
        self.max_body_bytes
    }

    /// What can be refused before a byte of the body is read. `content_length`: `None` if it is not
    /// said.
    pub fn refuse_head(
        &self,
        method: &str,
        content_type: Option<&str>,
        content_length: Option<u64>,
    ) -> Option<Answer> {
        if method != "POST" {
            return Some(self.refuse(405, "method_not_allowed"));
        }
        let media_type = content_type.and_then(|value| value.split(';').next());
        if !media_type.is_some_and(|name| name.trim().eq_ignore_ascii_case("application/json")) {
            return Some(self.refuse(415, "media_type_unsupported"));
        }
        if content_length.is_some_and(|length| length > self.max_body_bytes as u64) {
            return Some(self.refuse(413, "body_too_large"));
        }
        None
    }

    /// `body`: the bytes as they arrived. `signature`: the value of the signature header, or `None`;
    /// join several of the same name with a comma. Blocks as long as the handler does.
    pub fn receive(&self, body: &[u8], signature: Option<&str>) -> Answer {
        if body.len() > self.max_body_bytes {
            return self.refuse(413, "body_too_large");
        }
        let secrets: Vec<&str> = self.secrets.iter().map(Secret::reveal).collect();
        if let Err(fault) = verify(body, signature, &secrets) {
            return self.refuse(401, fault.code());
        }
        // A byte order mark was signed like all the rest, but is no JSON.
        let text = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
        let Ok(text) = std::str::from_utf8(text) else {
            return self.refuse(400, "body_not_utf8");
        };
        if serde_json::from_str::<&RawValue>(text).is_err() {
            return self.refuse(400, "body_not_json");
        }
        match AppDelivery::from_json(text) {
            Err(fault) => self.refuse_for(422, "payload_invalid", &fault),
            Ok(delivery) if delivery.event == CASE_FILE_PAYMENT_CONFIRMED => self.hand_over(text),
            // Events may be added; refusing one would make the service repeat it.
            Ok(_) => ACKNOWLEDGED,
        }
    }

    /// Tells `on_problem`, and makes the answer.
    pub fn refuse(&self, status: u16, code: &'static str) -> Answer {
        (self.on_problem)(code, None);
        Answer {
            status,
            code: Some(code),
        }
    }

    fn refuse_for(&self, status: u16, code: &'static str, error: &(dyn Error + 'static)) -> Answer {
        (self.on_problem)(code, Some(error));
        Answer {
            status,
            code: Some(code),
        }
    }

    fn hand_over(&self, text: &str) -> Answer {
        let payment = match PaymentSnapshot::from_json(text) {
            Ok(payment) => payment,
            Err(fault) => return self.refuse_for(422, "payload_invalid", &fault),
        };
        let key = format!("{} {}", payment.id, payment.event);
        match self.store.once(&key, &mut || (self.on_payment)(&payment)) {
            Ok(()) => ACKNOWLEDGED,
            Err(error) => self.refuse_for(500, "handler_failed", &*error),
        }
    }
}

impl fmt::Debug for Receiver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Receiver")
            .field("secrets", &self.secrets)
            .field("max_body_bytes", &self.max_body_bytes)
            .finish_non_exhaustive()
    }
}
