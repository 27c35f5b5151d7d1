//! Run with: cargo test --all-features. Without a feature, what needs it is left out.

#[cfg(feature = "axum")]
mod awaited;
#[cfg(feature = "client")]
mod client;
#[cfg(feature = "client")]
mod client_vectors;
#[cfg(feature = "axum")]
mod hand_over;
mod json;
mod models;
mod payloads;
#[cfg(feature = "axum")]
mod receiver;
mod receiver_vectors;
mod signature;
mod webhook_url;

use serde_json::Value;

/// The cases of a file in vectors/.
fn cases(file: &str, at_least: usize) -> Vec<Value> {
    let path = format!("{}/vectors/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let cases = serde_json::from_str::<Value>(&text).unwrap()["cases"].take();
    let cases = cases.as_array().unwrap().clone();
    assert!(cases.len() >= at_least, "only {} cases", cases.len());
    cases
}
