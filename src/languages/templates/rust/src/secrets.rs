//! The secrets of a receiver: plain ones, or those of several owners.

use std::collections::HashMap;

use crate::json::Secret;
use crate::signature::SignatureError;
use crate::store::HandlerError;

/// A secret that says whose payments it signs, where several customers post to one receiver.
#[derive(Clone, Debug)]
pub struct LabelledSecret {
    /// Names the secret, for logs and metrics.
    pub label: String,
    /// The key of signatures.
    pub secret: Secret,
    /// The customer whose payments it signs: payments of two owners are never the same. Several
    /// secrets may have one owner. `None` stands for the label.
    pub owner: Option<String>,
}

impl LabelledSecret {
    /// Takes the label as the owner.
    pub fn new(label: impl Into<String>, secret: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            secret: Secret::new(secret),
            owner: None,
        }
    }

    /// Says whose payments it signs.
    #[must_use]
    pub fn owned_by(mut self, owner: impl Into<String>) -> Self {
        self.owner = Some(owner.into());
        self
    }
}

/// A secret with what is known about it.
#[derive(Clone)]
pub(crate) struct Known {
    pub secret: Secret,
    pub label: Option<String>,
    pub owner: Option<String>,
}

pub(crate) fn plain(secrets: Vec<Secret>) -> Result<Vec<Known>, SignatureError> {
    if secrets.is_empty() || secrets.iter().any(|secret| secret.reveal().is_empty()) {
        return Err(SignatureError::SecretEmpty);
    }
    let is_odd = |text: &str| text.starts_with('\u{feff}') || text.contains('\u{fffd}');
    if secrets.iter().any(|secret| is_odd(secret.reveal())) {
        return Err(SignatureError::SecretUnusable);
    }
    let known = |secret| Known {
        secret,
        label: None,
        owner: None,
    };
    Ok(secrets.into_iter().map(known).collect())
}

pub(crate) fn labelled(secrets: Vec<LabelledSecret>) -> Result<Vec<Known>, HandlerError> {
    plain(secrets.iter().map(|one| one.secret.clone()).collect())?;
    let mut owners = HashMap::new();
    let mut all = Vec::new();
    for LabelledSecret { label, secret, owner } in secrets {
        let owner = owner.unwrap_or_else(|| label.clone());
        if label.is_empty() || owner.is_empty() {
            return Err("a label and an owner must not be empty".into());
        }
        let other = owners.insert(label.clone(), owner.clone());
        if other.is_some_and(|other| other != owner) {
            return Err(format!("the label {label} has two owners").into());
        }
        all.push(Known {
            secret,
            label: Some(label),
            owner: Some(owner),
        });
    }
    Ok(all)
}
