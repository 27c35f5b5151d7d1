//! The cases of vectors/receiver.json: answers, what handlers get, and what a store holds.

use std::sync::{Arc, Mutex, OnceLock};

use collections_contract::{
    Delivery, DuplicateStore, HandOver, HandlerError, KeyBusy, LabelledSecret, Model, Receiver, Secret,
};
use serde_json::{Value, json};

use super::{bytes, list, text};

/// One case: its receiver, its store, and the lines that both write.
#[derive(Default)]
struct Run {
    case: Value,
    now: Mutex<Value>,
    known: Mutex<Value>,
    lines: Mutex<Vec<String>>,
    receiver: OnceLock<Receiver>,
}

#[test]
fn all_cases() {
    // A deadline is that of axum; a list of labelled secrets has no plain ones.
    for case in super::cases("receiver.json", 100, &["deadline", "owned list", "owned beside plain"]) {
        let run = Arc::new(Run {
            now: Mutex::new(case.clone()),
            known: Mutex::new(case["before"].clone()),
            case,
            ..Run::default()
        });
        let id = &run.case["id"];
        let made = run.make();
        let verdicts = [made.is_err(), run.case["requests"] == json!([])];
        assert_eq!(verdicts, [run.case["refusedWhenMade"] == true; 2], "{id}");
        if let Ok(receiver) = made {
            let _ = run.receiver.set(receiver);
        }
        for now in list(&run.case["requests"]) {
            *run.now.lock().unwrap() = now.clone();
            run.answer();
            let lines = std::mem::take(&mut *run.lines.lock().unwrap());
            assert_eq!(json!(lines), now["expected"], "{id}");
        }
    }
}

impl Run {
    fn make(self: &Arc<Self>) -> Result<Receiver, HandlerError> {
        let (case, own, secrets) = (&self.case, self.clone(), self.clone());
        let on_payment = move |payment: &collections_contract::models::PaymentSnapshot, delivery: &mut Delivery<'_>| {
            own.handle(&payment.id.to_string(), delivery)
        };
        let mut receiver = match (case["asked"] == true, case["labelled"] != json!([])) {
            (false, true) => Receiver::labelled(self.labelled(), on_payment)?,
            (false, false) => Receiver::new(self.plain()?.iter().map(Secret::reveal), on_payment)?,
            (true, true) => Receiver::asking_labelled(move || Ok(secrets.labelled()), on_payment),
            (true, false) => Receiver::asking(move || secrets.plain(), on_payment),
        };
        if let Some(name) = case["key"].as_str().map(str::to_owned) {
            receiver = receiver.with_key(move |payment| {
                let members: Value = serde_json::from_str(&payment.to_json()).unwrap();
                assert!(name != "strict" || members[&name] == 7, "no key");
                match name.as_str() {
                    "empty" => String::new(),
                    name => format!("{name} {}", members[name]),
                }
            });
        }
        if case["onUnknown"] == true {
            let own = self.clone();
            receiver = receiver.on_unknown(move |delivery| own.handle("", delivery));
        }
        let (problems, accepted) = (self.clone(), self.clone());
        let max_body_bytes = usize::try_from(case["maxBodyBytes"].as_u64().unwrap())?;
        let receiver = receiver.with_store(self.clone()).with_max_body_bytes(max_body_bytes);
        Ok(receiver
            .on_problem(move |one| {
                let [event, label, owner] = [one.event, one.label, one.owner].map(Option::unwrap_or_default);
                let whose = format!("event={event} label={label} owner={owner}");
                let told = problems.write(format!("problem status={} code={} {whose}", one.status, one.code));
                told.unwrap();
            })
            .on_accepted(move |outcome, _| accepted.write(format!("accepted {outcome:?}").to_lowercase()).unwrap()))
    }

    fn now(&self, member: &str) -> Value {
        self.now.lock().unwrap()[member].clone()
    }

    fn plain(&self) -> Result<Vec<Secret>, HandlerError> {
        let secrets = self.now("secrets");
        let secrets = secrets.as_array().expect("the secrets are away");
        Ok(secrets.iter().map(text).map(Secret::new).collect())
    }

    fn labelled(&self) -> Vec<LabelledSecret> {
        let secrets = self.now("labelled");
        let secrets = list(&secrets).map(|one| LabelledSecret {
            label: text(&one["label"]),
            secret: Secret::new(text(&one["secret"])),
            owner: one["owner"].as_str().map(str::to_owned),
        });
        secrets.collect()
    }

    fn write(&self, line: String) -> Result<(), HandlerError> {
        let is_failing = list(&self.now("fails")).any(|word| line.starts_with(&text(word)));
        self.lines.lock().unwrap().push(line);
        if is_failing { Err("away".into()) } else { Ok(()) }
    }

    fn handle(&self, id: &str, one: &Delivery<'_>) -> Result<(), HandlerError> {
        let [label, owner] = [one.label, one.owner].map(Option::unwrap_or_default);
        let (event, key, place) = (one.event, one.key, one.secret_index);
        let found = format!("event={event} id={id} key={key} secret={place} label={label} owner={owner}");
        self.write(format!("handler {found}"))?;
        if self.now("handler") == "repeats" {
            self.answer();
        }
        Ok(())
    }

    fn answer(&self) {
        let (head, receiver) = (self.now("head"), self.receiver.get().unwrap());
        let length = head["Content-Length"].as_str().map(|text| text.parse().unwrap());
        let refused = receiver.refuse_head(&text(&self.now("method")), head["Content-Type"].as_str(), length);
        let body = bytes(&self.now("body"));
        let answer = refused.unwrap_or_else(|| receiver.receive(&body, head["signature"].as_str()));
        let (status, body) = answer.into_parts();
        let line = format!("answer {status} {body}");
        self.write(line.trim_end().to_owned()).unwrap();
    }
}

impl DuplicateStore for Run {
    fn once(&self, key: &str, hand_over: &mut HandOver<'_>) -> Result<(), HandlerError> {
        let (how, state) = (self.now("store"), self.known.lock().unwrap()[key].clone());
        assert!(how != "away", "the store is away");
        match state.as_str() {
            Some("busy") => return Err(KeyBusy.into()),
            Some(_) => return Ok(()),
            None => (),
        }
        match hand_over(&mut ()) {
            Err(_) if how == "hides failures" => return Ok(()),
            handled => handled?,
        }
        self.write(format!("commit {key}"))?;
        self.known.lock().unwrap()[key] = "done".into();
        Ok(())
    }
}
