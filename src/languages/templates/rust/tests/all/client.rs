//! The client against a server that answers what the test wants, over real HTTP.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use collections_contract::models::{AppWebhookWrite, ClientWebhookCreate, TokenResponse};
use collections_contract::{
    ApiError, AuthorizationCode, Client, ClientOptions, Secret, exchange_authorization_code,
};

struct Service {
    url: String,
    /// Request line and headers in lower case, and body.
    requests: Receiver<(String, String)>,
}

/// Answers one request after the other with these, then hangs up on all others.
fn answering(answers: Vec<(u16, String)>, delay: Duration) -> Service {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let (seen, requests) = channel();
    thread::spawn(move || {
        let mut answers = answers.into_iter();
        for stream in listener.incoming() {
            let mut reader = BufReader::new(stream.unwrap());
            let mut head = String::new();
            while !head.ends_with("\r\n\r\n") && reader.read_line(&mut head).unwrap() > 0 {}
            let head = head.replacen(' ', "\n", 1).to_lowercase();
            let length = head
                .lines()
                .find_map(|line| line.strip_prefix("content-length: "));
            let mut body = vec![0; length.map_or(0, |length| length.parse().unwrap())];
            reader.read_exact(&mut body).unwrap();
            let _ = seen.send((head, String::from_utf8(body).unwrap()));
            let Some((status, text)) = answers.next() else {
                continue;
            };
            thread::sleep(delay);
            let length = text.len();
            let answer = format!(
                "HTTP/1.1 {status} X\r\nLocation: /elsewhere\r\nContent-Length: {length}\r\n\r\n{text}"
            );
            let _ = reader.into_inner().write_all(answer.as_bytes());
        }
    });
    Service { url, requests }
}

fn service(answers: &[(u16, &str)]) -> Service {
    let own = answers
        .iter()
        .map(|(status, text)| (*status, (*text).to_owned()));
    answering(own.collect(), Duration::ZERO)
}

impl Service {
    fn client(&self) -> Client {
        Client::new(&self.url, Secret::new("hidden-token"), local()).unwrap()
    }

    fn seen(&self) -> (String, String) {
        self.requests.recv_timeout(Duration::from_secs(5)).unwrap()
    }

    fn saw_nothing(&self) {
        assert!(
            self.requests
                .recv_timeout(Duration::from_millis(50))
                .is_err()
        );
    }
}

fn local() -> ClientOptions {
    ClientOptions {
        allow_insecure_loopback: true,
        ..ClientOptions::default()
    }
}

fn client_webhook() -> ClientWebhookCreate {
    ClientWebhookCreate {
        client: "/c/1".to_owned(),
        name: "n".to_owned(),
        events: vec!["e".to_owned()],
        url: "https://hooks.example.com/".to_owned(),
        ..ClientWebhookCreate::default()
    }
}

fn app_webhook() -> AppWebhookWrite {
    AppWebhookWrite {
        app: Some("/a/1".to_owned()),
        webhook_url: Some("https://hooks.example.com/".to_owned()),
        events: Some(vec!["e".to_owned()]),
        response_handling_type: Some(2),
        active: Some(true),
        ..AppWebhookWrite::default()
    }
}

/// The code, after looking whether anything of the answer is printed.
fn code<T>(result: Result<T, ApiError>) -> &'static str {
    let Err(error) = result else {
        return "it worked";
    };
    let said = format!("{error} {error:?} {error:#?}");
    assert!(
        !said.contains("hidden") && !said.contains("/elsewhere"),
        "{said}"
    );
    error.code()
}

