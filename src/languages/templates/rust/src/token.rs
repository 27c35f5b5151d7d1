//! From an authorization code to tokens.

use crate::client::ClientOptions;
use crate::constants::{EXCHANGE_AUTHORIZATION_CODE, GRANT_TYPE};
use crate::json::{Model, Secret};
use crate::models::TokenResponse;
use crate::send::{ApiError, Sender, checked_url};

/// What an exchange sends. All of it is needed.
#[derive(Clone, Debug)]
pub struct AuthorizationCode {
    /// From the query of the redirect.
    pub code: Secret,
    /// Of this app.
    pub client_id: String,
    /// Of this app.
    pub client_secret: Secret,
    /// Where the customer was redirected to.
    pub redirect_uri: String,
}

/// Exchanges a code for tokens, with exactly the five fields that are stated, once.{{N-4.2-01? How tokens are
/// refreshed is not stated.| It refreshes
/// no tokens.}} It blocks.
///
/// # Errors
///
/// `base_url_invalid`, `insecure_url`, `credentials_missing`, `unreachable`, `timeout`,
/// `redirect_refused`, `response_too_large`, `token_refused`, `token_endpoint_failed`,
/// `token_response_invalid`.
pub fn exchange_authorization_code(
    auth_url: &str,
    given: &AuthorizationCode,
    options: &ClientOptions,
) -> Result<TokenResponse, ApiError> {
    let operation = EXCHANGE_AUTHORIZATION_CODE;
    let base = checked_url(auth_url, options.allow_insecure_loopback, operation.id)?;
    let fields = [
        ("code", given.code.reveal()),
        ("client_id", &given.client_id),
        ("client_secret", given.client_secret.reveal()),
        ("redirect_uri", &given.redirect_uri),
    ];
    if fields.iter().any(|(_, value)| value.is_empty()) {
        return Err(ApiError::new("credentials_missing", operation.id));
    }
    let form = form_urlencoded::Serializer::new(String::new())
        .append_pair("grant_type", GRANT_TYPE)
        .extend_pairs(fields)
        .finish();
    let headers = [
        ("Accept", "application/json"),
        ("Content-Type", "application/x-www-form-urlencoded"),
    ];
    let uri = format!("{base}{}", operation.path);
    let sender = Sender::new(options.timeout, options.max_response_bytes);
    let answer = sender.send(operation, &uri, &headers, Some(form))?;
    match answer.status {
        500.. => return Err(answer.failure("token_endpoint_failed", operation)),
        300.. => return Err(answer.failure("token_refused", operation)),
        _ => {}
    }
    match TokenResponse::from_json(answer.text()) {
        Ok(tokens)
            if tokens.token_type.eq_ignore_ascii_case("bearer")
                && ![&tokens.access_token, &tokens.refresh_token]
                    .iter()
                    .any(|token| token.reveal().is_empty()) =>
        {
            Ok(tokens)
        }
        _ => Err(answer.failure("token_response_invalid", operation)),
    }
}
