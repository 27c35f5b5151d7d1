// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

//! What the documents state, as values.

/// The version of the documents.
pub const CONTRACT_VERSION: &str = "0.1.0";

/// The header that carries the signature of a delivery.
pub const SIGNATURE_HEADER: &str = "X-Service-Signature";

/// What stands before the digits of a signature.
pub const SIGNATURE_PREFIX: &str = "sha256=";

/// The header that carries the access token of a call, by default.
pub const TOKEN_HEADER: &str = "Authorization";

/// What stands before the token in that header.
pub const TOKEN_PREFIX: &str = "Bearer ";

/// An event.
pub const CASE_FILE_PAYMENT_CONFIRMED: &str = "case_file.payment.confirmed";

/// The HTTP status of the answer is ignored.
pub const FIRE_AND_FORGET: i64 = 1;

/// A delivery whose answer is not 2xx is retried.
pub const WAIT_FOR_SUCCESSFUL_RESPONSE: i64 = 2;

/// The grant of the token request.
pub const GRANT_TYPE: &str = "authorization_code";

/// The fewest events that an app webhook may list.
pub const APP_WEBHOOK_EVENTS_MIN: usize = 1;

/// The most events that an app webhook may list.
pub const APP_WEBHOOK_EVENTS_MAX: usize = 100;

/// The events that are delivered today. More may come.
pub const EVENT_NAMES: &[&str] = &[CASE_FILE_PAYMENT_CONFIRMED];

/// A call that the documents describe.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    /// Its name in the documents.
    pub id: &'static str,
    /// The HTTP method.
    pub method: &'static str,
    /// The path, with `{id}` where an identifier goes.
    pub path: &'static str,
}

/// `POST /oauth/v2/token`
pub const EXCHANGE_AUTHORIZATION_CODE: Operation = Operation {
    id: "exchangeAuthorizationCode",
    method: "POST",
    path: "/oauth/v2/token",
};

/// `POST /api/client_webhooks`
pub const CREATE_CLIENT_WEBHOOK: Operation = Operation {
    id: "createClientWebhook",
    method: "POST",
    path: "/api/client_webhooks",
};

/// `GET /api/apps/{id}/app_webhooks`
pub const LIST_APP_WEBHOOKS: Operation = Operation {
    id: "listAppWebhooks",
    method: "GET",
    path: "/api/apps/{id}/app_webhooks",
};

/// `POST /api/app_webhooks`
pub const CREATE_APP_WEBHOOK: Operation = Operation {
    id: "createAppWebhook",
    method: "POST",
    path: "/api/app_webhooks",
};
