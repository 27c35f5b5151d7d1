mod keep;

use axum_extra::extract::CookieJar;
use base64::{Engine, prelude::BASE64_STANDARD};
use headers::Host;
use http::Method;
use openapi::apis::ErrorHandler;
use openapi::apis::deliveries::{Deliveries, DeliverAppWebhookResponse, DeliverClientWebhookResponse};
use openapi::models::{AppDelivery, DeliverClientWebhookHeaderParams, PaymentSnapshot};
use std::sync::Arc;

struct Api;

impl ErrorHandler for Api {}

#[async_trait::async_trait]
impl Deliveries for Api {
    async fn deliver_app_webhook(
        &self,
        _: &Method,
        _: &Host,
        _: &CookieJar,
        _: &AppDelivery,
    ) -> Result<DeliverAppWebhookResponse, ()> {
        Ok(DeliverAppWebhookResponse::Status204_TheDeliveryWasAcknowledged)
    }

    async fn deliver_client_webhook(
        &self,
        _: &Method,
        _: &Host,
        _: &CookieJar,
        _: &DeliverClientWebhookHeaderParams,
        payment: &PaymentSnapshot,
    ) -> Result<DeliverClientWebhookResponse, ()> {
        let body = keep::RAW_BODY.with(|body| BASE64_STANDARD.encode(body));
        let model = BASE64_STANDARD.encode(serde_json::to_vec(payment).unwrap());
        println!("received\t{body}\t{model}");
        Ok(DeliverClientWebhookResponse::Status204_TheDeliveryWasAcknowledged)
    }
}

struct State(Arc<Api>);
impl Clone for State {
    fn clone(&self) -> Self {
        State(self.0.clone())
    }
}
impl AsRef<Api> for State {
    fn as_ref(&self) -> &Api {
        &self.0
    }
}

#[tokio::main]
async fn main() {
    let stub = openapi::server::new::<State, Api, ()>(State(Arc::new(Api)));
    let app = stub.layer(axum::middleware::from_fn(keep::keep_bytes));
    let address = format!("127.0.0.1:{}", std::env::var("PORT").unwrap());
    let listener = tokio::net::TcpListener::bind(address).await.unwrap();
    axum::serve(listener, app).await.unwrap();
}
