//! The receiver of deliveries, for any server: check, verify, read, hand over, and only then answer
//! 2xx.

use std::any::Any;
use std::error::Error;
use std::fmt::{self, Write};

use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

use crate::constants::CASE_FILE_PAYMENT_CONFIRMED;
use crate::json::{Model, Secret};
use crate::models::{AppDelivery, PaymentSnapshot};
use crate::signature::{SignatureError, verify};
use crate::store::{DuplicateStore, HandlerError, MemoryStore};

const MAX_BODY_BYTES: usize = 1 << 20;

type Secrets = dyn Fn() -> Result<Vec<Secret>, HandlerError> + Send + Sync;
type PaymentHandler =
    dyn Fn(&PaymentSnapshot, &mut Delivery<'_>) -> Result<(), HandlerError> + Send + Sync;
type UnknownHandler = dyn Fn(&mut Delivery<'_>) -> Result<(), HandlerError> + Send + Sync;
type Key = dyn Fn(&PaymentSnapshot) -> String + Send + Sync;
type ProblemHandler = dyn Fn(&'static str, Option<&(dyn Error + 'static)>) + Send + Sync;

/// The answer to a request.
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
    transaction: &'a mut dyn Any,
}

impl Delivery<'_> {
    /// Returns what the store passed on, such as a connection; `None` if that is of another type.
    pub fn transaction<T: Any>(&mut self) -> Option<&mut T> {
        self.transaction.downcast_mut()
    }
}

/// A receiver of client webhook deliveries.
pub struct Receiver {
    secrets: Box<Secrets>,
    on_payment: Box<PaymentHandler>,
    on_unknown: Option<Box<UnknownHandler>>,
    key: Box<Key>,
    store: Box<dyn DuplicateStore>,
    max_body_bytes: usize,
    on_problem: Box<ProblemHandler>,
}

