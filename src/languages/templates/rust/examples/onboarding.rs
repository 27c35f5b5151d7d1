//! From an authorization code to a registered webhook. Prints what the service answered as one JSON
//! document, without tokens and secrets; the secret of the new webhook goes into the file
//! SECRET_FILE, which only this user may read.
//!
//! Reads BASE_URL, AUTH_URL, CLIENT_ID, CLIENT_SECRET, REDIRECT_URI, CODE, CLIENT_IRI, APP_IRI,
//! APP_ID, WEBHOOK_URL and SECRET_FILE. ALLOW_INSECURE_LOOPBACK=1 allows plain http to this machine,
//! for tests.

use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::process::ExitCode;

use collections_contract::constants::{CASE_FILE_PAYMENT_CONFIRMED, WAIT_FOR_SUCCESSFUL_RESPONSE};
use collections_contract::models::{AppWebhookWrite, ClientWebhook, ClientWebhookCreate};
use collections_contract::{AuthorizationCode, Client, ClientOptions, Model, Secret, exchange_authorization_code};
use serde_json::json;
use serde_json::value::RawValue;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // One line: the code, the operation, the status. Never what the service sent.
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let options = ClientOptions {
        allow_insecure_loopback: env::var("ALLOW_INSECURE_LOOPBACK").is_ok_and(|text| text == "1"),
        ..ClientOptions::default()
    };
    let given = AuthorizationCode {
        code: Secret::new(env::var("CODE")?),
        client_id: env::var("CLIENT_ID")?,
        client_secret: Secret::new(env::var("CLIENT_SECRET")?),
        redirect_uri: env::var("REDIRECT_URI")?,
    };
    let tokens = exchange_authorization_code(&env::var("AUTH_URL")?, &given, &options)?;
    let client = Client::new(&env::var("BASE_URL")?, tokens.access_token, options)?;
    let events = vec![CASE_FILE_PAYMENT_CONFIRMED.to_owned()];
    let client_webhook = client.create_client_webhook(&ClientWebhookCreate {
        client: env::var("CLIENT_IRI")?,
        name: "Payments".to_owned(),
        events: events.clone(),
        url: env::var("WEBHOOK_URL")?,
        ..ClientWebhookCreate::default()
    })?;
    keep_secret(&env::var("SECRET_FILE")?, &client_webhook.secret)?;
    let app_webhook = client.create_app_webhook(&AppWebhookWrite {
        app: Some(env::var("APP_IRI")?),
        webhook_url: Some(env::var("WEBHOOK_URL")?),
        events: Some(events),
        response_handling_type: Some(WAIT_FOR_SUCCESSFUL_RESPONSE),
        active: Some(true),
        ..AppWebhookWrite::default()
    })?;
    let app_webhooks = client.list_app_webhooks(&env::var("APP_ID")?)?;
    // As text, because a number of an unknown member may be too long for a JSON value in memory.
    println!(
        r#"{{"tokens":{},"clientWebhook":{},"appWebhook":{},"appWebhooks":{app_webhooks}}}"#,
        json!({"token_type": tokens.token_type, "expires_in": tokens.expires_in}),
        without_secret(&client_webhook)?,
        app_webhook.to_json(),
    );
    Ok(())
}

fn keep_secret(path: &str, secret: &Secret) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(secret.reveal().as_bytes())
}

fn without_secret(webhook: &ClientWebhook) -> serde_json::Result<String> {
    let text = webhook.to_json();
    let mut members: BTreeMap<String, &RawValue> = serde_json::from_str(&text)?;
    members.remove("secret");
    serde_json::to_string(&members)
}
