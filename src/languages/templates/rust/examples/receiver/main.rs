//! Takes confirmed payments. Each becomes one line of the file PROCESSED, on disk before the answer
//! is sent. The same file remembers duplicates, also after a restart. For one process.
//!
//!     WEBHOOK_SECRET=... PORT=8080 cargo run --features axum --example receiver

mod inbox;

use std::env;
use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use collections_contract::{Receiver, serve, webhook};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use inbox::Inbox;

fn main() -> Result<(), Box<dyn Error>> {
    let runtime = Runtime::new()?;
    let served = runtime.block_on(run());
    // A handler that hangs does not keep the process.
    runtime.shutdown_timeout(Duration::from_secs(10));
    served
}

async fn run() -> Result<(), Box<dyn Error>> {
    let port: u16 = env::var("PORT").as_deref().unwrap_or("8080").parse()?;
    let path = env::var("PROCESSED").unwrap_or_else(|_| "payments.jsonl".to_owned());
    let inbox = Arc::new(Inbox::open(path.into())?);
    let receiver = Receiver::new([env::var("WEBHOOK_SECRET")?], {
        let inbox = Arc::clone(&inbox);
        move |payment, _| inbox.add(payment)
    })?
    .with_store(inbox);
    // On every path, whatever URL is registered.
    let app = Router::new().fallback(webhook(receiver));
    let listener = TcpListener::bind(("127.0.0.1", port)).await?;
    eprintln!("listening on http://{}", listener.local_addr()?);
    // Requests that have begun are finished and answered.
    let stop = async { drop(tokio::signal::ctrl_c().await) };
    serve(listener, app, Duration::from_secs(10), stop).await?;
    Ok(())
}
