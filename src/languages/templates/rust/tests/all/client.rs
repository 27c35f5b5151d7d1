//! What vectors/client.json does not say of the client: answers without an end, and another header.

use std::error::Error;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;

use collections_contract::{Client, ClientOptions, Secret};

/// Answers one request, which it returns in lower case, then waits until the client hangs up.
fn answering(answer: String) -> (String, thread::JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let seen = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut bytes = [0; 4096];
        let length = stream.read(&mut bytes).unwrap();
        let _ = stream.write_all(answer.as_bytes());
        let _ = stream.read(&mut [0; 1]);
        String::from_utf8_lossy(&bytes[..length]).to_lowercase()
    });
    (url, seen)
}

fn local() -> ClientOptions {
    ClientOptions {
        allow_insecure_loopback: true,
        ..ClientOptions::default()
    }
}

#[test]
fn endless_answers_end() {
    let (url, _) = answering(format!("HTTP/1.1 200 X\r\n\r\n{}", " ".repeat(4000)));
    let options = ClientOptions {
        max_response_bytes: 2000,
        ..local()
    };
    let client = Client::new(&url, Secret::new("t"), options).unwrap();
    let error = client.list_app_webhooks("1").unwrap_err();
    assert_eq!(error.code(), "response_too_large");
}

#[test]
fn why_no_answer_arrived_is_its_source() {
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let client = Client::new(&format!("http://{nobody}"), Secret::new("t"), local()).unwrap();
    let error = client.list_app_webhooks("1").unwrap_err();
    assert!(error.source().is_some(), "{error:?}");
}

#[test]
fn what_cannot_stand_in_a_header_is_refused_at_once() {
    for (name, prefix) in [("a b", ""), ("", ""), ("X-Token", "a\nb"), ("X-Token", "\u{e9}")] {
        let options = ClientOptions {
            token_header: name.to_owned(),
            token_prefix: prefix.to_owned(),
            ..ClientOptions::default()
        };
        let refused = Client::new("https://example.com", Secret::new("t"), options).unwrap_err();
        assert_eq!(refused.code(), "token_invalid");
    }
}

#[test]
fn another_header_for_the_token() {
    let answer = "HTTP/1.1 200 X\r\nContent-Length: 2\r\nConnection: close\r\n\r\n[]";
    let (url, seen) = answering(answer.to_owned());
    let options = ClientOptions {
        token_header: "X-Token".to_owned(),
        token_prefix: String::new(),
        ..local()
    };
    let client = Client::new(&url, Secret::new("token-1"), options).unwrap();
    client.list_app_webhooks("1").unwrap();
    assert!(!format!("{client:?}").contains("token-1"));
    drop(client);
    let head = seen.join().unwrap();
    assert!(
        head.contains("\r\nx-token: token-1\r\n") && !head.contains("authorization"),
        "{head}"
    );
}