#[test]
fn unknown_members_and_statuses_are_taken() {
    let service = service(&[(299, r#"{"secret":"s","x-new":[1]}"#)]);
    let created = service
        .client()
        .create_client_webhook(&client_webhook())
        .unwrap();
    assert_eq!(
        (created.secret.reveal(), created.extra.get("x-new")),
        ("s", Some("[1]"))
    );
    let (head, body) = service.seen();
    assert!(
        head.starts_with("post\n/api/client_webhooks http/1.1\r\n"),
        "{head}"
    );
    assert!(
        head.contains("\r\nauthorization: bearer hidden-token\r\n"),
        "{head}"
    );
    let expected =
        r#"{"client":"/c/1","events":["e"],"name":"n","url":"https://hooks.example.com/"}"#;
    assert_eq!(body, expected);
}

#[test]
fn a_list_of_any_form_is_handed_on() {
    let forms = ["[]", r#"{"member":[{"app":"/a/1","x":1}]}"#, r#""text""#];
    let service = service(&forms.map(|form| (200, form)));
    for form in forms {
        assert_eq!(service.client().list_app_webhooks("a/b c").unwrap(), form);
    }
    let (head, _) = service.seen();
    assert!(
        head.starts_with("get\n/api/apps/a%2fb%20c/app_webhooks http/1.1\r\n"),
        "{head}"
    );
}

#[test]
fn an_app_webhook_that_was_made_is_no_error() {
    let service = service(&[(201, ""), (201, "[]"), (201, "{"), (201, "null"), (204, "")]);
    for _ in 0..5 {
        service.client().create_app_webhook(&app_webhook()).unwrap();
    }
}

#[test]
fn failures_have_codes_and_print_nothing() {
    let large = " ".repeat((1 << 20) + 1);
    let answers = [
        (302, "hidden", "redirect_refused"),
        (418, "hidden", "request_rejected"),
        (599, "hidden", "service_failed"),
        (200, "hidden", "response_not_json"),
        (200, r#"{"secret":1,"x":"hidden"}"#, "response_invalid"),
        (200, r#"{"secret":"","x":"hidden"}"#, "response_invalid"),
        (200, &large, "response_too_large"),
    ];
    let service = service(&answers.map(|(status, text, _)| (status, text)));
    let client = service.client();
    for (status, text, expected) in answers {
        let error = client.create_client_webhook(&client_webhook()).unwrap_err();
        assert_eq!(error.status(), Some(status));
        assert_eq!(error.headers().unwrap()["location"], "/elsewhere");
        assert_eq!(error.body(), &text.as_bytes()[..text.len().min(1 << 20)]);
        assert_eq!(code::<()>(Err(error)), expected);
        let (head, _) = service.seen();
        assert!(head.starts_with("post\n/api/client_webhooks "), "{head}");
    }
    // The service hangs up.
    assert_eq!(
        code(client.create_client_webhook(&client_webhook())),
        "unreachable"
    );
    service.seen();
    service.saw_nothing();
}

#[test]
fn slow_calls_end() {
    let service = answering(vec![(200, "[]".to_owned())], Duration::from_millis(300));
    let timeout = Duration::from_millis(50);
    let options = ClientOptions { timeout, ..local() };
    let client = Client::new(&service.url, Secret::new("t"), options).unwrap();
    assert_eq!(code(client.list_app_webhooks("1")), "timeout");
    service.seen();
    service.saw_nothing();
}

#[test]
fn endless_answers_end() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let _ = stream.read(&mut [0; 4096]);
        let _ = write!(stream, "HTTP/1.1 200 X\r\n\r\n{}", " ".repeat(4000));
        // Until the client hangs up.
        let _ = stream.read(&mut [0; 1]);
    });
    let max_response_bytes = 2000;
    let options = ClientOptions {
        max_response_bytes,
        ..local()
    };
    let client = Client::new(&url, Secret::new("t"), options).unwrap();
    assert_eq!(code(client.list_app_webhooks("1")), "response_too_large");
}

#[test]
fn nothing_is_sent_that_cannot_be_right() {
    let service = service(&[]);
    let client = service.client();
    assert!(!format!("{client:?}").contains("hidden-token"));
    for id in ["", ".", ".."] {
        assert_eq!(code(client.list_app_webhooks(id)), "request_invalid");
    }
    let (none, no_event) = (AppWebhookWrite::default(), ClientWebhookCreate::default());
    assert_eq!(code(client.create_app_webhook(&none)), "request_invalid");
    assert_eq!(
        code(client.create_client_webhook(&no_event)),
        "request_invalid"
    );
    for (url, token, expected) in [
        ("http://example.com", "t", "insecure_url"),
        ("http://127.0.0.1.example.com", "t", "insecure_url"),
        ("ftp://example.com", "t", "base_url_invalid"),
        ("https://user:hidden@example.com", "t", "base_url_invalid"),
        ("https://example.com/?a=hidden", "t", "base_url_invalid"),
        ("https://", "t", "base_url_invalid"),
        ("/path", "t", "base_url_invalid"),
        ("https://example.com", "hidden\n", "token_invalid"),
        ("https://example.com", "", "token_invalid"),
    ] {
        assert_eq!(
            code(Client::new(url, Secret::new(token), local())),
            expected,
            "{url}"
        );
    }
    let strict = Client::new(&service.url, Secret::new("t"), ClientOptions::default());
    assert_eq!(code(strict), "insecure_url");
    service.saw_nothing();
}

#[test]
fn another_header_for_the_token() {
    let service = service(&[(200, "[]")]);
    let options = ClientOptions {
        token_header: "X-Token".to_owned(),
        token_prefix: String::new(),
        ..local()
    };
    let client = Client::new(&service.url, Secret::new("t"), options).unwrap();
    client.list_app_webhooks("1").unwrap();
    let (head, _) = service.seen();
    assert!(
        head.contains("\r\nx-token: t\r\n") && !head.contains("authorization"),
        "{head}"
    );
}

#[test]
fn tokens() {
    let good =
        r#"{"token_type":"bearer","expires_in":60,"access_token":"a","refresh_token":"r","x":1}"#;
    let mac = good.replace("bearer", "mac");
    let service = service(&[
        (203, good),
        (400, "hidden"),
        (500, ""),
        (307, "hidden"),
        (200, "{}"),
        (200, &mac),
    ]);
    let mut given = AuthorizationCode {
        code: Secret::new("c&"),
        client_id: "i".to_owned(),
        client_secret: Secret::new("hidden"),
        redirect_uri: "https://a.example/".to_owned(),
    };
    let exchange = |given: &AuthorizationCode| -> Result<TokenResponse, ApiError> {
        exchange_authorization_code(&service.url, given, &local())
    };
    let tokens = exchange(&given).unwrap();
    assert_eq!(
        (tokens.access_token.reveal(), tokens.extra.get("x")),
        ("a", Some("1"))
    );
    let (head, body) = service.seen();
    assert!(
        head.contains("\r\ncontent-type: application/x-www-form-urlencoded\r\n"),
        "{head}"
    );
    assert_eq!(
        body,
        "grant_type=authorization_code&code=c%26&client_id=i&client_secret=hidden\
         &redirect_uri=https%3A%2F%2Fa.example%2F"
    );
    for expected in [
        "token_refused",
        "token_endpoint_failed",
        "redirect_refused",
        "token_response_invalid",
        "token_response_invalid",
        "unreachable",
    ] {
        assert_eq!(code(exchange(&given)), expected);
    }
    given.code = Secret::default();
    assert_eq!(code(exchange(&given)), "credentials_missing");
}
