//! Payments of several customers, which may have the same ids.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use collections_contract::constants::CASE_FILE_PAYMENT_CONFIRMED as EVENT;
use collections_contract::{
    DuplicateStore, HandOver, HandlerError, LabelledSecret, Receiver, sign,
};

fn secrets() -> Vec<LabelledSecret> {
    vec![
        LabelledSecret::new("a", "secret-a"),
        LabelledSecret::new("b", "secret-b").owned_by("b"),
        LabelledSecret::new("b", "secret-b2"),
        LabelledSecret::new("b2", "secret-b3").owned_by("b"),
        LabelledSecret::new("c/ d", "secret-c"),
    ]
}

#[derive(Default)]
struct Table(Mutex<BTreeSet<String>>);

impl DuplicateStore for Table {
    fn once(&self, key: &str, hand_over: &mut HandOver<'_>) -> Result<(), HandlerError> {
        if !self.0.lock().unwrap().contains(key) {
            hand_over(&mut ())?;
            self.0.lock().unwrap().insert(key.to_owned());
        }
        Ok(())
    }
}

type Handled = Arc<Mutex<Vec<String>>>;

fn receiver(secrets: Vec<LabelledSecret>) -> (Receiver, Handled) {
    let handled = Handled::default();
    let own = handled.clone();
    let receiver = Receiver::labelled(secrets, move |_, delivery| {
        let (label, owner) = (delivery.label.unwrap(), delivery.owner.unwrap());
        own.lock()
            .unwrap()
            .push(format!("{label} {owner} {}", delivery.key));
        Ok(())
    });
    (receiver.unwrap(), handled)
}

fn receive(receiver: &Receiver, secret: &str, body: &str) -> u16 {
    let header = sign(body.as_bytes(), secret).unwrap();
    receiver.receive(body.as_bytes(), Some(&header)).status
}

fn payment(id: i64) -> String {
    format!(r#"{{"@event":"{EVENT}","id":{id}}}"#)
}

#[test]
fn payments_of_two_owners_are_two() {
    for has_table in [false, true] {
        let (mut receiver, handled) = receiver(secrets());
        if has_table {
            receiver = receiver.with_store(Table::default());
        }
        for secret in ["secret-a", "secret-b", "secret-b2", "secret-b3", "secret-c"] {
            assert_eq!(receive(&receiver, secret, &payment(1)), 204);
        }
        let expected = [
            format!("a a a/1 {EVENT}"),
            format!("b b b/1 {EVENT}"),
            format!("c/ d c/ d c%2F%20d/1 {EVENT}"),
        ];
        assert_eq!(*handled.lock().unwrap(), expected);
    }
}

#[test]
fn the_owner_is_in_every_key() {
    let (receiver, handled) = receiver(secrets());
    let own = handled.clone();
    let receiver = receiver
        .with_key(|_| "same".to_owned())
        .on_unknown(move |delivery| {
            own.lock().unwrap().push(delivery.key[..2].to_owned());
            Ok(())
        });
    for secret in ["secret-a", "secret-b"] {
        receive(&receiver, secret, &payment(1));
        receive(&receiver, secret, r#"{"@event":"case_file.closed"}"#);
    }
    let expected = ["a a a/same", "a/", "b b b/same", "b/"];
    assert_eq!(*handled.lock().unwrap(), expected);
}

#[test]
fn nothing_is_handled_again_that_was_handled_before_there_were_owners() {
    let (receiver, handled) = receiver(secrets());
    let table = Arc::new(Table::default());
    table.0.lock().unwrap().insert(format!("1 {EVENT}"));
    let receiver = receiver.with_store(table.clone());
    for id in [1, 2] {
        assert_eq!(receive(&receiver, "secret-a", &payment(id)), 204);
    }
    assert_eq!(*handled.lock().unwrap(), [format!("a a a/2 {EVENT}")]);
    let expected = BTreeSet::from([format!("1 {EVENT}"), format!("a/2 {EVENT}")]);
    assert_eq!(*table.0.lock().unwrap(), expected);
}

#[test]
fn keys_without_owners_are_as_they_were() {
    let table = Arc::new(Table::default());
    let receiver = Receiver::new(["secret-a"], |_, delivery| {
        assert_eq!((delivery.label, delivery.owner), (None, None));
        Ok(())
    });
    let receiver = receiver.unwrap().with_store(table.clone());
    assert_eq!(receive(&receiver, "secret-a", &payment(1)), 204);
    assert_eq!(
        *table.0.lock().unwrap(),
        BTreeSet::from([format!("1 {EVENT}")])
    );
}

#[test]
fn owners_are_encoded_as_in_every_language() {
    for (owner, same, key) in [
        (
            "é😀-_.!~*'()%",
            "x".to_owned(),
            "%C3%A9%F0%9F%98%80-_.!~*'()%25/x".to_owned(),
        ),
        ("AZaz09/ ", "x".to_owned(), "AZaz09%2F%20/x".to_owned()),
        ("a", "x".repeat(98), format!("a/{}", "x".repeat(98))),
        (
            "a",
            "x".repeat(99),
            "/7b20e9b2da911e3d22184b10b65e333520321f3dc2fbabcd814279a03d655a9b".to_owned(),
        ),
    ] {
        let (receiver, handled) = receiver(vec![LabelledSecret::new("l", "s").owned_by(owner)]);
        let receiver = receiver.with_key(move |_| same.clone());
        receive(&receiver, "s", &payment(1));
        assert_eq!(*handled.lock().unwrap(), [format!("l {owner} {key}")]);
    }
}

#[test]
fn what_cannot_be_right_is_refused() {
    let two = || {
        let one = LabelledSecret::new("a", "1").owned_by("x");
        vec![one, LabelledSecret::new("a", "2").owned_by("y")]
    };
    for secrets in [
        vec![],
        two(),
        vec![LabelledSecret::new("a", "")],
        vec![LabelledSecret::new("", "1")],
        vec![LabelledSecret::new("a", "1").owned_by("")],
    ] {
        assert!(Receiver::labelled(secrets, |_, _| Ok(())).is_err());
    }
    let later = Receiver::new(["s"], |_, _| Ok(())).unwrap();
    let later = later.with_labelled_from(move || Ok(two()));
    assert_eq!(receive(&later, "1", &payment(1)), 500);
    assert!(!format!("{:?}", secrets()).contains("secret-a"));
}
