//! Answers deliveries through the store of the package; see stores.test.ts. The argument: a port or a file.

use std::io::stdin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use collections_contract::{Delivery, DuplicateStore, HandlerError, LabelledSecret, PostgresStore, Receiver, SqliteStore};
use collections_contract::{models::PaymentSnapshot, sign};
use postgres::{Client, NoTls};
use rusqlite::Connection;
use serde_json::Value;
use tokio::runtime::Builder;

const LIMITS: &str = "INSERT INTO payment SELECT extract(epoch FROM current_setting(name)::interval) FROM pg_settings \
    WHERE name ~ '^(lock_timeout|tcp_|idle_in_transaction_s)'";
const PAYMENT: &str = "CREATE TABLE IF NOT EXISTS payment (id BIGINT)";

fn store(place: &str) -> Arc<dyn DuplicateStore> {
    let timeout = Duration::from_secs(2);
    if place.parse::<u16>().is_err() {
        let store = SqliteStore::new(place, timeout);
        store.migrate(PAYMENT).unwrap();
        return Arc::new(store);
    }
    let url = format!("postgresql://inbox@127.0.0.1:{place}/postgres?connect_timeout=5&keepalives_idle=10&tcp_user_timeout=25000");
    let store = PostgresStore::new(move || Client::connect(&url, NoTls), timeout);
    store.migrate(PAYMENT).unwrap();
    Arc::new(store)
}

fn run(delivery: &mut Delivery<'_>, sql: &str) -> Result<(), HandlerError> {
    if let Some(connection) = delivery.transaction::<Connection>() {
        return Ok(connection.execute_batch(sql)?);
    }
    Ok(delivery.transaction::<Client>().unwrap().batch_execute(sql)?)
}

/// Ends what it takes for a transaction of its own. Of SQLite, nothing begins one within another.
fn nest(delivery: &mut Delivery<'_>, end: &str) -> Result<(), HandlerError> {
    let Some(client) = delivery.transaction::<Client>() else { return run(delivery, end) };
    let inner = client.transaction()?;
    Ok(if end == "commit" { inner.commit() } else { inner.rollback() }?)
}

/// Drivers roll back what is dropped before its commit.
fn drops(delivery: &mut Delivery<'_>, write: &str) -> Result<(), HandlerError> {
    if let Some(connection) = delivery.transaction::<Connection>() {
        connection.savepoint()?.execute(write, [])?;
        return Ok(());
    }
    delivery.transaction::<Client>().unwrap().transaction()?.execute(write, &[])?;
    Ok(())
}

fn main() {
    let store = store(&std::env::args().nth(1).unwrap());
    let asked = Arc::new(Mutex::new(Value::Null));
    let handle = {
        let asked = Arc::clone(&asked);
        move |payment: &PaymentSnapshot, delivery: &mut Delivery<'_>| -> Result<(), HandlerError> {
            let asked = asked.lock().unwrap().clone();
            let handler = asked["handler"].as_str().unwrap();
            if let Some(sql) = asked["sql"].as_str().or((handler == "limits").then_some(LIMITS)) {
                return run(delivery, sql);
            }
            let write = format!("INSERT INTO payment VALUES ({})", payment.id);
            if handler.starts_with("prepare") {
                let connection = delivery.transaction::<Connection>().unwrap();
                drop(connection.prepare(&write)?.query([])?);
            }
            if handler == "prepare" {
                return Ok(());
            }
            if handler == "mark" {
                return drops(delivery, &write);
            }
            let end = handler.strip_suffix(", write").unwrap_or_default();
            if end.eq_ignore_ascii_case("commit") || end.eq_ignore_ascii_case("rollback") {
                drop(if end == end.to_uppercase() { run(delivery, end) } else { nest(delivery, end) });
                drop(run(delivery, &write));
                return Ok(());
            }
            run(delivery, &write)?;
            match handler {
                "hang" => {
                    println!("inside");
                    std::thread::sleep(Duration::from_secs(1000));
                    Ok(())
                }
                "fail" => Err("away".into()),
                "commit" => run(delivery, "COMMIT"),
                "commit, fail" => run(delivery, "COMMIT").and_then(|()| Err("away".into())),
                "undo" => run(delivery, "ROLLBACK"),
                "lose" | "lose, write" => {
                    drop(run(delivery, "SELECT pg_terminate_backend(pg_backend_pid())"));
                    if handler == "lose" { Ok(()) } else { run(delivery, &write) }
                }
                "slip" => Ok(drop(run(delivery, "SELECT * FROM no_such_table"))),
                _ => Ok(()),
            }
        }
    };
    let plain = Receiver::new(["s3cret"], handle.clone()).unwrap();
    let owners = ["acme", "bolt"].map(|name| LabelledSecret::new(name, format!("s-{name}")));
    let owned = Receiver::labelled(owners, handle).unwrap();
    let timeout = std::env::args().nth(3).map_or(5_000, |text| text.parse().unwrap());
    let [plain, owned] = [plain, owned].map(|one| {
        let one = one.with_store(Arc::clone(&store)).on_problem(|_| {});
        Arc::new(one.with_handler_timeout(Duration::from_millis(timeout)))
    });
    let runtime = Builder::new_current_thread().enable_time().build().unwrap();
    for line in stdin().lines() {
        let line: Value = serde_json::from_str(&line.unwrap()).unwrap();
        *asked.lock().unwrap() = line.clone();
        let body = format!(r#"{{"@event":"case_file.payment.confirmed","id":{}}}"#, line["id"]);
        let (receiver, secret) = match line["owner"].as_str() {
            Some(owner) => (&owned, format!("s-{owner}")),
            None => (&plain, "s3cret".to_owned()),
        };
        let signature = sign(body.as_bytes(), &secret).unwrap();
        let answer = runtime.block_on(Arc::clone(receiver).receive_later(body.into_bytes(), Some(signature)));
        println!("{} {}", answer.status, answer.code.unwrap_or_default());
    }
}
