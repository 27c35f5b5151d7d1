use openapi::types::PaymentSnapshot;

fn say<T: std::fmt::Display, E: std::fmt::Display>(kind: &str, name: &str, result: Result<T, E>) {
    match result {
        Ok(text) => println!("{kind}\t{name}\tok\t{text}"),
        Err(error) => println!("{kind}\t{name}\terror\t{}", error.to_string().replace('\n', " ")),
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let args: Vec<String> = std::env::args().collect();
    let mut headers = reqwest::header::HeaderMap::new();
    headers.insert("authorization", format!("Bearer {}", args[2]).parse().unwrap());
    let http = reqwest::Client::builder().default_headers(headers).build().unwrap();
    let client = openapi::Client::new_with_client(&args[1], http);
    let sent: serde_json::Value = serde_json::from_str(&args[3]).unwrap();
    let body = |name: &str| sent[name].clone();
    let form = serde_json::from_value(body("exchangeAuthorizationCode")).unwrap();
    let tokens = client.exchange_authorization_code(&form).await;
    say("call", "exchangeAuthorizationCode", tokens.map(|tokens| tokens.access_token.clone()));
    let create = serde_json::from_value(body("createClientWebhook")).unwrap();
    let webhook = client.create_client_webhook(&create).await;
    say("call", "createClientWebhook", webhook.map(|webhook| webhook.secret.clone()));
    let list = client.list_app_webhooks("7").await;
    say("call", "listAppWebhooks", list.map(|list| serde_json::to_string(&*list).unwrap()));
    let write = serde_json::from_value(body("createAppWebhook")).unwrap();
    let webhook = client.create_app_webhook(&write).await;
    say("call", "createAppWebhook", webhook.map(|webhook| serde_json::to_string(&*webhook).unwrap()));
    for (index, file) in args[4..].iter().enumerate() {
        let text = std::fs::read_to_string(file).unwrap();
        let payment = serde_json::from_str::<PaymentSnapshot>(&text);
        say("fixture", &index.to_string(), payment.map(|payment| serde_json::to_string(&payment).unwrap()));
    }
}
