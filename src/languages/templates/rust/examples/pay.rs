//! Confirms a payment in a sandbox of collections-contract, which then delivers it; prints what the
//! sandbox answers. Reads SANDBOX_URL, and SANDBOX_TOKEN for a sandbox that others can reach.

use std::env;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let url = env::var("SANDBOX_URL")? + "/_control/payments";
    let token = env::var("SANDBOX_TOKEN").unwrap_or_default();
    let mut answer = ureq::post(url)
        .header("Authorization", format!("Bearer {token}"))
        .content_type("application/json")
        .send(r#"{"amount":12550,"confirmed":true}"#)?;
    println!("{}", answer.body_mut().read_to_string()?);
    Ok(())
}
