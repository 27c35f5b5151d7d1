//! What a receiver makes of the bodies in vectors/json.json.

use std::sync::{Arc, Mutex};

use collections_contract::models::CaseFileReference;
use collections_contract::{HandOver, Model, Receiver};

use super::bytes;
use super::hand_over::Once;

#[test]
fn all_verdicts() {
    let secret = String::from_utf8(bytes(&super::file("json.json")["secret"])).unwrap();
    let handled = Arc::<Mutex<Vec<String>>>::default();
    let own = handled.clone();
    let receiver = Receiver::new([secret], move |payment, _| {
        own.lock().unwrap().push(payment.id.to_string());
        // What is kept has to be JSON again.
        serde_json::from_str::<&serde_json::value::RawValue>(&payment.to_json())?;
        Ok(())
    })
    .unwrap()
    .with_store(Once(|hand_over: &mut HandOver<'_>| hand_over(&mut ())))
    .on_problem(|_| ());
    for one in super::cases("json.json", 70, &[]) {
        handled.lock().unwrap().clear();
        let answer = receiver.receive(&bytes(&one["body"]), one["header"].as_str());
        let ids = handled.lock().unwrap().clone();
        let id = &one["id"];
        if one["verdict"] == "refused" || one["verdict"] == "exact" && answer.status != 204 {
            assert_ne!(answer.status, 204, "{id}");
            assert_eq!((answer.code, ids), (one["code"].as_str(), vec![]), "{id}");
        } else {
            let expected = one["payment"].as_str().unwrap().to_owned();
            assert_eq!((answer.status, ids), (204, vec![expected]), "{id}");
        }
    }
}

#[test]
fn half_of_a_surrogate_pair_becomes_a_replacement() {
    let text = r#"{"id":1,"a":"\ud834\udd1e","b":"\ud800\\ud800\ud800x\udc00"}"#;
    let read = CaseFileReference::from_json(text).unwrap();
    assert_eq!(read.extra.get("a"), Some(r#""\ud834\udd1e""#));
    let expected = r#""\ufffd\\ud800\ufffdx\ufffd""#;
    assert_eq!(read.extra.get("b"), Some(expected));
}
