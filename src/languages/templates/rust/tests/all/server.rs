//! The receiver as a route of axum: what it answers while a handler hangs or a body does not end.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::header;
use collections_contract::constants::SIGNATURE_HEADER;
use collections_contract::{LabelledSecret, Receiver, codes, sign, webhook};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Frame;
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;

use super::hand_over::{SECRET, payment, takes};

fn request(body: impl Into<Body>, of: &[u8]) -> Request {
    Request::post("/")
        .header(header::CONTENT_TYPE, "application/json")
        .header(SIGNATURE_HEADER, sign(of, SECRET).unwrap())
        .body(body.into())
        .unwrap()
}

/// Status and body.
async fn call(app: &Router, request: Request) -> (u16, Bytes) {
    let response = TowerToHyperService::new(app.clone()).call(request);
    let response = response.await.unwrap();
    let (head, body) = response.into_parts();
    (head.status.as_u16(), body.collect().await.unwrap().to_bytes())
}

fn app(receiver: Receiver) -> Router {
    Router::new().route("/", webhook(receiver.with_body_timeout(Duration::from_secs(60))))
}

#[tokio::test]
async fn others_are_answered_while_a_handler_hangs() {
    let (release, released) = mpsc::channel::<()>();
    let released = Mutex::new(released);
    let late = Arc::<Mutex<Vec<_>>>::default();
    let told = late.clone();
    let acme = [LabelledSecret::new("acme", SECRET)];
    let receiver = Receiver::labelled(acme, move |payment, _| {
        if payment.id == 1 {
            released.lock().unwrap().recv()?;
        }
        Ok(())
    });
    let receiver = receiver.unwrap().with_handler_timeout(Duration::from_secs(1));
    let app = app(receiver.on_problem(move |problem| {
        let owner = problem.owner.map(str::to_owned);
        told.lock().unwrap().push((problem.code, owner));
    }));
    let post = |id| call(&app, request(payment(id), &payment(id)));
    let (hanging, other) = tokio::join!(post(1), post(2));
    assert_eq!((hanging.0, other.0), (503, 204));
    let expected = [(codes::HANDLER_DEADLINE, Some("acme".to_owned()))];
    assert_eq!(*late.lock().unwrap(), expected);
    release.send(()).unwrap();
}

/// A body of which nothing arrives.
struct Silent;

impl HttpBody for Silent {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Pending
    }
}

#[tokio::test]
async fn a_body_that_does_not_end_is_too_late() {
    let receiver = takes().on_problem(|_| ()).with_body_timeout(Duration::from_millis(100));
    let app = Router::new().route("/", webhook(receiver));
    let answer = call(&app, request(Body::new(Silent), b"")).await;
    assert_eq!(answer, (408, r#"{"code":"body_timeout"}"#.into()));
}

#[tokio::test]
async fn a_body_beyond_the_limit_of_a_layer_is_too_large_too() {
    let app = app(takes().on_problem(|_| ()));
    let limited = |request: Request| async { request.map(|body| Body::new(Limited::new(body, 60))) };
    let behind = app.clone().layer(axum::middleware::map_request(limited));
    // Nobody knows the length of what a function has passed.
    let chunked = |bytes: Vec<u8>| Body::new(Full::new(Bytes::from(bytes)).map_frame(|one| one));
    let small = payment(1);
    assert!(small.len() <= 60);
    let large = [&payment(2)[..], &[b' '; 60]].concat();
    for (app, body, status) in [
        (&behind, &small, 204),
        (&behind, &large, 413),
        (&app, &large, 204),
        (&app, &vec![b' '; (1 << 20) + 1], 413),
        (
            &app,
            &[&payment(3)[..], &vec![b' '; (1 << 20) - payment(3).len()]].concat(),
            204,
        ),
    ] {
        let answer = call(app, request(chunked(body.clone()), body)).await;
        assert_eq!(answer.0, status, "{answer:?}");
    }
}
