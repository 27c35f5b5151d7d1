use openapi::types::{AppWebhookWrite, ClientWebhookCreate, ListAppWebhooksId, PaymentSnapshot, TokenRequest};
use openapi::Client;
use reqwest::header::{HeaderMap, AUTHORIZATION};
use serde_json::{from_str, to_string};

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = &args[4];
    let mut headers = HeaderMap::new();
    headers.insert(AUTHORIZATION, format!("Bearer {}", args[3]).parse().unwrap());
    let http = reqwest::ClientBuilder::new().default_headers(headers).build().unwrap();
    let to = Client::new_with_client(&args[2], http);
    println!("{}", match args[1].as_str() {
        "exchangeAuthorizationCode" => {
            let body: TokenRequest = from_str(text).unwrap();
            to_string(&*to.exchange_authorization_code(&body).await.unwrap())
        }
        "createClientWebhook" => {
            let body: ClientWebhookCreate = from_str(text).unwrap();
            to_string(&*to.create_client_webhook(&body).await.unwrap())
        }
        "listAppWebhooks" => {
            let id: ListAppWebhooksId = from_str("\"7\"").unwrap();
            to_string(&*to.list_app_webhooks(&id).await.unwrap())
        }
        "createAppWebhook" => {
            let body: AppWebhookWrite = from_str(text).unwrap();
            to_string(&*to.create_app_webhook(&body).await.unwrap())
        }
        _ => to_string(&from_str::<PaymentSnapshot>(text).unwrap()),
    }.unwrap());
}
