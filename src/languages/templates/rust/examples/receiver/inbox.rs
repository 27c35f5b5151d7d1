use std::collections::HashSet;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use collections_contract::models::PaymentSnapshot;
use collections_contract::{DuplicateStore, HandOver, HandlerError};
use serde_json::{Value, json};

/// Payments and the keys of those that were handed over, in one file.
pub struct Inbox {
    path: PathBuf,
    done: Mutex<HashSet<String>>,
}

impl Inbox {
    pub fn open(path: PathBuf) -> io::Result<Self> {
        let content = match fs::read(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            other => other?,
        };
        // A crash cut this line off, so its payment was never acknowledged and is retried. The line
        // must not stay: the next one would be written behind it.
        let end = content.iter().rposition(|byte| *byte == b'\n');
        let whole = end.map_or(0, |index| index + 1);
        if whole < content.len() {
            OpenOptions::new().write(true).open(&path)?.set_len(whole as u64)?;
        }
        let lines = content[..whole].split(|byte| *byte == b'\n');
        let keys = lines
            .filter(|line| !line.is_empty())
            .map(|line| serde_json::from_slice(line).map(|entry| key_of(&entry)));
        let done = keys.collect::<Result<_, _>>()?;
        Ok(Self {
            path,
            done: Mutex::new(done),
        })
    }

    /// Called while `once` holds the lock.
    pub fn add(&self, payment: &PaymentSnapshot) -> Result<(), HandlerError> {
        let line = format!("{}\n", json!({"id": payment.id, "event": payment.event}));
        let mut file = OpenOptions::new().append(true).create(true).open(&self.path)?;
        let before = file.metadata()?.len();
        if let Err(error) = file.write_all(line.as_bytes()).and_then(|()| file.sync_all()) {
            // Removes half a line; the service retries.
            file.set_len(before)?;
            return Err(error.into());
        }
        Ok(())
    }
}

fn key_of(entry: &Value) -> String {
    format!("{} {}", entry["id"], entry["event"].as_str().unwrap_or_default())
}

impl DuplicateStore for Inbox {
    fn once(&self, key: &str, hand_over: &mut HandOver<'_>) -> Result<(), HandlerError> {
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        if !done.contains(key) {
            hand_over(&mut ())?;
            done.insert(key.to_owned());
        }
        Ok(())
    }
}
