//! The receiver behind a route of axum.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::Request;
use axum::http::{HeaderMap, Response, StatusCode, header};
use axum::routing::{MethodRouter, any};
use http_body_util::{BodyExt, LengthLimitError, Limited};

use crate::constants::SIGNATURE_HEADER;
use crate::receiver::{Answer, Receiver};

/// A route that answers 2xx only after the payment is handed over. `body_timeout`: time for a body to
/// arrive; 10 seconds are plenty. The handler of the receiver runs where it may block, and is not
/// stopped when the sender hangs up.
pub fn webhook<S>(receiver: Receiver, body_timeout: Duration) -> MethodRouter<S>
where
    S: Clone + Send + Sync + 'static,
{
    let receiver = Arc::new(receiver);
    any(move |request: Request| async move {
        match read(&receiver, request, body_timeout).await {
            Ok((body, signature)) => response(receive(receiver, body, signature).await, false),
            Err(answer) => response(answer, true),
        }
    })
}

type Delivery = (Vec<u8>, Option<String>);

/// The bytes and their signature, or why they are refused.
async fn read(
    receiver: &Receiver,
    request: Request,
    body_timeout: Duration,
) -> Result<Delivery, Answer> {
    let (head, body) = request.into_parts();
    let content_type = head.headers.get(header::CONTENT_TYPE);
    let content_type = content_type.and_then(|value| value.to_str().ok());
    let length = axum::body::HttpBody::size_hint(&body).exact();
    if let Some(answer) = receiver.refuse_head(head.method.as_str(), content_type, length) {
        return Err(answer);
    }
    let limited = Limited::new(body, receiver.max_body_bytes());
    match tokio::time::timeout(body_timeout, limited.collect()).await {
        Ok(Ok(body)) => Ok((body.to_bytes().to_vec(), signature(&head.headers))),
        Ok(Err(error)) if error.is::<LengthLimitError>() => {
            Err(receiver.refuse(413, "body_too_large"))
        }
        Ok(Err(_)) => Err(receiver.refuse(400, "body_incomplete")),
        Err(_) => Err(receiver.refuse(408, "body_timeout")),
    }
}

/// Several of the same name joined by a comma, so that none of them is chosen.
fn signature(headers: &HeaderMap) -> Option<String> {
    let values: Vec<_> = headers
        .get_all(SIGNATURE_HEADER)
        .iter()
        .map(|value| String::from_utf8_lossy(value.as_bytes()))
        .collect();
    (!values.is_empty()).then(|| values.join(","))
}

async fn receive(receiver: Arc<Receiver>, body: Vec<u8>, signature: Option<String>) -> Answer {
    let own = Arc::clone(&receiver);
    tokio::task::spawn_blocking(move || receiver.receive(&body, signature.as_deref()))
        .await
        // The handler panicked.
        .unwrap_or_else(|_| own.refuse(500, "handler_failed"))
}

fn response(answer: Answer, closes: bool) -> Response<axum::body::Body> {
    let mut response = Response::new(axum::body::Body::empty());
    *response.status_mut() =
        StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let headers = response.headers_mut();
    if answer.status == 405 {
        headers.insert(header::ALLOW, header::HeaderValue::from_static("POST"));
    }
    if closes {
        // The rest of the body was not read, so nothing more can come over this connection.
        headers.insert(
            header::CONNECTION,
            header::HeaderValue::from_static("close"),
        );
    }
    response
}
