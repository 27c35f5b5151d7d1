use openapi::apis::configuration::Configuration;
use openapi::apis::{app_webhooks_api, client_webhooks_api, o_auth_api};
use openapi::models::PaymentSnapshot;

fn say<T: std::fmt::Display, E: std::fmt::Display>(kind: &str, name: &str, result: Result<T, E>) {
    match result {
        Ok(text) => println!("{kind}\t{name}\tok\t{text}"),
        Err(error) => println!("{kind}\t{name}\terror\t{}", error.to_string().replace('\n', " ")),
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let args: Vec<String> = std::env::args().collect();
    let mut configuration = Configuration::new();
    configuration.bearer_access_token = Some(args[3].clone());
    let sent: serde_json::Value = serde_json::from_str(&args[4]).unwrap();
    let field = |name: &str| sent["exchangeAuthorizationCode"][name].as_str().unwrap().to_string();
    let (grant, code, id, secret, uri) =
        (field("grant_type"), field("code"), field("client_id"), field("client_secret"), field("redirect_uri"));
    let tokens = o_auth_api::exchange_authorization_code(&configuration, &grant, &code, &id, &secret, &uri).await;
    let strayed = tokens.is_err();
    say("call", "exchangeAuthorizationCode", tokens.map(|tokens| tokens.access_token));
    if strayed {
        let mut by_hand = Configuration::new();
        by_hand.base_path = args[2].clone();
        let tokens = o_auth_api::exchange_authorization_code(&by_hand, &grant, &code, &id, &secret, &uri).await;
        say("call", "exchangeAuthorizationCode", tokens.map(|tokens| tokens.access_token));
    }
    let body = serde_json::from_value(sent["createClientWebhook"].clone()).unwrap();
    let webhook = client_webhooks_api::create_client_webhook(&configuration, body).await;
    say("call", "createClientWebhook", webhook.map(|webhook| webhook.secret));
    let list = app_webhooks_api::list_app_webhooks(&configuration, "7").await;
    say("call", "listAppWebhooks", list.map(|list| serde_json::to_string(&list).unwrap()));
    let body = serde_json::from_value(sent["createAppWebhook"].clone()).unwrap();
    let webhook = app_webhooks_api::create_app_webhook(&configuration, body).await;
    say("call", "createAppWebhook", webhook.map(|webhook| serde_json::to_string(&webhook).unwrap()));
    for (index, file) in args[5..].iter().enumerate() {
        let text = std::fs::read_to_string(file).unwrap();
        let payment = serde_json::from_str::<PaymentSnapshot>(&text);
        say("fixture", &index.to_string(), payment.map(|payment| serde_json::to_string(&payment).unwrap()));
    }
}
