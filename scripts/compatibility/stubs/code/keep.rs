//! Verifies each delivery over the bytes that arrived, and keeps them for the handler.

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use collections_contract::verify;

const MAX_BYTES: usize = 1_000_000;

tokio::task_local! {
    pub static RAW_BODY: Bytes;
}

pub async fn keep_bytes(request: Request, next: Next) -> Response {
    if request.uri().path() != "/client-webhook" {
        return next.run(request).await;
    }
    let (head, body) = request.into_parts();
    let Ok(body) = to_bytes(body, MAX_BYTES).await else {
        return StatusCode::PAYLOAD_TOO_LARGE.into_response();
    };
    let signatures = head.headers.get_all("x-service-signature");
    let values: Vec<_> = signatures.iter().filter_map(|value| value.to_str().ok()).collect();
    let secret = std::env::var("WEBHOOK_SECRET").unwrap_or_default();
    if verify(&body, Some(&values.join(",")), &[secret]).is_err() {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let request = Request::from_parts(head, Body::from(body.clone()));
    RAW_BODY.scope(body, next.run(request)).await
}
