//! What is said of problems as long as nobody else takes them.

use std::error::Error;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

const PAUSE: Duration = Duration::from_secs(60);

/// Prints what the operator of a receiver can mend, and nothing else that a stranger can cause.
#[derive(Default)]
pub(crate) struct Problems(Mutex<State>);

#[derive(Default)]
struct State {
    is_verified: bool,
    is_one_process: bool,
    untold: usize,
    told_at: Option<Instant>,
}

impl Problems {
    /// Notes that a secret matched.
    pub fn verified(&self) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.is_verified = true;
    }

    /// Says once that duplicates are not known to other processes.
    pub fn one_process(&self) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !std::mem::replace(&mut state.is_one_process, true) {
            eprintln!(
                "webhook receiver: Duplicates are kept in this process alone: give the receiver a \
                 store that lasts if there are several."
            );
        }
    }

    pub fn tell(&self, code: &'static str, error: Option<&(dyn Error + 'static)>) {
        match code {
            "handler_failed" | "handler_deadline" | "store_failed" | "secrets_unavailable" | "payload_invalid" => {
                eprintln!("webhook receiver: {code}{}", causes(error))
            }
            "body_not_received" => self.tell_stranger(
                code,
                "no byte of the body arrived: let nothing read it before the receiver",
            ),
            _ if code.starts_with("signature_") => self.tell_stranger(
                code,
                "check that the secret is that of this webhook, and that the receiver gets the \
                 bytes as they arrived: nothing may parse or change them before",
            ),
            _ => {}
        }
    }

    /// Anyone can forge: told once until a secret has matched, then once a minute.
    fn tell_stranger(&self, code: &str, advice: &str) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.untold += 1;
        let is_early = |told: Instant| !state.is_verified || told.elapsed() < PAUSE;
        if state.told_at.is_some_and(is_early) {
            return;
        }
        let (count, never) = (
            state.untold,
            if state.is_verified {
                ""
            } else {
                "No secret has ever matched: "
            },
        );
        eprintln!("webhook receiver: {code}, {count} delivery(s) refused. {never}{advice}.");
        state.untold = 0;
        state.told_at = Some(Instant::now());
    }
}

fn causes(error: Option<&(dyn Error + 'static)>) -> String {
    let mut text = String::new();
    let mut next = error;
    while let Some(one) = next {
        text.push_str(&format!(": {one}"));
        next = one.source();
    }
    text
}
