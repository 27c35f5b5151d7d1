//! Three of the four operations; `token.rs` has the exchange of a code.

use std::str::FromStr;
use std::time::Duration;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::value::RawValue;
use ureq::http::HeaderName;

use crate::constants::{
    APP_WEBHOOK_EVENTS_MAX, APP_WEBHOOK_EVENTS_MIN, CREATE_APP_WEBHOOK, CREATE_CLIENT_WEBHOOK, LIST_APP_WEBHOOKS,
    Operation, TOKEN_HEADER, TOKEN_PREFIX,
};
use crate::json::{Model, Secret, read_answer};
use crate::models::{AppWebhook, AppWebhookWrite, ClientWebhook, ClientWebhookCreate};
use crate::send::{Answer, ApiError, Sender, checked_url};

/// What a path may hold as it is.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Bounds of a call.
#[derive(Clone, Debug)]
pub struct ClientOptions {
    /// For a whole call, the answer's body included. Default: 10 seconds.
    pub timeout: Duration,
    /// Of a body. Default: 1 MiB.
    pub max_response_bytes: u64,
    /// Allows plain http to this machine, for tests. Default: false.
    pub allow_insecure_loopback: bool,
    /// The header for the access token{{N-5-03? is not stated.|.}} Default: `TOKEN_HEADER`.
    pub token_header: String,
    /// What stands before the token. Default: `TOKEN_PREFIX`, with the space at its end.
    pub token_prefix: String,
}

impl Default for ClientOptions {
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(10),
            max_response_bytes: 1 << 20,
            allow_insecure_loopback: false,
            token_header: TOKEN_HEADER.to_owned(),
            token_prefix: TOKEN_PREFIX.to_owned(),
        }
    }
}

/// Calls the API; it blocks. Every call is one request: nothing is repeated, no redirect is followed.
#[derive(Debug)]
pub struct Client {
    base_url: String,
    token: Secret,
    options: ClientOptions,
    sender: Sender,
}

impl Client {
    /// A client for an absolute https URL.
    ///
    /// # Errors
    ///
    /// `base_url_invalid`, `insecure_url`, and `token_invalid` if the token cannot stand in its header.
    pub fn new(base_url: &str, token: Secret, options: ClientOptions) -> Result<Self, ApiError> {
        let base_url = checked_url(base_url, options.allow_insecure_loopback, "Client")?;
        let mut value = options.token_prefix.bytes().chain(token.reveal().bytes());
        let is_header =
            HeaderName::from_str(&options.token_header).is_ok() && value.all(|byte| (b' '..=b'~').contains(&byte));
        if token.reveal().is_empty() || !is_header {
            return Err(ApiError::new("token_invalid", "Client"));
        }
        let sender = Sender::new(options.timeout, options.max_response_bytes);
        Ok(Self {
            base_url,
            token,
            options,
            sender,
        })
    }

    /// Registers a webhook of a client. Store its secret at once{{A-04?: whether it is ever shown again is
    /// not stated|}}.
    ///
    /// # Errors
    ///
    /// Every call has the codes `request_invalid`, `unreachable`, `timeout`, `redirect_refused`,
    /// `response_too_large`, `request_rejected` and `service_failed`; this one also
    /// `response_not_json` and `response_invalid`.
    pub fn create_client_webhook(&self, webhook: &ClientWebhookCreate) -> Result<ClientWebhook, ApiError> {
        if webhook.events.is_empty() {
            return Err(ApiError::new("request_invalid", CREATE_CLIENT_WEBHOOK.id));
        }
        let answer = self.call(CREATE_CLIENT_WEBHOOK, "", Some(webhook.to_json()))?;
        if !is_json(&answer) {
            return Err(answer.failure("response_not_json", CREATE_CLIENT_WEBHOOK));
        }
        match read_answer(answer.text(), |created: &mut ClientWebhook| &mut created.extra) {
            Ok(created) if !created.secret.reveal().is_empty() => Ok(created),
            _ => Err(answer.failure("response_invalid", CREATE_CLIENT_WEBHOOK)),
        }
    }

    /// Registers a webhook of an App; all five members have to be set. {{U-41?What the answer holds is not
    /// stated: without|Without}} a JSON object the result is empty.
    ///
    /// # Errors
    ///
    /// Those of every call, and `response_invalid`.
    pub fn create_app_webhook(&self, webhook: &AppWebhookWrite) -> Result<AppWebhook, ApiError> {
        let count = webhook.events.as_ref().map_or(0, Vec::len);
        let is_whole = webhook.app.is_some()
            && webhook.webhook_url.is_some()
            && webhook.response_handling_type.is_some()
            && webhook.active.is_some();
        if !is_whole || !(APP_WEBHOOK_EVENTS_MIN..=APP_WEBHOOK_EVENTS_MAX).contains(&count) {
            return Err(ApiError::new("request_invalid", CREATE_APP_WEBHOOK.id));
        }
        let answer = self.call(CREATE_APP_WEBHOOK, "", Some(webhook.to_json()))?;
        if !is_json(&answer) || !answer.text().trim_start().starts_with('{') {
            // It worked; an error would invite to create another one.
            return Ok(AppWebhook::default());
        }
        read_answer(answer.text(), |created: &mut AppWebhook| &mut created.extra)
            .map_err(|_| answer.failure("response_invalid", CREATE_APP_WEBHOOK))
    }

    /// The JSON as it came{{U-03?: whether the list is wrapped, and in what, is not stated|; the member that holds the list: {listEnvelope}}}.
    ///
    /// # Errors
    ///
    /// Those of every call, and `response_not_json`.
    pub fn list_app_webhooks(&self, app_id: &str) -> Result<String, ApiError> {
        if matches!(app_id, "" | "." | "..") {
            return Err(ApiError::new("request_invalid", LIST_APP_WEBHOOKS.id));
        }
        let answer = self.call(LIST_APP_WEBHOOKS, app_id, None)?;
        if !is_json(&answer) {
            return Err(answer.failure("response_not_json", LIST_APP_WEBHOOKS));
        }
        Ok(answer.text().to_owned())
    }

    /// The answer has a status below 300.
    fn call(&self, operation: Operation, app_id: &str, json: Option<String>) -> Result<Answer, ApiError> {
        let token = format!("{}{}", self.options.token_prefix, self.token.reveal());
        let mut headers = vec![
            ("Accept", "application/json"),
            (self.options.token_header.as_str(), token.as_str()),
        ];
        if json.is_some() {
            headers.push(("Content-Type", "application/json"));
        }
        let segment = utf8_percent_encode(app_id, SEGMENT).to_string();
        let path = operation.path.replace("{id}", &segment);
        let uri = format!("{}{path}", self.base_url);
        let answer = self.sender.send(operation, &uri, &headers, json)?;
        match answer.status {
            500.. => Err(answer.failure("service_failed", operation)),
            300.. => Err(answer.failure("request_rejected", operation)),
            _ => Ok(answer),
        }
    }
}

fn is_json(answer: &Answer) -> bool {
    serde_json::from_str::<&RawValue>(answer.text()).is_ok()
}
