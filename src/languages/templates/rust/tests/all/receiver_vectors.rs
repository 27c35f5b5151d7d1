//! The cases of vectors/receiver.json: answers, what handlers get, and what a store holds.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, OnceLock};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use collections_contract::{
    Delivery, DuplicateStore, HandOver, HandlerError, KeyBusy, LabelledSecret, Model, Receiver, Secret,
};
use serde_json::Value;

/// A deadline is that of axum; a list of labelled secrets has no plain ones.
const LACKS: [&str; 3] = ["deadline", "owned list", "owned beside plain"];

/// One case: its receiver, its store, and the lines that both write.
#[derive(Default)]
struct Run {
    case: Value,
    now: Mutex<Value>,
    done: Mutex<BTreeSet<String>>,
    lines: Mutex<Vec<String>>,
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
            run.answer();
            let lines = std::mem::take(&mut *run.lines.lock().unwrap());
            assert_eq!(lines, texts(&now["expected"]), "{id}");
        }
    }
}

fn texts(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().filter_map(Value::as_str).collect()
}

fn or_empty(text: Option<&str>) -> &str {
    text.unwrap_or_default()
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
            own.handle(&payment.id.to_string(), delivery)
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
            receiver = receiver.with_key(move |payment| {
                let members: Value = serde_json::from_str(&payment.to_json()).unwrap();
                assert!(key != "throws" && (key != "strict" || members["strict"] == 7), "no key");
                match key.as_str() {
                    "empty" => String::new(),
                    name => format!("{name} {}", members[name]),
                }
            });
        }
        if options["onUnknown"] == true {
            let own = self.clone();
            receiver = receiver.on_unknown(move |delivery| own.handle("", delivery));
        }
        let (problems, accepted) = (self.clone(), self.clone());
        Ok(receiver
            .with_store(self.clone())
            .on_problem(move |one| {
                let (event, label, owner) = (or_empty(one.event), or_empty(one.label), or_empty(one.owner));
                let (status, code) = (one.status, one.code);
                problems.tell(format!(
                    "problem status={status} code={code} event={event} label={label} owner={owner}"
                ));
            })
            .on_accepted(move |outcome, _| accepted.tell(format!("accepted {outcome:?}").to_lowercase())))
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

    fn write(&self, line: String) {
        self.lines.lock().unwrap().push(line);
    }

    fn tell(&self, line: String) {
        self.write(line);
        assert!(self.case["options"]["listeners"].is_null(), "the metrics are away");
    }

    fn handle(&self, id: &str, one: &Delivery<'_>) -> Result<(), HandlerError> {
        let (label, owner) = (or_empty(one.label), or_empty(one.owner));
        let (event, key, place) = (one.event, one.key, one.secret_index);
        self.write(format!(
            "handler event={event} id={id} key={key} secret={place} label={label} owner={owner}"
        ));
        match self.now("handler").as_str() {
            Some("throws") => return Err("disk full".into()),
            Some("repeats") => self.answer(),
            _ => (),
        }
        Ok(())
    }

    fn answer(&self) {
        let now = self.now.lock().unwrap().clone();
        let head = |name: &str| now["head"][name].as_str();
        let receiver = self.receiver.get().unwrap();
        let length = head("Content-Length").map(|text| text.parse().unwrap());
        let refused = receiver.refuse_head(now["method"].as_str().unwrap(), head("Content-Type"), length);
        let body = BASE64_STANDARD.decode(now["body"].as_str().unwrap()).unwrap();
        let answer = refused.unwrap_or_else(|| receiver.receive(&body, head("signature")));
        self.write(
            format!("answer {} {}", answer.status, answer.body())
                .trim_end()
                .to_owned(),
        );
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
        self.write(format!("stored {key}"));
        self.done.lock().unwrap().insert(key.to_owned());
        Ok(())
    }
}
