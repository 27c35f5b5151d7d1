//! What the models make of vectors/payloads.json, and what they keep.

use crate::models::read_and_write;
use collections_contract::models::{ClientWebhook, PaymentSnapshot, TokenResponse};
use collections_contract::{Model, Receiver};
use serde_json::Value;

/// Numbers by their value: 815.0 is 815.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one == other || one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            let is_same = |(name, value)| other.get(name).is_some_and(|second| same(value, second));
            one.len() == other.len() && one.iter().all(is_same)
        }
        _ => one == other,
    }
}

#[test]
fn all_verdicts() {
    for case in super::cases("payloads.json", 100, &[]) {
        let (text, verdict) = (case["text"].as_str().unwrap(), case["verdict"].as_str().unwrap());
        let written = read_and_write(case["schema"].as_str().unwrap(), text.trim());
        let id = &case["id"];
        match written {
            Err(_) => assert_ne!(verdict, "taken", "{id}"),
            Ok(_) if verdict == "refused" => panic!("{id} was taken"),
            Ok(written) if case["survives"] == true => {
                let value = |text| serde_json::from_str(text).unwrap();
                assert!(same(&value(&written), &value(text)), "{id} became {written}");
            }
            Ok(_) => {}
        }
    }
}

#[test]
fn unknown_members_survive_at_every_depth() {
    let text = concat!(
        r#"{"@event":"x.y","ID":5,"a-big":123456789012345678901234567890.5,"#,
        r#""caseFile":{"id":1,"x-new":[{"a":null}]},"id":9223372036854775807}"#
    );
    let payment = PaymentSnapshot::from_json(text).unwrap();
    assert_eq!(
        (payment.event.as_str(), payment.id, payment.amount),
        ("x.y", i64::MAX, None)
    );
    assert_eq!(payment.extra.get("ID"), Some("5"));
    assert_eq!(payment.to_json(), text);
}

#[test]
fn an_error_says_where_and_no_value() {
    let text = r#"{"@event":"x","id":1,"caseFile":{"id":"hidden"}}"#;
    let said = PaymentSnapshot::from_json(text).unwrap_err().to_string();
    assert_eq!(
        said,
        "payload_invalid: /caseFile/id must be an integer of at most 64 bits"
    );
}

#[test]
fn secrets_are_not_printed() {
    let webhook = ClientWebhook::from_json(r#"{"secret":"hidden1","x-other":"hidden2"}"#).unwrap();
    let text = r#"{"token_type":"B","expires_in":1,"access_token":"hidden3","refresh_token":"hidden4"}"#;
    let tokens = TokenResponse::from_json(text).unwrap();
    let receiver = Receiver::new(["hidden5"], |_, _| Ok(())).unwrap();
    let said = format!("{webhook:?} {tokens:#?} {receiver:?}");
    assert!(!(1..6).any(|n| said.contains(&format!("hidden{n}"))), "{said}");
}
