//! The cases of vectors/receiver.json: answers, what handlers get, and what a store holds.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, OnceLock};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use collections_contract::{
    Answer, Delivery, DuplicateStore, HandOver, HandlerError, KeyBusy, LabelledSecret, Receiver, Secret,
};
use serde_json::{Value, json};

/// A deadline is that of axum; a list of labelled secrets has no plain ones.
const LACKS: [&str; 3] = ["deadline", "owned list", "owned beside plain"];

/// One case: its receiver, its store, and what they saw.
#[derive(Default)]
struct Run {
    case: Value,
    now: Mutex<Value>,
    done: Mutex<BTreeSet<String>>,
    handled: Mutex<Vec<Value>>,
    told: Mutex<Vec<Value>>,
    receiver: OnceLock<Receiver>,
}

#[test]
fn all_cases() {
    for case in super::cases("receiver.json", 100) {
        if texts(&case["needs"]).iter().any(|need| LACKS.contains(need)) {
            continue;
        }
        let id = case["id"].clone();
        let done = texts(&case["before"]["done"]).into_iter().map(str::to_owned).collect();
        let run = Arc::new(Run {
            case,
            done: Mutex::new(done),
            ..Run::default()
        });
        let made = run.make();
        assert_eq!(made.is_err(), run.case["refusedWhenMade"] == true, "{id}");
        if let Ok(receiver) = made {
            let _ = run.receiver.set(receiver);
        }
        for now in run.case["requests"].as_array().unwrap() {
            *run.now.lock().unwrap() = now.clone();
            let (answer, code) = (run.answer(), now["code"].as_str());
            let body = code.map_or_else(String::new, |code| json!({ "code": code }).to_string());
            let of = |list: &Mutex<Vec<Value>>| json!(std::mem::take(&mut *list.lock().unwrap()));
            let got = json!([
                answer.status,
                answer.code,
                answer.body(),
                of(&run.told),
                of(&run.handled)
            ]);
            let told: Vec<_> = ["problem", "as"].iter().filter_map(|name| now.get(name)).collect();
            let handled: Vec<_> = now.get("handled").into_iter().collect();
            assert_eq!(got, json!([now["status"], code, body, told, handled]), "{id}");
        }
        let stored = run.done.lock().unwrap();
        assert_eq!(
            stored.iter().map(String::as_str).collect::<Vec<_>>(),
            texts(&run.case["stored"]),
            "{id}"
        );
    }
}

fn texts(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().filter_map(Value::as_str).collect()
}

/// An object with those members that are there.
fn with(mut object: Value, members: [(&str, Option<&str>); 3]) -> Value {
    for (name, value) in members {
        if let Some(value) = value {
            object[name] = value.into();
        }
    }
    object
}

fn plain(secrets: &Value) -> Vec<Secret> {
    let secrets = secrets.as_array().unwrap().iter();
    secrets
        .map(|one| Secret::new(one["secret"].as_str().unwrap()))
        .collect()
}

/// `None` if they have no labels.
fn labelled(secrets: &Value) -> Option<Vec<LabelledSecret>> {
    let secrets = secrets.as_array()?.iter().map(|one| {
        let made = LabelledSecret::new(one["label"].as_str()?, one["secret"].as_str()?);
        Some(match one["owner"].as_str() {
            Some(owner) => made.owned_by(owner),
            None => made,
        })
    });
    secrets.collect::<Option<Vec<_>>>().filter(|all| !all.is_empty())
}

