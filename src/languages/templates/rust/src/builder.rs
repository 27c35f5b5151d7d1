//! Makes a receiver: its secrets, handlers and options.

use std::time::Duration;

use crate::delivery::{Accepted, Delivery};
use crate::events::Events;
use crate::hand_over::BusyKeys;
use crate::json::{Model, Secret};
use crate::models::PaymentSnapshot;
use crate::problems::{Problem, Problems};
use crate::receiver::Receiver;
use crate::secrets::{Known, LabelledSecret, labelled, plain};
use crate::signature::SignatureError;
use crate::store::{DuplicateStore, HandlerError, MemoryStore};

impl Receiver {
    /// Makes a receiver. `secrets`: those of the webhooks that post here, one or several. `on_payment`
    /// stores or enqueues a confirmed payment; real work comes later. If it fails, the answer is 500
    /// and the service retries. It may block.
    ///
    /// # Errors
    ///
    /// [`SignatureError::SecretEmpty`] if there is no secret, or an empty one, and
    /// [`SignatureError::SecretUnusable`].
    pub fn new<S: Into<String>>(
        secrets: impl IntoIterator<Item = S>,
        on_payment: impl Fn(&PaymentSnapshot, &mut Delivery<'_>) -> Result<(), HandlerError> + Send + Sync + 'static,
    ) -> Result<Self, SignatureError> {
        let secrets = plain(secrets.into_iter().map(Secret::new).collect())?;
        Ok(Self::with(move || Ok(secrets.clone()), on_payment))
    }

    /// Makes a receiver for several customers, whose payments may have the same ids.
    ///
    /// # Errors
    ///
    /// There is no secret, or one that cannot be used; a label or an owner is empty; a label has two owners.
    pub fn labelled(
        secrets: impl IntoIterator<Item = LabelledSecret>,
        on_payment: impl Fn(&PaymentSnapshot, &mut Delivery<'_>) -> Result<(), HandlerError> + Send + Sync + 'static,
    ) -> Result<Self, HandlerError> {
        let secrets = labelled(secrets.into_iter().collect())?;
        Ok(Self::with(move || Ok(secrets.clone()), on_payment))
    }

    /// Makes a receiver that asks for the secrets at every delivery, so that a secret can be replaced
    /// without a restart. If that fails, the answer is 500.
    pub fn asking(
        secrets: impl Fn() -> Result<Vec<Secret>, HandlerError> + Send + Sync + 'static,
        on_payment: impl Fn(&PaymentSnapshot, &mut Delivery<'_>) -> Result<(), HandlerError> + Send + Sync + 'static,
    ) -> Self {
        Self::with(move || Ok(plain(secrets()?)?), on_payment)
    }

    /// As [`asking`](Self::asking), for several customers.
    pub fn asking_labelled(
        secrets: impl Fn() -> Result<Vec<LabelledSecret>, HandlerError> + Send + Sync + 'static,
        on_payment: impl Fn(&PaymentSnapshot, &mut Delivery<'_>) -> Result<(), HandlerError> + Send + Sync + 'static,
    ) -> Self {
        Self::with(move || labelled(secrets()?), on_payment)
    }

    fn with(
        secrets: impl Fn() -> Result<Vec<Known>, HandlerError> + Send + Sync + 'static,
        on_payment: impl Fn(&PaymentSnapshot, &mut Delivery<'_>) -> Result<(), HandlerError> + Send + Sync + 'static,
    ) -> Self {
        Self {
            secrets: Box::new(secrets),
            on_payment: Box::new(on_payment),
            on: Events::default(),
            on_unknown: None,
            key: None,
            store: (Box::new(MemoryStore::default()), false),
            max_body_bytes: 1 << 20,
            #[cfg(feature = "axum")]
            body_timeout: Duration::from_secs(10),
            handler_timeout: Duration::from_secs(5),
            on_problem: None,
            on_accepted: Box::new(|_, _| ()),
            log: Problems::default(),
            busy: BusyKeys::default(),
        }
    }

    /// Handles another event of the contract. A payload that does not fit the model, which the
    /// handler names, is answered 422.
    ///
    /// # Errors
    ///
    /// The contract has no such event, or it has a handler already.
    pub fn on<M: Model + Send + Sync + 'static>(
        mut self,
        event: &str,
        handler: impl Fn(&M, &mut Delivery<'_>) -> Result<(), HandlerError> + Send + Sync + 'static,
    ) -> Result<Self, HandlerError> {
        self.on.add(event, handler)?;
        Ok(self)
    }

    /// Takes verified deliveries of events without a handler, which are acknowledged without it.
    #[must_use]
    pub fn on_unknown(
        mut self,
        on_unknown: impl Fn(&mut Delivery<'_>) -> Result<(), HandlerError> + Send + Sync + 'static,
    ) -> Self {
        self.on_unknown = Some(Box::new(on_unknown));
        self
    }

    /// Says what makes two payments of one owner the same; id and event if left out. It is asked twice,
    /// for the payment and for one with other values: if it returns the same, the answer is 500.
    #[must_use]
    pub fn with_key(mut self, key: impl Fn(&PaymentSnapshot) -> String + Send + Sync + 'static) -> Self {
        self.key = Some(Box::new(key));
        self
    }

    /// Remembers handed-over deliveries by key; a [`MemoryStore`] if left out.
    #[must_use]
    pub fn with_store(mut self, store: impl DuplicateStore + 'static) -> Self {
        self.store = (Box::new(store), true);
        self
    }

    /// Limits a body, in bytes; 1 MiB if left out.
    #[must_use]
    pub fn with_max_body_bytes(mut self, max_body_bytes: usize) -> Self {
        self.max_body_bytes = max_body_bytes;
        self
    }

    /// Limits the time for a body to arrive, where the receiver runs as a route of axum; 10 seconds if
    /// left out.
    #[cfg(feature = "axum")]
    #[must_use]
    pub fn with_body_timeout(mut self, body_timeout: Duration) -> Self {
        self.body_timeout = body_timeout;
        self
    }

    /// Limits the time for secrets, store and handler together, where the receiver runs as a route of
    /// axum or in `receive_later`; 5 seconds if left out. Then the answer is 503, and what has begun goes on: a repetition
    /// is answered 503 until it ends, at most twelve times as long. Then the store decides.
    #[must_use]
    pub fn with_handler_timeout(mut self, handler_timeout: Duration) -> Self {
        self.handler_timeout = handler_timeout;
        self
    }

    /// Learns of every answer that is 2xx, before it is sent. It must be quick.
    #[must_use]
    pub fn on_accepted(mut self, on_accepted: impl Fn(Accepted, &Delivery<'_>) + Send + Sync + 'static) -> Self {
        self.on_accepted = Box::new(on_accepted);
        self
    }

    /// Learns of every answer that is not 2xx. If left out, failures on this side are printed to
    /// standard error, and signatures that do not match with advice.
    #[must_use]
    pub fn on_problem(mut self, on_problem: impl Fn(&Problem<'_>) + Send + Sync + 'static) -> Self {
        self.on_problem = Some(Box::new(on_problem));
        self
    }
}
