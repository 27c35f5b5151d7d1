use openapi::apis::configuration::Configuration;
use openapi::apis::{app_webhooks_api, client_webhooks_api, o_auth_api};
use openapi::models::PaymentSnapshot;
use serde_json::{from_str, to_string, Value};

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let args: Vec<String> = std::env::args().collect();
    let (base, text) = (&args[2], &args[4]);
    let mut to = Configuration::new();
    to.bearer_access_token = Some(args[3].clone());
    if !base.is_empty() {
        to.base_path = base.clone();
    }
    println!("{}", match args[1].as_str() {
        "exchangeAuthorizationCode" => {
            let form: Value = from_str(text).unwrap();
            let [grant, code, id, secret, uri] = ["grant_type", "code", "client_id", "client_secret", "redirect_uri"]
                .map(|name| form[name].as_str().unwrap());
            o_auth_api::exchange_authorization_code(&to, grant, code, id, secret, uri).await.unwrap().access_token
        }
        "createClientWebhook" =>
            client_webhooks_api::create_client_webhook(&to, from_str(text).unwrap()).await.unwrap().secret,
        "listAppWebhooks" => to_string(&app_webhooks_api::list_app_webhooks(&to, "7").await.unwrap()).unwrap(),
        "createAppWebhook" =>
            to_string(&app_webhooks_api::create_app_webhook(&to, from_str(text).unwrap()).await.unwrap()).unwrap(),
        _ => to_string(&from_str::<PaymentSnapshot>(text).unwrap()).unwrap(),
    });
}