impl Run {
    fn make(self: &Arc<Self>) -> Result<Receiver, HandlerError> {
        let (case, own) = (&self.case, self.clone());
        let on_payment = move |payment: &_, delivery: &mut Delivery<'_>| {
            let payment: &collections_contract::models::PaymentSnapshot = payment;
            own.handle(Some(payment.id), delivery)
        };
        let owned = labelled(&case["secrets"]);
        let mut receiver = match (case["asked"] == true, owned) {
            (false, Some(secrets)) => Receiver::labelled(secrets, on_payment)?,
            (false, None) => {
                let secrets = plain(&case["secrets"]);
                Receiver::new(secrets.iter().map(Secret::reveal), on_payment)?
            }
            (true, Some(secrets)) => Receiver::asking_labelled(move || Ok(secrets.clone()), on_payment),
            (true, None) => {
                let own = self.clone();
                Receiver::asking(move || own.secrets(), on_payment)
            }
        };
        let options = &case["options"];
        if let Some(bytes) = options["maxBodyBytes"].as_u64() {
            receiver = receiver.with_max_body_bytes(usize::try_from(bytes)?);
        }
        if let Some(key) = options["key"].as_str().map(str::to_owned) {
            receiver = receiver.with_key(move |_| match key.as_str() {
                "throws" => panic!("no key"),
                other => other.replace("empty", ""),
            });
        }
        if options["onUnknown"] == true {
            let own = self.clone();
            receiver = receiver.on_unknown(move |delivery| own.handle(None, delivery));
        }
        let (problems, accepted) = (self.clone(), self.clone());
        Ok(receiver
            .with_store(self.clone())
            .on_problem(move |one| {
                problems.tell(with(
                    json!({ "status": one.status, "code": one.code }),
                    [("event", one.event), ("label", one.label), ("owner", one.owner)],
                ))
            })
            .on_accepted(move |as_what, _| accepted.tell(json!(format!("{as_what:?}").to_lowercase()))))
    }

    fn now(&self, member: &str) -> Value {
        self.now.lock().unwrap()[member].clone()
    }

    fn secrets(&self) -> Result<Vec<Secret>, HandlerError> {
        if self.now("secretsFail") == true {
            return Err("the secrets are away".into());
        }
        let current = self.now("secrets");
        Ok(plain(if current.is_array() {
            &current
        } else {
            &self.case["secrets"]
        }))
    }

    fn tell(&self, what: Value) {
        self.told.lock().unwrap().push(what);
        assert!(self.case["options"]["listeners"].is_null(), "the metrics are away");
    }

    fn handle(&self, id: Option<i64>, one: &Delivery<'_>) -> Result<(), HandlerError> {
        let id = id.map(|id| id.to_string());
        self.handled.lock().unwrap().push(with(
            json!({ "event": one.event, "key": one.key, "secretIndex": one.secret_index }),
            [("id", id.as_deref()), ("label", one.label), ("owner", one.owner)],
        ));
        match self.now("handler").as_str() {
            Some("throws") => return Err("disk full".into()),
            Some("repeats") => {
                assert_eq!(self.answer().code, Some("event_busy"));
                self.told.lock().unwrap().clear();
            }
            _ => (),
        }
        Ok(())
    }

    fn answer(&self) -> Answer {
        let now = self.now.lock().unwrap().clone();
        let header = |name: &str| {
            let of_name = now["headers"].as_array().unwrap().iter().filter(|pair| pair[0] == name);
            let values: Vec<_> = of_name.map(|pair| pair[1].as_str().unwrap()).collect();
            (!values.is_empty()).then(|| values.join(","))
        };
        let receiver = self.receiver.get().unwrap();
        let length = header("Content-Length").map(|text| text.parse().unwrap());
        let refused = receiver.refuse_head(
            now["method"].as_str().unwrap(),
            header("Content-Type").as_deref(),
            length,
        );
        let body = BASE64_STANDARD.decode(now["body"].as_str().unwrap()).unwrap();
        refused.unwrap_or_else(|| receiver.receive(&body, header("signature").as_deref()))
    }
}

impl DuplicateStore for Run {
    fn once(&self, key: &str, hand_over: &mut HandOver<'_>) -> Result<(), HandlerError> {
        let how = self.now("store");
        if how == "away" {
            return Err("the store is away".into());
        }
        if texts(&self.case["before"]["busy"]).contains(&key) {
            return Err(KeyBusy.into());
        }
        if self.done.lock().unwrap().contains(key) {
            return Ok(());
        }
        match hand_over(&mut ()) {
            Err(_) if how == "hides failures" => return Ok(()),
            handled => handled?,
        }
        if how == "rolls back" {
            return Err("the commit failed".into());
        }
        self.done.lock().unwrap().insert(key.to_owned());
        Ok(())
    }
}
