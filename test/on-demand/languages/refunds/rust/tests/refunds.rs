//! A refund reaches its handler once, and what would never run is refused.

use std::sync::{Arc, Mutex};

use acme_example_collections::models::RefundSnapshot;
use acme_example_collections::{Receiver, sign};

const EVENT: &str = "case_file.payment.refunded";
const BODY: [&str; 2] = [
    r#"{"@event":"case_file.payment.refunded","id":7,"rate":1.50,"#,
    r#""lines":[{"label":"a","amount":1}],"labels":{"b c":"d"}}"#,
];
const BAD: &str = r#"{"@event":"case_file.payment.refunded","id":7,"lines":{}}"#;

fn receive(receiver: &Receiver, body: &str) -> (u16, Option<&'static str>) {
    let signature = sign(body.as_bytes(), "s").unwrap();
    let answer = receiver.receive(body.as_bytes(), Some(&signature));
    (answer.status, answer.code)
}

#[test]
fn a_refund_reaches_its_handler_once() {
    let seen = Arc::<Mutex<Vec<_>>>::default();
    let own = seen.clone();
    let receiver = Receiver::new(["s"], |_, _| Ok(()))
        .unwrap()
        .on(EVENT, move |refund: &RefundSnapshot, delivery| {
            let label = refund.lines.as_ref().map(|lines| lines[0].label.clone());
            let labels = refund.labels.as_ref().map(|labels| labels["b c"].clone());
            own.lock().unwrap().push((refund.id, label, labels, delivery.event.to_owned()));
            Ok(())
        })
        .unwrap();
    let body = BODY.concat();
    for _ in 0..2 {
        assert_eq!(receive(&receiver, &body), (204, None));
    }
    let (label, labels) = (Some("a".to_owned()), Some("d".to_owned()));
    assert_eq!(*seen.lock().unwrap(), [(7, label, labels, EVENT.to_owned())]);
    assert_eq!(receive(&receiver, BAD), (422, Some("payload_invalid")));
}

#[test]
fn what_would_never_run_is_refused() {
    for event in ["case_file.payment.confirmed", "no.such.event"] {
        let receiver = Receiver::new(["s"], |_, _| Ok(())).unwrap();
        assert!(receiver.on(event, |_: &RefundSnapshot, _| Ok(())).is_err(), "{event}");
    }
}
