//! The receiver as a route of axum, and a server with a time limit for heads.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use axum::routing::{MethodRouter, any};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;

use crate::codes;
use crate::constants::SIGNATURE_HEADER;
use crate::delivery::Answer;
use crate::receiver::Receiver;

/// Returns a route that answers 2xx only after the payment is handed over. The handler of the receiver
/// runs where it may block, and goes on when the sender hangs up.
pub fn webhook<S>(receiver: Receiver) -> MethodRouter<S>
where
    S: Clone + Send + Sync + 'static,
{
    let receiver = Arc::new(receiver);
    any(move |request: Request| async move {
        // hyper drops a Content-Length beside chunks, so nothing may follow chunks on a connection.
        let is_chunked = request.headers().contains_key(header::TRANSFER_ENCODING);
        match read(&receiver, request).await {
            Ok((body, signature)) => response(receiver.receive_later(body, signature).await, is_chunked),
            Err(answer) => response(answer, true),
        }
    })
}

/// Serves an application over HTTP/1.1 until `stop` ends, then finishes requests that have begun.
/// `head_timeout`: time for a head to arrive; then the connection is closed. `axum::serve` has no
/// such limit. Afterwards, end the runtime with `shutdown_timeout`: to drop it waits for handlers that
/// hang.
///
/// # Errors
///
/// That of the listener.
pub async fn serve(
    listener: TcpListener,
    app: Router,
    head_timeout: Duration,
    stop: impl Future<Output = ()>,
) -> std::io::Result<()> {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(head_timeout);
    let connections = GracefulShutdown::new();
    tokio::pin!(stop);
    loop {
        let stream = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                // No file was left, or the sender has gone: others may still be served.
                Err(_) => {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            () = &mut stop => break,
        };
        let service = TowerToHyperService::new(app.clone());
        let connection = http.serve_connection(TokioIo::new(stream), service);
        tokio::spawn(connections.watch(connection));
    }
    connections.shutdown().await;
    Ok(())
}

/// The bytes and their signature, or why they are refused.
async fn read(receiver: &Receiver, request: Request) -> Result<(Vec<u8>, Option<String>), Answer> {
    let (head, body) = request.into_parts();
    if is_ambiguous(&head.headers) {
        return Err(receiver.refuse(400, codes::BODY_INCOMPLETE));
    }
    let mut content_types = head.headers.get_all(header::CONTENT_TYPE).iter();
    // A parameter may hold any byte.
    let content_type = content_types
        .next()
        .map(|value| String::from_utf8_lossy(value.as_bytes()));
    let content_type = content_type.filter(|_| content_types.next().is_none());
    let length = axum::body::HttpBody::size_hint(&body).exact();
    if let Some(answer) = receiver.refuse_head(head.method.as_str(), content_type.as_deref(), length) {
        return Err(answer);
    }
    let limited = Limited::new(body, receiver.max_body_bytes());
    match tokio::time::timeout(receiver.body_timeout, limited.collect()).await {
        Ok(Ok(body)) => Ok((body.to_bytes().to_vec(), signature(&head.headers))),
        Ok(Err(error)) if is_limit(&*error) => Err(receiver.refuse(413, codes::BODY_TOO_LARGE)),
        Ok(Err(_)) => Err(receiver.refuse(400, codes::BODY_INCOMPLETE)),
        Err(_) => Err(receiver.refuse(408, codes::BODY_TIMEOUT)),
    }
}

/// Whether a limit was exceeded: that of the receiver, or that of a layer in front, which axum wraps.
fn is_limit(error: &(dyn Error + 'static)) -> bool {
    error.is::<LengthLimitError>() || error.source().is_some_and(is_limit)
}

/// Whether the end of the body may be seen in two places. hyper takes `chunked` if it is the last coding.
fn is_ambiguous(headers: &HeaderMap) -> bool {
    let lengths = headers.get_all(header::CONTENT_LENGTH).iter().count();
    let codings: Vec<_> = headers.get_all(header::TRANSFER_ENCODING).iter().collect();
    lengths + codings.len() > 1
        || codings
            .iter()
            .any(|coding| !coding.as_bytes().eq_ignore_ascii_case(b"chunked"))
}

/// Joins several of the same name with a comma, so that none of them is chosen.
fn signature(headers: &HeaderMap) -> Option<String> {
    let values: Vec<_> = headers
        .get_all(SIGNATURE_HEADER)
        .iter()
        .map(|value| String::from_utf8_lossy(value.as_bytes()))
        .collect();
    (!values.is_empty()).then(|| values.join(","))
}

fn response(answer: Answer, closes: bool) -> Response<axum::body::Body> {
    let (status, body) = answer.into_parts();
    let mut response = Response::new(axum::body::Body::from(body));
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let headers = response.headers_mut();
    if answer.code.is_some() {
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    }
    if status == 405 {
        headers.insert(header::ALLOW, HeaderValue::from_static("POST"));
    }
    if closes {
        // What is left of the body must not be read as the next request.
        headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}
