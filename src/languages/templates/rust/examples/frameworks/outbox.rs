use std::{env, error::Error, future::pending, thread, time::Duration};

use axum::Router;
use collections_contract::{PostgresStore, Receiver, serve, webhook};
use postgres::{Client, NoTls};
use tokio::net::TcpListener;

const TABLES: &str = "CREATE TABLE IF NOT EXISTS payment (id BIGINT, amount BIGINT); \
    CREATE TABLE IF NOT EXISTS outbox (place BIGSERIAL PRIMARY KEY, id BIGINT, amount BIGINT)";
// In any order: one that fails is not in the way of others.
const TAKE: &str = "DELETE FROM outbox WHERE place = (SELECT place FROM outbox \
    ORDER BY random() LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING id, amount";

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let (url, limit) = (env::var("DATABASE_URL")?, Duration::from_secs(10));
    let connect = move || Client::connect(&url, NoTls);
    let store = PostgresStore::new(connect.clone(), limit / 5);
    store.migrate(TABLES)?;
    let receiver = Receiver::new([env::var("WEBHOOK_SECRET")?], |payment, delivery| {
        let client = delivery.transaction::<Client>().ok_or("no transaction")?;
        let insert = "INSERT INTO outbox (id, amount) VALUES ($1, $2)";
        client.execute(insert, &[&payment.id, &payment.amount])?;
        Ok(())
    })?;
    // May run in several processes.
    thread::spawn(move || {
        loop {
            if let Err(error) = connect().and_then(book_all) {
                eprintln!("the worker goes on: {error}");
            }
            thread::sleep(Duration::from_secs(1));
        }
    });
    let app = Router::new().route("/hooks/payments", webhook(receiver.with_store(store)));
    tokio::runtime::Runtime::new()?.block_on(async {
        let listener = TcpListener::bind(("127.0.0.1", env::var("PORT")?.parse()?)).await?;
        Ok(serve(listener, app, limit, pending()).await?)
    })
}

/// Takes each payment out of the outbox and books it, in one transaction.
fn book_all(mut client: Client) -> Result<(), postgres::Error> {
    loop {
        let mut transaction = client.transaction()?;
        let Some(row) = transaction.query_opt(TAKE, &[])? else {
            return Ok(());
        };
        let (id, amount): (i64, Option<i64>) = (row.get(0), row.get(1));
        transaction.execute("INSERT INTO payment VALUES ($1, $2)", &[&id, &amount])?;
        transaction.commit()?;
    }
}
