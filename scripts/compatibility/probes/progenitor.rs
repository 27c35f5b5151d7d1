use openapi::types::{AppWebhookWrite, ClientWebhookCreate, ListAppWebhooksId, PaymentSnapshot, TokenRequest};
use openapi::Client;
use reqwest::header::{HeaderMap, AUTHORIZATION};

fn say<T: std::fmt::Display, E: std::fmt::Display>(kind: &str, name: &str, result: Result<T, E>) {
    match result {
        Ok(text) => println!("{kind}\t{name}\tok\t{text}"),
        Err(error) => println!("{kind}\t{name}\terror\t{}", error.to_string().replace('\n', " ")),
    }
}

/// A client of this code holds no host of the document: both are given.
#[tokio::main(flavor = "current_thread")]
async fn main() {
    let args: Vec<String> = std::env::args().collect();
    let sent: serde_json::Value = serde_json::from_str(&args[4]).unwrap();
    let mut headers = HeaderMap::new();
    headers.insert(AUTHORIZATION, format!("Bearer {}", args[3]).parse().unwrap());
    let http = reqwest::ClientBuilder::new().default_headers(headers).build().unwrap();
    let (api, auth) = (Client::new_with_client(&args[1], http), Client::new(&args[2]));
    say::<&str, _>("call", "exchangeAuthorizationCode", Err("the code has no host"));
    let body: TokenRequest = serde_json::from_value(sent["exchangeAuthorizationCode"].clone()).unwrap();
    let tokens = auth.exchange_authorization_code(&body).await;
    say("call", "exchangeAuthorizationCode", tokens.map(|tokens| serde_json::to_string(&*tokens).unwrap()));
    let body: ClientWebhookCreate = serde_json::from_value(sent["createClientWebhook"].clone()).unwrap();
    let webhook = api.create_client_webhook(&body).await;
    say("call", "createClientWebhook", webhook.map(|webhook| serde_json::to_string(&*webhook).unwrap()));
    let id: ListAppWebhooksId = serde_json::from_value(serde_json::json!("7")).unwrap();
    let list = api.list_app_webhooks(&id).await;
    say("call", "listAppWebhooks", list.map(|list| serde_json::to_string(&*list).unwrap()));
    let body: AppWebhookWrite = serde_json::from_value(sent["createAppWebhook"].clone()).unwrap();
    let webhook = api.create_app_webhook(&body).await;
    say("call", "createAppWebhook", webhook.map(|webhook| serde_json::to_string(&*webhook).unwrap()));
    for (index, file) in args[5..].iter().enumerate() {
        let text = std::fs::read_to_string(file).unwrap();
        let payment = serde_json::from_str::<PaymentSnapshot>(&text);
        say("fixture", &index.to_string(), payment.map(|payment| serde_json::to_string(&payment).unwrap()));
    }
}
