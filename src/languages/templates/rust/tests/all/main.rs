//! Run with: cargo test --all-features. Without a feature, what needs it is left out.

#[cfg(feature = "axum")]
mod awaited;
#[cfg(feature = "client")]
mod client;
#[cfg(feature = "client")]
mod client_vectors;
mod hand_over;
mod json;
mod models;
mod payloads;
mod receiver_vectors;
#[cfg(feature = "axum")]
mod server;
mod signature;
mod webhook_url;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::Value;

/// A file in vectors/.
fn file(name: &str) -> Value {
    let path = format!("{}/vectors/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// The cases of a file, but those that need what is lacking.
fn cases(name: &str, at_least: usize, lacking: &[&str]) -> Vec<Value> {
    let file = file(name);
    let is_lacking = |need: &Value| lacking.iter().any(|word| need == word);
    let lacks = |one: &&Value| one["needs"].as_array().is_some_and(|all| all.iter().any(is_lacking));
    let cases: Vec<Value> = list(&file["cases"]).filter(|one| !lacks(one)).cloned().collect();
    assert!(cases.len() >= at_least, "only {} cases", cases.len());
    cases
}

fn list(value: &Value) -> std::slice::Iter<'_, Value> {
    value.as_array().unwrap().iter()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

/// Of base64.
fn bytes(value: &Value) -> Vec<u8> {
    BASE64_STANDARD.decode(text(value)).unwrap()
}
