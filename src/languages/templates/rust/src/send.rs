//! One request and its answer, within bounds.

use std::fmt;
use std::io::{self, Read};
use std::net::IpAddr;
use std::time::Duration;

use ureq::http::{HeaderMap, Request, Response, Uri};
use ureq::{Agent, Body};

use crate::constants::Operation;

/// A call that did not succeed. What the service sent can hold secrets: it is there for who asks for
/// it by name, and neither in the message nor in `Debug`. The message has method and URL. The source says
/// why no whole answer arrived, such as a certificate.
#[derive(thiserror::Error)]
#[error("{code}: {operation}{call}{}", .answer.as_ref().map(|one| format!(" was answered {}", one.status)).unwrap_or_default())]
pub struct ApiError {
    code: &'static str,
    operation: &'static str,
    /// As the message has it; empty if nothing was sent.
    call: String,
    source: Option<Box<ureq::Error>>,
    answer: Option<Box<Answer>>,
}

impl ApiError {
    pub(crate) fn new(code: &'static str, operation: &'static str) -> Self {
        Self {
            code,
            operation,
            call: String::new(),
            source: None,
            answer: None,
        }
    }

    /// Constant, for example `request_rejected`.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// For example `createClientWebhook`.
    pub fn operation(&self) -> &'static str {
        self.operation
    }

    /// The HTTP status, if an answer arrived.
    pub fn status(&self) -> Option<u16> {
        self.answer.as_ref().map(|answer| answer.status)
    }

    /// The headers, if an answer arrived.
    pub fn headers(&self) -> Option<&HeaderMap> {
        self.answer.as_ref().map(|answer| &answer.headers)
    }

    /// What the service sent, cut off at the limit for responses.
    pub fn body(&self) -> &[u8] {
        self.answer.as_ref().map_or(&[], |answer| &answer.body)
    }

    fn of_transport(error: ureq::Error, operation: Operation, call: &str) -> Self {
        let code = match &error {
            ureq::Error::Timeout(_) => "timeout",
            ureq::Error::Io(error) if error.kind() == io::ErrorKind::TimedOut => "timeout",
            ureq::Error::BadUri(_) | ureq::Error::Http(_) => "request_invalid",
            _ => "unreachable",
        };
        Self {
            call: call.to_owned(),
            source: Some(Box::new(error)),
            ..Self::new(code, operation.id)
        }
    }
}

impl fmt::Debug for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ApiError")
            .field("code", &self.code)
            .field("operation", &self.operation)
            .field("call", &self.call)
            .field("status", &self.status())
            .field("source", &self.source)
            .finish_non_exhaustive()
    }
}

/// What arrived, its body within the limit.
pub(crate) struct Answer {
    call: String,
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn failure(self, code: &'static str, operation: Operation) -> ApiError {
        ApiError {
            call: self.call.clone(),
            answer: Some(Box::new(self)),
            ..ApiError::new(code, operation.id)
        }
    }

    /// JSON is UTF-8; bytes that are not cannot be read. A byte order mark is no JSON.
    pub fn text(&self) -> &str {
        let text = std::str::from_utf8(&self.body).unwrap_or_default();
        text.strip_prefix('\u{feff}').unwrap_or(text)
    }
}

#[derive(Debug)]
pub(crate) struct Sender {
    agent: Agent,
    limit: u64,
}

impl Sender {
    pub fn new(timeout: Duration, limit: u64) -> Self {
        let config = Agent::config_builder()
            .timeout_global(Some(timeout))
            .http_status_as_error(false)
            // A redirect would carry the token to another place.
            .max_redirects(0)
            // A connection of an earlier call may be dead; then nobody would know whether a POST
            // arrived.
            .max_idle_connections(0)
            .build();
        Self {
            agent: config.into(),
            limit,
        }
    }

    /// Makes one request. The body of an error is cut off at the limit.
    pub fn send(
        &self,
        operation: Operation,
        uri: &str,
        headers: &[(&str, &str)],
        body: Option<String>,
    ) -> Result<Answer, ApiError> {
        // Without this header, a service may compress its answer (RFC 9110, 12.5.3).
        let mut request = Request::builder()
            .method(operation.method)
            .uri(uri)
            .header("Accept-Encoding", "identity");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let invalid = |_| ApiError::new("request_invalid", operation.id);
        let response = match body {
            Some(body) => self.agent.run(request.body(body).map_err(invalid)?),
            None => self.agent.run(request.body(()).map_err(invalid)?),
        };
        let call = format!(", {} {uri}", operation.method);
        let response = response.map_err(|error| ApiError::of_transport(error, operation, &call))?;
        if response.status().is_informational() {
            // Another protocol, which nobody asked for.
            let unreachable = ApiError::new("unreachable", operation.id);
            return Err(ApiError { call, ..unreachable });
        }
        self.read(operation, call, response)
    }

    fn read(&self, operation: Operation, call: String, response: Response<Body>) -> Result<Answer, ApiError> {
        let (head, body) = response.into_parts();
        let mut answer = Answer {
            call,
            status: head.status.as_u16(),
            headers: head.headers,
            body: Vec::new(),
        };
        let mut limited = body.into_reader().take(self.limit + 1);
        let outcome = limited.read_to_end(&mut answer.body);
        let is_too_large = answer.body.len() as u64 > self.limit;
        if is_too_large {
            answer.body.pop();
        }
        match outcome {
            _ if (300..400).contains(&answer.status) => Err(answer.failure("redirect_refused", operation)),
            Err(error) => {
                let transport = ApiError::of_transport(error.into(), operation, &answer.call);
                Err(ApiError {
                    answer: Some(Box::new(answer)),
                    ..transport
                })
            }
            Ok(_) if is_too_large && answer.status < 300 => Err(answer.failure("response_too_large", operation)),
            Ok(_) => Ok(answer),
        }
    }
}

/// Without the slash at its end: https, or http to this machine where that is allowed.
pub(crate) fn checked_url(
    given: &str,
    allow_insecure_loopback: bool,
    operation: &'static str,
) -> Result<String, ApiError> {
    let invalid = || ApiError::new("base_url_invalid", operation);
    let uri: Uri = given.parse().map_err(|_| invalid())?;
    let authority = uri.authority().ok_or_else(invalid)?;
    let has_odd_port = authority.port().is_none() && authority.as_str().trim_end_matches(':') != authority.host();
    if given.contains(['?', '#']) || authority.as_str().contains('@') || authority.host().is_empty() || has_odd_port {
        return Err(invalid());
    }
    match uri.scheme_str() {
        Some("https") => {}
        Some("http") if allow_insecure_loopback && is_loopback(authority.host()) => {}
        Some("http") => return Err(ApiError::new("insecure_url", operation)),
        _ => return Err(invalid()),
    }
    Ok(given.trim_end_matches('/').to_owned())
}

fn is_loopback(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    host.eq_ignore_ascii_case("localhost") || bare.parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
}
