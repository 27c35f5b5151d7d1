//! Handlers that are `async`, and a receiver that holds no thread of the runtime.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

use tokio::runtime::Handle;

use crate::codes;
use crate::delivery::{Answer, Delivery};
use crate::problems::Progress;
use crate::receiver::Receiver;
use crate::store::HandlerError;

/// Makes a handler of an `async` function: the answer waits until it returns. Call it where the
/// runtime of Tokio is, such as in `main`. A handler that is not awaited does not compile:
///
/// ```compile_fail
/// # use collections_contract::Receiver;
/// let receiver = Receiver::new(["secret"], async |payment, _| Ok(()));
/// ```
///
/// It runs on the thread that called [`Receiver::receive`], and goes on when the sender hangs up.
///
/// # Panics
///
/// There is no runtime.
pub fn awaited<P>(
    handler: impl AsyncFn(&P, &mut Delivery<'_>) -> Result<(), HandlerError> + Send + Sync + 'static,
) -> impl Fn(&P, &mut Delivery<'_>) -> Result<(), HandlerError> + Send + Sync + 'static {
    let runtime = Handle::current();
    move |payload: &P, delivery: &mut Delivery<'_>| wait(&runtime, handler(payload, delivery))
}

impl Receiver {
    /// Takes a delivery as [`receive`](Self::receive) does, without holding a thread of the runtime,
    /// and answers 503 after the time for handlers. A delivery that has begun goes on when the
    /// future is dropped. For asynchronous servers other than axum.
    pub async fn receive_later(self: Arc<Self>, body: Vec<u8>, signature: Option<String>) -> Answer {
        let progress = Arc::new(Progress::default());
        let (own, noted) = (Arc::clone(&self), Arc::clone(&progress));
        let handling = tokio::task::spawn_blocking(move || own.receive_with(&noted, &body, signature.as_deref()));
        match tokio::time::timeout(self.handler_timeout(), handling).await {
            Ok(Ok(answer)) => answer,
            // The runtime ends.
            Ok(Err(_)) => self.refuse_for(&progress, 500, codes::HANDLER_FAILED, None),
            Err(_) => self.refuse_for(&progress, 503, codes::HANDLER_DEADLINE, None),
        }
    }
}

/// Polls a future on this thread. Unlike `block_on`, it lets the future use a client that blocks, such
/// as the one of `PostgresStore`, and a store drive it from within a future of its own.
fn wait<T>(runtime: &Handle, future: impl Future<Output = T>) -> T {
    // Panics on a thread that other futures need.
    tokio::task::block_in_place(|| {
        let _entered = runtime.enter();
        let woken = Arc::new(Woken(AtomicBool::new(false), thread::current()));
        let waker = Waker::from(Arc::clone(&woken));
        let mut future = pin!(future);
        loop {
            if let Poll::Ready(value) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
                return value;
            }
            while !woken.0.swap(false, Ordering::Acquire) {
                thread::park();
            }
        }
    })
}

/// Whether the future can go on, and the thread that polls it.
struct Woken(AtomicBool, Thread);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::Release);
        self.1.unpark();
    }
}
