//! Handlers that are `async`: awaited, once for each payment, whatever the sender does meanwhile.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use collections_contract::models::PaymentSnapshot;
use collections_contract::{Answer, Delivery, DuplicateStore, HandOver, HandlerError, Receiver, awaited, sign};
use tokio::runtime::Handle;
use tokio::sync::Notify;

use super::hand_over::{SECRET, payment};

/// The answer to a payment.
async fn post(receiver: &Arc<Receiver>, id: i64) -> (u16, Option<&'static str>) {
    let body = payment(id);
    let signature = sign(&body, SECRET).unwrap();
    let Answer { status, code } = Arc::clone(receiver).receive_later(body, Some(signature)).await;
    (status, code)
}

/// A receiver whose handler tells `inside`, and books the payment once `release` says so.
struct Slow {
    inside: Arc<Notify>,
    release: Arc<Notify>,
    booked: Arc<Mutex<Vec<i64>>>,
    receiver: Arc<Receiver>,
}

fn slow() -> Slow {
    let (inside, release) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let booked = Arc::<Mutex<Vec<i64>>>::default();
    let own = (inside.clone(), release.clone(), booked.clone());
    let handler = awaited(async move |payment: &PaymentSnapshot, _| {
        own.0.notify_one();
        own.1.notified().await;
        own.2.lock().unwrap().push(payment.id);
        Ok(())
    });
    Slow {
        inside,
        release,
        booked,
        receiver: Arc::new(Receiver::new([SECRET], handler).unwrap()),
    }
}

#[tokio::test]
async fn the_answer_waits_for_the_handler() {
    let slow = slow();
    let answer = tokio::spawn({
        let receiver = slow.receiver.clone();
        async move { post(&receiver, 1).await }
    });
    slow.inside.notified().await;
    assert!(!answer.is_finished());
    slow.release.notify_one();
    assert_eq!(answer.await.unwrap(), (204, None));
    assert_eq!(*slow.booked.lock().unwrap(), [1]);
}

#[tokio::test]
async fn a_request_that_is_dropped_is_neither_lost_nor_doubled() {
    let slow = slow();
    tokio::select! {
        _ = post(&slow.receiver, 1) => unreachable!("the handler waits"),
        () = slow.inside.notified() => {}
    }
    assert_eq!(post(&slow.receiver, 1).await, (503, Some("event_busy")));
    slow.release.notify_one();
    let mut last = (503, None);
    for _ in 0..1000 {
        last = post(&slow.receiver, 1).await;
        if last.0 != 503 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(last, (204, None));
    assert_eq!(*slow.booked.lock().unwrap(), [1]);
}

#[tokio::test]
async fn failures_are_answered_500_and_the_key_is_free_again() {
    let calls = Arc::new(AtomicUsize::new(0));
    let own = calls.clone();
    let handler = awaited(async move |_, _| {
        tokio::time::sleep(Duration::from_millis(1)).await;
        match own.fetch_add(1, Ordering::SeqCst) {
            0 => Err("away".into()),
            1 => panic!("on purpose"),
            _ => Ok(()),
        }
    });
    let receiver = Receiver::new([SECRET], handler).unwrap();
    let receiver = Arc::new(receiver.on_problem(|_| ()));
    assert_eq!(post(&receiver, 1).await, (500, Some("handler_failed")));
    assert_eq!(post(&receiver, 1).await, (500, Some("handler_failed")));
    assert_eq!(post(&receiver, 1).await, (204, None));
}

/// A client that blocks has a runtime of its own, which `block_on` would not allow.
#[tokio::test]
async fn a_handler_may_use_a_client_that_blocks() {
    let handler = awaited(async |_, _| {
        let own = tokio::runtime::Builder::new_current_thread().build()?;
        own.block_on(async { Ok(()) })
    });
    let receiver = Arc::new(Receiver::new([SECRET], handler).unwrap());
    assert_eq!(post(&receiver, 1).await, (204, None));
}

/// As one over sqlx does.
struct AsyncStore(Handle);

impl DuplicateStore for AsyncStore {
    fn once(&self, _: &str, hand_over: &mut HandOver<'_>) -> Result<(), HandlerError> {
        self.0.block_on(async { hand_over(&mut ()) })
    }
}

#[tokio::test]
async fn a_store_may_call_a_handler_from_a_future() {
    let handler = awaited(async |_, _| {
        tokio::time::sleep(Duration::from_millis(1)).await;
        Ok(())
    });
    let receiver = Receiver::new([SECRET], handler).unwrap();
    let receiver = Arc::new(receiver.with_store(AsyncStore(Handle::current())));
    assert_eq!(post(&receiver, 1).await, (204, None));
}

/// Where a thread of the runtime calls `receive`, no future could go on.
#[tokio::test]
async fn a_thread_of_the_runtime_is_refused() {
    async fn takes(_: &PaymentSnapshot, _: &mut Delivery<'_>) -> Result<(), HandlerError> {
        Ok(())
    }
    let receiver = Receiver::new([SECRET], awaited(takes));
    let receiver = receiver.unwrap().on_problem(|_| ());
    let (body, signature) = (payment(1), sign(&payment(1), SECRET).unwrap());
    let answer = receiver.receive(&body, Some(&signature));
    assert_eq!(answer.code, Some("handler_failed"));
}
