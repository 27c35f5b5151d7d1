mod keep;

use axum_extra::extract::CookieJar;
use base64::{Engine, prelude::BASE64_STANDARD};
use headers::Host;
use http::Method;
use openapi::apis::{ErrorHandler, deliveries::*};
use openapi::models::{AppDelivery, DeliverClientWebhookHeaderParams, PaymentSnapshot};

#[derive(Clone)]
struct Api;
impl ErrorHandler for Api {}
impl AsRef<Api> for Api {
    fn as_ref(&self) -> &Api {
        self
    }
}

#[async_trait::async_trait]
#[rustfmt::skip]
impl Deliveries for Api {
    async fn deliver_app_webhook(
        &self, _: &Method, _: &Host, _: &CookieJar, _: &AppDelivery,
    ) -> Result<DeliverAppWebhookResponse, ()> {
        Ok(DeliverAppWebhookResponse::Status204_TheDeliveryWasAcknowledged)
    }

    async fn deliver_client_webhook(
        &self, _: &Method, _: &Host, _: &CookieJar, _: &DeliverClientWebhookHeaderParams, payment: &PaymentSnapshot,
    ) -> Result<DeliverClientWebhookResponse, ()> {
        let body = keep::RAW_BODY.with(|body| BASE64_STANDARD.encode(body));
        println!("received\t{body}\t{}", BASE64_STANDARD.encode(serde_json::to_vec(payment).unwrap()));
        Ok(DeliverClientWebhookResponse::Status204_TheDeliveryWasAcknowledged)
    }
}

#[tokio::main]
async fn main() {
    let stub = openapi::server::new::<Api, Api, ()>(Api).layer(axum::middleware::from_fn(keep::keep_bytes));
    let address = format!("127.0.0.1:{}", std::env::var("PORT").unwrap());
    axum::serve(tokio::net::TcpListener::bind(address).await.unwrap(), stub).await.unwrap();
}
