//! Handlers and stores that fail, panic, hang or lie: never a 2xx, never a request without an answer.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use collections_contract::constants::CASE_FILE_PAYMENT_CONFIRMED;
use collections_contract::{
    Answer, DuplicateStore, HandOver, HandlerError, KeyBusy, LabelledSecret, MemoryStore, Receiver, sign,
};

pub const SECRET: &str = "<WEBHOOK_SECRET>";

pub fn payment(id: i64) -> Vec<u8> {
    format!(r#"{{"@event":"{CASE_FILE_PAYMENT_CONFIRMED}","id":{id}}}"#).into_bytes()
}

fn receive(receiver: &Receiver, body: &[u8]) -> (u16, Option<&'static str>) {
    let Answer { status, code, .. } = receiver.receive(body, Some(&sign(body, SECRET).unwrap()));
    (status, code)
}

pub fn takes() -> Receiver {
    Receiver::new([SECRET], |_, _| Ok(())).unwrap()
}

/// A store of one function.
pub struct Once<F>(pub F);

impl<F> DuplicateStore for Once<F>
where
    F: Fn(&mut HandOver<'_>) -> Result<(), HandlerError> + Send + Sync,
{
    fn once(&self, _: &str, hand_over: &mut HandOver<'_>) -> Result<(), HandlerError> {
        (self.0)(hand_over)
    }
}

#[test]
fn the_last_time_counts_where_a_store_tries_again() {
    let twice = Once(|hand_over: &mut HandOver<'_>| {
        let _ = hand_over(&mut ());
        hand_over(&mut ())
    });
    let calls = AtomicUsize::new(0);
    let conflicts = Receiver::new([SECRET], move |_, _| match calls.fetch_add(1, Ordering::Relaxed) {
        0 => Err("conflict".into()),
        _ => Ok(()),
    });
    let receiver = conflicts.unwrap().with_store(twice);
    assert_eq!(receive(&receiver, &payment(1)), (204, None));
}

#[test]
fn a_handler_that_never_ends_keeps_its_payment_for_a_while() {
    let calls = AtomicUsize::new(0);
    let receiver = Receiver::new([SECRET], move |_, _| {
        if calls.fetch_add(1, Ordering::Relaxed) == 0 {
            std::thread::sleep(Duration::from_secs(3600));
        }
        Ok(())
    });
    let receiver = receiver.unwrap().with_handler_timeout(Duration::from_millis(100));
    let receiver = Arc::new(receiver.with_store(Once(|hand_over: &mut HandOver<'_>| hand_over(&mut ()))));
    let (begun, first) = (Instant::now(), receiver.clone());
    std::thread::spawn(move || receive(&first, &payment(1)));
    std::thread::sleep(Duration::from_millis(100));
    while receive(&receiver, &payment(1)) != (204, None) {
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(begun.elapsed() >= Duration::from_millis(1200));
}

#[test]
fn a_busy_key_is_told_at_once() {
    let store = MemoryStore::new(1);
    let mut again = |_: &mut dyn Any| store.once("a", &mut |_| Ok(()));
    assert!(store.once("a", &mut again).unwrap_err().is::<KeyBusy>());
}

#[test]
fn the_memory_forgets_the_oldest() {
    let (store, mut count) = (MemoryStore::new(2), 0);
    for key in ["a", "b", "a", "c", "a"] {
        let mut hand_over = |_: &mut dyn Any| {
            count += 1;
            Ok(())
        };
        store.once(key, &mut hand_over).unwrap();
    }
    assert_eq!(count, 4);
}

/// Run alone by the test below, which reads what it prints.
#[test]
#[ignore = "a part of another test"]
fn what_is_printed() {
    let with = takes().with_store(MemoryStore::default());
    assert_eq!(receive(&with, &payment(1)), (204, None));
    eprintln!("--");
    let without = takes();
    for id in 1..3 {
        assert_eq!(receive(&without, &payment(id)), (204, None));
    }
    let acme = LabelledSecret::new("new", SECRET).owned_by("Acme");
    let fails = Receiver::labelled([acme], |_, _| panic!("on {}", "purpose")).unwrap();
    let fails = fails.with_store(MemoryStore::default());
    assert_eq!(receive(&fails, &payment(1)), (500, Some("handler_failed")));
}

#[test]
fn it_prints_once_that_it_is_for_one_process_and_whose_payment_failed() {
    let mut own = std::process::Command::new(std::env::current_exe().unwrap());
    own.args(["--ignored", "--exact", "--nocapture", "hand_over::what_is_printed"]);
    let said = String::from_utf8(own.output().unwrap().stderr).unwrap();
    assert!(
        said.contains("handler_failed (owner \"Acme\"): panicked: on purpose\n"),
        "{said}"
    );
    let (with, without) = said.split_once("--\n").unwrap();
    let sentence = "Duplicates are kept in this process alone: give";
    let counts = [with, without].map(|text| text.matches(sentence).count());
    assert_eq!(counts, [0, 1], "{said}");
}
