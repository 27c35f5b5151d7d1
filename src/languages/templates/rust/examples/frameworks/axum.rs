use std::{env, error::Error, future::pending, time::Duration};

use axum::Router;
use collections_contract::{PostgresStore, Receiver, serve, webhook};
use postgres::{Client, NoTls};
use tokio::net::TcpListener;

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let (url, limit) = (env::var("DATABASE_URL")?, Duration::from_secs(10));
    let store = PostgresStore::new(move || Client::connect(&url, NoTls), limit / 5);
    store.migrate("CREATE TABLE IF NOT EXISTS payment (id BIGINT, amount BIGINT)")?;
    let receiver = Receiver::new([env::var("WEBHOOK_SECRET")?], |payment, delivery| {
        let client = delivery.transaction::<Client>().ok_or("no transaction")?;
        client.execute("INSERT INTO payment VALUES ($1, $2)", &[&payment.id, &payment.amount])?;
        Ok(())
    })?;
    let app = Router::new().route("/hooks/payments", webhook(receiver.with_store(store)));
    tokio::runtime::Runtime::new()?.block_on(async {
        let listener = TcpListener::bind(("127.0.0.1", env::var("PORT")?.parse()?)).await?;
        Ok(serve(listener, app, limit, pending()).await?)
    })
}
