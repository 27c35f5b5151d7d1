use std::{env, error::Error, sync::Arc, time::Duration};

use actix_web::web::{Bytes, Data, PayloadConfig, route};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer, http::StatusCode, rt::System};
use collections_contract::{PostgresStore, Receiver, constants::SIGNATURE_HEADER};
use postgres::{Client, NoTls};

async fn payments(request: HttpRequest, body: Bytes, receiver: Data<Receiver>) -> HttpResponse {
    let all = |name| {
        let values = request.headers().get_all(name).map(|value| value.as_bytes());
        let values: Vec<_> = values.map(String::from_utf8_lossy).collect();
        (!values.is_empty()).then(|| values.join(","))
    };
    let (method, content_type) = (request.method().as_str(), all("content-type"));
    let answer = match receiver.refuse_head(method, content_type.as_deref(), None) {
        Some(answer) => answer,
        None => {
            receiver
                .into_inner()
                .receive_later(body.to_vec(), all(SIGNATURE_HEADER))
                .await
        }
    };
    let (status, body) = answer.into_parts();
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    HttpResponse::build(status).content_type("application/json").body(body)
}

fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let (url, port) = (env::var("DATABASE_URL")?, env::var("PORT")?.parse()?);
    let store = PostgresStore::new(move || Client::connect(&url, NoTls), Duration::from_secs(2));
    store.migrate("CREATE TABLE IF NOT EXISTS payment (id BIGINT, amount BIGINT)")?;
    let receiver = Receiver::new([env::var("WEBHOOK_SECRET")?], |payment, delivery| {
        let client = delivery.transaction::<Client>().ok_or("no transaction")?;
        client.execute("INSERT INTO payment VALUES ($1, $2)", &[&payment.id, &payment.amount])?;
        Ok(())
    })?;
    let receiver = Arc::new(receiver.with_store(store));
    let app = move || {
        App::new()
            .app_data(Data::from(Arc::clone(&receiver)))
            .app_data(PayloadConfig::new(receiver.max_body_bytes()))
            .route("/hooks/payments", route().to(payments))
    };
    Ok(System::new().block_on(HttpServer::new(app).bind(("127.0.0.1", port))?.run())?)
}
