//! The receiver of deliveries, for any server: check, verify, read, hand over, and only then answer
//! 2xx.

use std::any::Any;
use std::error::Error;
use std::fmt;
use std::time::Duration;

use serde_json::value::RawValue;

use crate::codes;
use crate::constants::CASE_FILE_PAYMENT_CONFIRMED;
use crate::delivery::{Accepted, Answer, Delivery};
use crate::events::{Events, same_event};
use crate::hand_over::{BusyKeys, HandedOver, caught, hand_over};
use crate::json::{Model, PayloadError};
use crate::key::{ask_for_key, digest, key_within};
use crate::models::{AppDelivery, PaymentSnapshot};
use crate::problems::{Problem, Problems, Progress};
use crate::secrets::Known;
use crate::signature::{SignatureError, verify};
use crate::store::{DuplicateStore, HandlerError};

type Secrets = dyn Fn() -> Result<Vec<Known>, HandlerError> + Send + Sync;
type PaymentHandler = dyn Fn(&PaymentSnapshot, &mut Delivery<'_>) -> Result<(), HandlerError> + Send + Sync;
pub(crate) type UnknownHandler = dyn Fn(&mut Delivery<'_>) -> Result<(), HandlerError> + Send + Sync;
type Key = dyn Fn(&PaymentSnapshot) -> String + Send + Sync;
type AcceptedHandler = dyn Fn(Accepted, &Delivery<'_>) + Send + Sync;
type ProblemHandler = dyn Fn(&Problem<'_>) + Send + Sync;

/// How many times the time for handlers one that hangs keeps its payment from others.
const PATIENCE: u32 = 12;

/// A receiver of client webhook deliveries.
pub struct Receiver {
    pub(crate) secrets: Box<Secrets>,
    pub(crate) on_payment: Box<PaymentHandler>,
    pub(crate) on: Events,
    pub(crate) on_unknown: Option<Box<UnknownHandler>>,
    pub(crate) key: Option<Box<Key>>,
    /// Also whether it may hold keys of a version without owners.
    pub(crate) store: (Box<dyn DuplicateStore>, bool),
    pub(crate) max_body_bytes: usize,
    #[cfg(feature = "axum")]
    pub(crate) body_timeout: Duration,
    pub(crate) handler_timeout: Duration,
    pub(crate) on_problem: Option<Box<ProblemHandler>>,
    pub(crate) on_accepted: Box<AcceptedHandler>,
    pub(crate) log: Problems,
    pub(crate) busy: BusyKeys,
}

impl Receiver {
    /// Returns the size of the largest body in bytes.
    pub fn max_body_bytes(&self) -> usize {
        self.max_body_bytes
    }

    /// Returns the time for secrets, store and handler together.
    pub fn handler_timeout(&self) -> Duration {
        self.handler_timeout
    }

    /// Returns the refusal that needs no byte of the body. `content_length`: `None` if unknown.
    pub fn refuse_head(&self, method: &str, content_type: Option<&str>, content_length: Option<u64>) -> Option<Answer> {
        if method != "POST" {
            return Some(self.refuse(405, codes::METHOD_NOT_ALLOWED));
        }
        let media_type = content_type.and_then(|value| value.split(';').next());
        if !media_type.is_some_and(|name| name.trim_matches([' ', '\t']).eq_ignore_ascii_case("application/json")) {
            return Some(self.refuse(415, codes::MEDIA_TYPE_UNSUPPORTED));
        }
        if content_length.is_some_and(|length| length > self.max_body_bytes as u64) {
            return Some(self.refuse(413, codes::BODY_TOO_LARGE));
        }
        None
    }

    /// Returns the answer to a delivery. `body`: the bytes as they arrived. `signature`: the value of
    /// the signature header, or `None`; join several of the same name with a comma. Blocks as long as
    /// the handler does, and never panics.
    pub fn receive(&self, body: &[u8], signature: Option<&str>) -> Answer {
        self.receive_with(&Progress::default(), body, signature)
    }

    pub(crate) fn receive_with(&self, progress: &Progress, body: &[u8], signature: Option<&str>) -> Answer {
        let refuse = |status, code| self.refuse_for(progress, status, code, None);
        if body.len() > self.max_body_bytes {
            return refuse(413, codes::BODY_TOO_LARGE);
        }
        let secrets = match caught(|| (self.secrets)()) {
            Ok(secrets) => secrets,
            Err(error) => {
                return self.refuse_for(progress, 500, codes::SECRETS_UNAVAILABLE, Some(&*error));
            }
        };
        let revealed: Vec<&str> = secrets.iter().map(|one| one.secret.reveal()).collect();
        let secret_index = match verify(body, signature.map(|one| one.trim_matches([' ', '\t'])), &revealed) {
            Ok(index) => index,
            Err(SignatureError::Mismatch) if body.is_empty() => return refuse(400, codes::BODY_NOT_RECEIVED),
            Err(fault) => return refuse(401, fault.code()),
        };
        self.log.verified();
        let known = &secrets[secret_index];
        let (label, owner) = progress
            .signer
            .get_or_init(|| (known.label.clone(), known.owner.clone()));
        // A byte order mark was signed like all the rest, but is no JSON.
        let text = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
        let Ok(text) = std::str::from_utf8(text) else {
            return refuse(400, codes::BODY_NOT_UTF8);
        };
        if serde_json::from_str::<&RawValue>(text).is_err() {
            return refuse(400, codes::BODY_NOT_JSON);
        }
        let delivery = Delivery {
            event: "",
            key: "",
            body,
            secret_index,
            label: label.as_deref(),
            owner: owner.as_deref(),
            transaction: &mut (),
        };
        self.dispatch(progress, text, delivery)
            .unwrap_or_else(|fault| self.refuse_for(progress, 422, codes::PAYLOAD_INVALID, Some(&fault)))
    }

    fn dispatch(&self, progress: &Progress, text: &str, delivery: Delivery<'_>) -> Result<Answer, PayloadError> {
        let event = AppDelivery::from_json(text)?.event;
        let delivery = Delivery {
            event: &event,
            ..delivery
        };
        if let Some(handler) = self.on.handler(&event, text) {
            let handler = handler?;
            progress.event.get_or_init(|| event.clone());
            let same = same_event(&event, text, delivery.body);
            return Ok(self.hand_over(progress, delivery, &same, &*handler));
        }
        if event != CASE_FILE_PAYMENT_CONFIRMED {
            let Some(on_unknown) = &self.on_unknown else {
                return Ok(self.accept(Accepted::Ignored, &delivery));
            };
            // Of an event that is not known yet, only the bytes tell whether two are the same.
            let same = format!("{} {event}", digest(delivery.body));
            return Ok(self.hand_over(progress, delivery, &same, on_unknown));
        }
        let payment = PaymentSnapshot::from_json(text)?;
        progress.event.get_or_init(|| event.clone());
        let same = match &self.key {
            Some(key) => ask_for_key(key, &payment, text),
            None => Ok(format!("{} {event}", payment.id)),
        };
        Ok(match same {
            Ok(same) => self.hand_over(progress, delivery, &same, &|one| (self.on_payment)(&payment, one)),
            Err(error) => self.refuse_for(progress, 500, codes::HANDLER_FAILED, Some(&*error)),
        })
    }

    /// Reports a problem to `on_problem` and returns the answer, for servers that refuse a request
    /// before its body is there.
    pub fn refuse(&self, status: u16, code: &'static str) -> Answer {
        self.refuse_for(&Progress::default(), status, code, None)
    }

    pub(crate) fn refuse_for(
        &self,
        progress: &Progress,
        status: u16,
        code: &'static str,
        error: Option<&(dyn Error + 'static)>,
    ) -> Answer {
        let problem = progress.problem(status, code, error);
        // What panics here is printed, and must not change an answer.
        let _ = caught(|| {
            match &self.on_problem {
                Some(on_problem) => on_problem(&problem),
                None => self.log.tell(&problem),
            }
            Ok(())
        });
        let code = Some(code);
        Answer { status, code }
    }

    fn accept(&self, accepted: Accepted, delivery: &Delivery<'_>) -> Answer {
        let _ = caught(|| {
            (self.on_accepted)(accepted, delivery);
            Ok(())
        });
        let (status, code) = (204, None);
        Answer { status, code }
    }

    fn hand_over(
        &self,
        progress: &Progress,
        delivery: Delivery<'_>,
        same: &str,
        handler: &dyn Fn(&mut Delivery<'_>) -> Result<(), HandlerError>,
    ) -> Answer {
        let key = key_within(delivery.owner, same);
        let (store, may_be_old) = &self.store;
        if !may_be_old {
            self.log.one_process();
        }
        let may_be_earlier = *may_be_old && delivery.owner.is_some();
        let earlier_key = may_be_earlier.then(|| key_within(None, same));
        let delivery = Delivery {
            key: &key,
            transaction: &mut (),
            ..delivery
        };
        let mut call = |transaction: &mut dyn Any| {
            handler(&mut Delivery {
                transaction,
                ..delivery
            })
        };
        let patience = self.handler_timeout.saturating_mul(PATIENCE);
        let Some(_taken) = self.busy.take(&key, patience) else {
            return self.refuse_for(progress, 503, codes::EVENT_BUSY, None);
        };
        match hand_over(&**store, &key, earlier_key, &mut call) {
            Ok(HandedOver::Now) => self.accept(Accepted::Handled, &delivery),
            Ok(HandedOver::Before) => self.accept(Accepted::Duplicate, &delivery),
            Ok(HandedOver::BeforeOwners) => {
                let _ = self.refuse_for(progress, 204, codes::OWNER_UNKNOWN, None);
                self.accept(Accepted::Duplicate, &delivery)
            }
            Err(failure) => {
                let error = failure.error.as_deref();
                self.refuse_for(progress, failure.status, failure.code, error.map(|one| one as _))
            }
        }
    }
}

impl fmt::Debug for Receiver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Receiver")
            .field("max_body_bytes", &self.max_body_bytes)
            .finish_non_exhaustive()
    }
}
