//! The memory of duplicates.

use std::any::Any;
use std::collections::{HashSet, VecDeque};
use std::error::Error;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Why a payment could not be handed over.
pub type HandlerError = Box<dyn Error + Send + Sync>;

/// Hands a delivery over. It takes the transaction of the store, such as a connection; `&mut ()` if
/// there is none. The handler finds it with [`Delivery::transaction`](crate::Delivery::transaction).
pub type HandOver<'a> = dyn FnMut(&mut dyn Any) -> Result<(), HandlerError> + 'a;

/// What a store returns for a key that is being handed over elsewhere. The answer is 503, and the
/// service retries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event_busy: the same payment is being handed over at this moment")]
pub struct KeyBusy;

/// Remembers the keys of handed-over deliveries. In production: a table with a unique key.
pub trait DuplicateStore: Send + Sync {
    /// Calls `hand_over` if the key is new, and remembers the key if that succeeded. A key that was
    /// done before is not an error. While one call is inside, another with the same key waits, or
    /// returns [`KeyBusy`], which is answered 503.
    ///
    /// If `hand_over` fails, or if what it did is rolled back, the key must be free again, and `once`
    /// must return an error.
    ///
    /// # Errors
    ///
    /// That of `hand_over`, or one of its own.
    fn once(&self, key: &str, hand_over: &mut HandOver<'_>) -> Result<(), HandlerError>;
}

/// Lets a handler keep its store, too.
impl<D: DuplicateStore + ?Sized> DuplicateStore for Arc<D> {
    fn once(&self, key: &str, hand_over: &mut HandOver<'_>) -> Result<(), HandlerError> {
        (**self).once(key, hand_over)
    }
}

/// Remembers keys within one process, until it ends. Forgets the oldest beyond its limit.
#[derive(Debug)]
pub struct MemoryStore {
    limit: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    done: HashSet<String>,
    order: VecDeque<String>,
    busy: HashSet<String>,
}

impl MemoryStore {
    /// Keeps at most `limit` keys.
    pub fn new(limit: usize) -> Self {
        Self {
            limit,
            state: Mutex::default(),
        }
    }

    /// A handler that panicked left nothing half done here.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for MemoryStore {
    /// 100,000 keys.
    fn default() -> Self {
        Self::new(100_000)
    }
}

impl DuplicateStore for MemoryStore {
    fn once(&self, key: &str, hand_over: &mut HandOver<'_>) -> Result<(), HandlerError> {
        let mut state = self.lock();
        if state.done.contains(key) {
            return Ok(());
        }
        if !state.busy.insert(key.to_owned()) {
            return Err(KeyBusy.into());
        }
        drop(state);
        let mut busy = Busy {
            store: self,
            key,
            is_done: false,
        };
        hand_over(&mut ())?;
        busy.is_done = true;
        Ok(())
    }
}

/// Frees the key however the hand-over ends, a panic included.
struct Busy<'a> {
    store: &'a MemoryStore,
    key: &'a str,
    is_done: bool,
}

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        let mut state = self.store.lock();
        state.busy.remove(self.key);
        if self.is_done {
            state.done.insert(self.key.to_owned());
            state.order.push_back(self.key.to_owned());
            if state.order.len() > self.store.limit
                && let Some(oldest) = state.order.pop_front()
            {
                state.done.remove(&oldest);
            }
        }
    }
}