impl Receiver {
    /// Makes a receiver. `secrets`: those of the webhooks that post here, one or several. `on_payment`
    /// stores or enqueues a confirmed payment; real work comes later. If it fails, the answer is 500
    /// and the service retries. It may block.
    ///
    /// # Errors
    ///
    /// [`SignatureError::SecretEmpty`] if there is no secret, or an empty one.
    pub fn new<S: Into<String>>(
        secrets: impl IntoIterator<Item = S>,
        on_payment: impl Fn(&PaymentSnapshot, &mut Delivery<'_>) -> Result<(), HandlerError>
        + Send
        + Sync
        + 'static,
    ) -> Result<Self, SignatureError> {
        let secrets: Vec<Secret> = secrets.into_iter().map(Secret::new).collect();
        if !are_usable(&secrets) {
            return Err(SignatureError::SecretEmpty);
        }
        Ok(Self {
            secrets: Box::new(move || Ok(secrets.clone())),
            on_payment: Box::new(on_payment),
            on_unknown: None,
            key: Box::new(|payment| format!("{} {}", payment.id, payment.event)),
            store: Box::new(MemoryStore::default()),
            max_body_bytes: MAX_BODY_BYTES,
            on_problem: Box::new(|_, _| ()),
        })
    }

    /// Asks for the secrets at every delivery, so that a secret can be replaced without a restart. If
    /// that fails, the answer is 500.
    #[must_use]
    pub fn with_secrets_from(
        mut self,
        secrets: impl Fn() -> Result<Vec<Secret>, HandlerError> + Send + Sync + 'static,
    ) -> Self {
        self.secrets = Box::new(secrets);
        self
    }

    /// Takes verified deliveries of other events, which are acknowledged without it.
    #[must_use]
    pub fn on_unknown(
        mut self,
        on_unknown: impl Fn(&mut Delivery<'_>) -> Result<(), HandlerError> + Send + Sync + 'static,
    ) -> Self {
        self.on_unknown = Some(Box::new(on_unknown));
        self
    }

    /// Says what makes two payments the same; id and event if left out.
    #[must_use]
    pub fn with_key(
        mut self,
        key: impl Fn(&PaymentSnapshot) -> String + Send + Sync + 'static,
    ) -> Self {
        self.key = Box::new(key);
        self
    }

    /// Remembers handed-over deliveries by key; a [`MemoryStore`] if left out.
    #[must_use]
    pub fn with_store(mut self, store: impl DuplicateStore + 'static) -> Self {
        self.store = Box::new(store);
        self
    }

    /// Limits a body, in bytes; 1 MiB if left out.
    #[must_use]
    pub fn with_max_body_bytes(mut self, max_body_bytes: usize) -> Self {
        self.max_body_bytes = max_body_bytes;
        self
    }

    /// Learns of every answer that is not 2xx. `handler_failed` needs somebody at once.
    #[must_use]
    pub fn on_problem(
        mut self,
        on_problem: impl Fn(&'static str, Option<&(dyn Error + 'static)>) + Send + Sync + 'static,
    ) -> Self {
        self.on_problem = Box::new(on_problem);
        self
    }

    /// Returns the size of the largest body in bytes.
    pub fn max_body_bytes(&self) -> usize {
        self.max_body_bytes
    }

    /// Returns the refusal that needs no byte of the body. `content_length`: `None` if unknown.
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

    /// Returns the answer to a delivery. `body`: the bytes as they arrived. `signature`: the value of
    /// the signature header, or `None`; join several of the same name with a comma. Blocks as long as
    /// the handler does.
    pub fn receive(&self, body: &[u8], signature: Option<&str>) -> Answer {
        if body.len() > self.max_body_bytes {
            return self.refuse(413, "body_too_large");
        }
        let secrets = match (self.secrets)() {
            Ok(secrets) if are_usable(&secrets) => secrets,
            Ok(_) => return self.refuse(500, "secrets_unavailable"),
            Err(error) => return self.refuse_for(500, "secrets_unavailable", &*error),
        };
        let revealed: Vec<&str> = secrets.iter().map(Secret::reveal).collect();
        let secret_index = match verify(body, signature, &revealed) {
            Ok(index) => index,
            Err(fault) => return self.refuse(401, fault.code()),
        };
        // A byte order mark was signed like all the rest, but is no JSON.
        let text = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
        let Ok(text) = std::str::from_utf8(text) else {
            return self.refuse(400, "body_not_utf8");
        };
        if serde_json::from_str::<&RawValue>(text).is_err() {
            return self.refuse(400, "body_not_json");
        }
        let event = match AppDelivery::from_json(text) {
            Ok(delivery) => delivery.event,
            Err(fault) => return self.refuse_for(422, "payload_invalid", &fault),
        };
        if event != CASE_FILE_PAYMENT_CONFIRMED {
            let Some(on_unknown) = &self.on_unknown else {
                return ACKNOWLEDGED;
            };
            // Of an event that is not known yet, only the bytes tell whether two are the same.
            let key = format!("{} {event}", digest(body));
            return self.hand_over(&event, &key, body, secret_index, on_unknown);
        }
        let payment = match PaymentSnapshot::from_json(text) {
            Ok(payment) => payment,
            Err(fault) => return self.refuse_for(422, "payload_invalid", &fault),
        };
        let key = (self.key)(&payment);
        self.hand_over(&event, &key, body, secret_index, &|delivery| {
            (self.on_payment)(&payment, delivery)
        })
    }

    /// Reports a problem to `on_problem` and returns the answer.
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

    fn hand_over(
        &self,
        event: &str,
        key: &str,
        body: &[u8],
        secret_index: usize,
        handler: &UnknownHandlerRef<'_>,
    ) -> Answer {
        let handed_over = self.store.once(key, &mut |transaction| {
            handler(&mut Delivery {
                event,
                key,
                body,
                secret_index,
                transaction,
            })
        });
        match handed_over {
            Ok(()) => ACKNOWLEDGED,
            Err(error) => self.refuse_for(500, "handler_failed", &*error),
        }
    }
}

type UnknownHandlerRef<'a> = dyn Fn(&mut Delivery<'_>) -> Result<(), HandlerError> + 'a;

fn are_usable(secrets: &[Secret]) -> bool {
    !secrets.is_empty() && secrets.iter().all(|secret| !secret.reveal().is_empty())
}

fn digest(body: &[u8]) -> String {
    Sha256::digest(body)
        .iter()
        .fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
}

impl fmt::Debug for Receiver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Receiver")
            .field("max_body_bytes", &self.max_body_bytes)
            .finish_non_exhaustive()
    }
}
