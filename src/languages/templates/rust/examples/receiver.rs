//! Takes confirmed payments. Each becomes a row of the SQLite database PROCESSED, together with the key
//! by which duplicates are known: on disk before the answer is sent, for all processes of one machine.
//!
//!     WEBHOOK_SECRET=... PORT=8080 cargo run --features axum,sqlite --example receiver

use std::env;
use std::time::Duration;

use axum::Router;
use collections_contract::{HandlerError, Receiver, SqliteStore, serve, webhook};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

fn main() -> Result<(), HandlerError> {
    let runtime = Runtime::new()?;
    let served = runtime.block_on(run());
    // A handler that hangs does not keep the process.
    runtime.shutdown_timeout(Duration::from_secs(10));
    served
}

async fn run() -> Result<(), HandlerError> {
    let port: u16 = env::var("PORT").as_deref().unwrap_or("8080").parse()?;
    let path = env::var("PROCESSED").unwrap_or_else(|_| "payments.db".to_owned());
    let store = SqliteStore::new(path, Duration::from_secs(2));
    store.migrate("CREATE TABLE IF NOT EXISTS payment (id INTEGER, event TEXT)")?;
    let receiver = Receiver::new([env::var("WEBHOOK_SECRET")?], |payment, delivery| {
        let connection = delivery.transaction::<rusqlite::Connection>().ok_or("no connection")?;
        connection.execute("INSERT INTO payment VALUES (?1, ?2)", (payment.id, &payment.event))?;
        Ok(())
    })?
    .with_store(store);
    // On every path, whatever URL is registered.
    let app = Router::new().fallback(webhook(receiver));
    let listener = TcpListener::bind(("127.0.0.1", port)).await?;
    eprintln!("listening on http://{}", listener.local_addr()?);
    // Requests that have begun are finished and answered.
    let stop = async { drop(tokio::signal::ctrl_c().await) };
    serve(listener, app, Duration::from_secs(10), stop).await?;
    Ok(())
}
