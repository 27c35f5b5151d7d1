//! The cases of vectors/client.json: results, errors, and what was sent, over real sockets.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use collections_contract::models::{AppWebhookWrite, ClientWebhookCreate};
use collections_contract::{
    ApiError, AuthorizationCode, Client, ClientOptions, Model, Secret, exchange_authorization_code,
};
use serde_json::{Map, Value, json};

use super::text;

type Sent = Arc<Mutex<Vec<Value>>>;

#[test]
fn all_cases() {
    // A client has one token.
    for case in super::cases("client.json", 60, &["token renewal"]) {
        let id = &case["id"];
        let (url, sent) = answering(case["answers"].as_array().unwrap().clone());
        let url = case["baseUrl"].as_str().unwrap_or(&url);
        match made(&case, url) {
            Ok(text) => {
                let result = case["result"].as_str().unwrap();
                let [read, expected] = [&text, result].map(|text| serde_json::from_str::<Value>(text).unwrap());
                assert_eq!(read, expected, "{id}");
            }
            Err(error) => {
                let time = error.headers().and_then(|all| all.get("retry-after")?.to_str().ok());
                let found = json!({ "code": error.code(), "status": error.status(), "retryAfter": time });
                for (name, expected) in case["error"].as_object().unwrap() {
                    assert_eq!(&found[name], expected, "{id}");
                }
                let said = format!("{error} {error:?}");
                assert!(!said.contains("hidden") && !said.contains("token-1"), "{said}");
                for request in sent.lock().unwrap().iter() {
                    let call = format!("{} {url}{}", text(&request["method"]), text(&request["path"]));
                    assert!(error.to_string().contains(&call), "{said}");
                }
            }
        }
        if let Some(expected) = case["sent"].as_array() {
            assert_eq!(*sent.lock().unwrap(), *expected, "{id}");
        }
    }
}

/// Calls the operation, and returns the result as JSON.
fn made(case: &Value, url: &str) -> Result<String, ApiError> {
    let options = ClientOptions {
        timeout: Duration::from_millis(case["timeoutMs"].as_u64().unwrap()),
        max_response_bytes: case["maxResponseBytes"].as_u64().unwrap(),
        allow_insecure_loopback: true,
        token_header: "Authorization".to_owned(),
        token_prefix: "Bearer ".to_owned(),
    };
    let given = &case["given"];
    let operation = text(&case["operation"]);
    if operation == "exchangeAuthorizationCode" {
        let code = AuthorizationCode {
            code: Secret::new(text(&given["code"])),
            client_id: text(&given["client_id"]),
            client_secret: Secret::new(text(&given["client_secret"])),
            redirect_uri: text(&given["redirect_uri"]),
        };
        return exchange_authorization_code(url, &code, &options).map(|tokens| tokens.to_json());
    }
    let client = Client::new(url, Secret::new(text(&case["tokens"][0])), options)?;
    let body = given.to_string();
    match operation.as_str() {
        "createClientWebhook" => {
            let webhook = ClientWebhookCreate::from_json(&body).unwrap();
            client.create_client_webhook(&webhook).map(|created| created.to_json())
        }
        "createAppWebhook" => {
            let webhook = AppWebhookWrite::from_json(&body).unwrap();
            client.create_app_webhook(&webhook).map(|created| created.to_json())
        }
        _ => client.list_app_webhooks(given.as_str().unwrap()),
    }
}

/// Answers one connection after the other, and keeps what was sent.
fn answering(answers: Vec<Value>) -> (String, Sent) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let sent = Sent::default();
    let own = sent.clone();
    thread::spawn(move || {
        let mut held = Vec::new();
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let request = request(&stream);
            let mut all = own.lock().unwrap();
            let answer = answers.get(all.len()).cloned().unwrap_or_else(|| json!(""));
            all.push(request);
            match answer.as_str() {
                Some(bytes) => stream.write_all(bytes.as_bytes()).unwrap_or(()),
                None => held.push(stream),
            }
        }
    });
    (url, sent)
}

fn request(stream: &TcpStream) -> Value {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") && reader.read_line(&mut head).unwrap() > 0 {}
    let header = |name: &str| {
        head.lines()
            .filter_map(|line| line.split_once(": "))
            .find(|(own, _)| own.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    };
    let mut body = vec![0; header("content-length").map_or(0, |length| length.parse().unwrap())];
    reader.read_exact(&mut body).unwrap();
    let mut words = head.split(' ');
    let mut sent =
        json!({ "method": words.next(), "path": words.next(), "codings": header("accept-encoding").is_some() });
    if let Some(authorization) = header("authorization") {
        sent["authorization"] = authorization.into();
    }
    if sent["method"] == "POST" {
        sent["contentType"] = header("content-type").into();
        sent["body"] = serde_json::from_slice(&body).unwrap_or_else(|_| {
            let fields = form_urlencoded::parse(&body);
            Value::Object(
                fields
                    .map(|(name, value)| (name.into_owned(), json!(value)))
                    .collect::<Map<_, _>>(),
            )
        });
    }
    sent
}
