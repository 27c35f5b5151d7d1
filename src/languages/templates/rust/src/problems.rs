//! What went wrong, and what is said of it as long as nobody else takes it.

use std::error::Error;
use std::iter::successors;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::codes;

const PAUSE: Duration = Duration::from_secs(60);

/// A delivery that was not acknowledged, or a duplicate that may be another customer's payment:
/// [`codes::OWNER_UNKNOWN`]. It holds no payload, no key and no secret.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Problem<'a> {
    /// The status of the answer.
    pub status: u16,
    /// One of [`codes`](crate::codes), or that of a [`SignatureError`](crate::SignatureError).
    pub code: &'static str,
    /// The event, if it has a handler of its own and its payload was read.
    pub event: Option<&'a str>,
    /// The label of the secret that verified the delivery.
    pub label: Option<&'a str>,
    /// The customer whose delivery it is, if a secret verified it.
    pub owner: Option<&'a str>,
    /// What failed, where there is more to say than the code.
    pub error: Option<&'a (dyn Error + 'static)>,
}

/// What is known of one delivery so far. Another thread reads it at the deadline.
#[derive(Default)]
pub(crate) struct Progress {
    /// Label and owner of the secret that verified it.
    pub signer: OnceLock<(Option<String>, Option<String>)>,
    pub event: OnceLock<String>,
}

impl Progress {
    pub fn problem<'a>(
        &'a self,
        status: u16,
        code: &'static str,
        error: Option<&'a (dyn Error + 'static)>,
    ) -> Problem<'a> {
        let signer = self.signer.get();
        Problem {
            status,
            code,
            event: self.event.get().map(String::as_str),
            label: signer.and_then(|(label, _)| label.as_deref()),
            owner: signer.and_then(|(_, owner)| owner.as_deref()),
            error,
        }
    }
}

/// Prints what the operator of a receiver can mend, and nothing else that a stranger can cause.
#[derive(Default)]
pub(crate) struct Problems {
    is_verified: AtomicBool,
    one_process: OnceLock<()>,
    /// How many were not told, since when.
    untold: Mutex<(usize, Option<Instant>)>,
}

impl Problems {
    /// Notes that a secret matched.
    pub fn verified(&self) {
        self.is_verified.store(true, Ordering::Relaxed);
    }

    /// Says once that duplicates are not known to other processes.
    pub fn one_process(&self) {
        self.one_process.get_or_init(|| {
            eprintln!(
                "webhook receiver: Duplicates are kept in this process alone: give the receiver a \
                 store that lasts if there are several."
            );
        });
    }

    pub fn tell(&self, problem: &Problem<'_>) {
        let code = problem.code;
        match code {
            codes::HANDLER_FAILED
            | codes::HANDLER_DEADLINE
            | codes::STORE_FAILED
            | codes::SECRETS_UNAVAILABLE
            | codes::PAYLOAD_INVALID => {
                eprintln!("webhook receiver: {code}{}{}", whose(problem), causes(problem.error));
            }
            codes::OWNER_UNKNOWN => eprintln!(
                "webhook receiver: {code}{}: a duplicate of a payment that was handled before keys \
                 had an owner. If two customers have payments with the same id, look whether this \
                 one is booked.",
                whose(problem)
            ),
            codes::BODY_NOT_RECEIVED => self.tell_stranger(
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
        let (untold, told_at) = &mut *self.untold.lock().unwrap_or_else(PoisonError::into_inner);
        *untold += 1;
        let is_verified = self.is_verified.load(Ordering::Relaxed);
        if told_at.is_some_and(|told| !is_verified || told.elapsed() < PAUSE) {
            return;
        }
        let count = std::mem::take(untold);
        let never = (!is_verified).then_some("No secret has ever matched: ");
        let never = never.unwrap_or_default();
        eprintln!("webhook receiver: {code}, {count} delivery(s) refused. {never}{advice}.");
        *told_at = Some(Instant::now());
    }
}

fn whose(problem: &Problem<'_>) -> String {
    let owner = problem.owner.map(|owner| format!(" (owner {owner:?})"));
    owner.unwrap_or_default()
}

fn causes(error: Option<&(dyn Error + 'static)>) -> String {
    successors(error, |&one| one.source())
        .map(|one| format!(": {one}"))
        .collect()
}
