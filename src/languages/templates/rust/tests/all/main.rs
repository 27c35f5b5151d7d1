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

use serde_json::Value;

/// The cases of a file in vectors/, but those that need what is lacking.
fn cases(file: &str, at_least: usize, lacking: &[&str]) -> Vec<Value> {
    let path = format!("{}/vectors/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let file: Value = serde_json::from_str(&text).unwrap();
    let cases = file["cases"].as_array().unwrap();
    assert!(cases.len() >= at_least, "only {} cases", cases.len());
    let is_lacking = |need: &Value| lacking.iter().any(|word| need == word);
    let lacks = |one: &&Value| one["needs"].as_array().is_some_and(|all| all.iter().any(is_lacking));
    cases.iter().filter(|one| !lacks(one)).cloned().collect()
}
