//! The receiver over real HTTP: what is handed over, what is refused, and what is answered when.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use collections_contract::constants::{CASE_FILE_PAYMENT_CONFIRMED, SIGNATURE_HEADER};
use collections_contract::{DuplicateStore, MemoryStore, Receiver, SignatureError, sign, webhook};

const SECRET: &str = "<WEBHOOK_SECRET>";

struct Server {
    address: SocketAddr,
    handled: Arc<Mutex<Vec<i64>>>,
    problems: Arc<Mutex<Vec<&'static str>>>,
    _runtime: tokio::runtime::Runtime,
}

/// The first hand-overs go as `ways` says; all others succeed.
fn serve(ways: &[&'static str]) -> Server {
    let (handled, problems) = (
        Arc::<Mutex<Vec<i64>>>::default(),
        Arc::<Mutex<Vec<_>>>::default(),
    );
    let (own, told, ways) = (handled.clone(), problems.clone(), Mutex::new(ways.to_vec()));
    let receiver = Receiver::new(["<OLD_SECRET>", SECRET], move |payment| {
        let way = ways.lock().unwrap().pop();
        match way {
            Some("panics") => panic!("on purpose"),
            Some(other) => Err(other.into()),
            None => {
                own.lock().unwrap().push(payment.id);
                Ok(())
            }
        }
    })
    .unwrap()
    .with_max_body_bytes(2000)
    .on_problem(move |code, _| told.lock().unwrap().push(code));
    assert!(!format!("{receiver:?}").contains(SECRET));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let bound = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0"));
    let listener = bound.unwrap();
    let address = listener.local_addr().unwrap();
    let app = Router::new().route("/", webhook(receiver, Duration::from_millis(300)));
    runtime.spawn(async { axum::serve(listener, app).await });
    Server {
        address,
        handled,
        problems,
        _runtime: runtime,
    }
}

impl Server {
    /// Sends bytes, closes its half if `is_over`, and returns the status.
    fn raw(&self, head: &str, body: &[u8], is_over: bool) -> u16 {
        let mut stream = TcpStream::connect(self.address).unwrap();
        let wait = Some(Duration::from_secs(5));
        stream.set_read_timeout(wait).unwrap();
        stream.write_all(head.as_bytes()).unwrap();
        // A server that has refused already may have closed the connection.
        let _ = stream.write_all(body);
        if is_over {
            stream.shutdown(Shutdown::Write).unwrap();
        }
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).unwrap();
        std::str::from_utf8(&answer[9..]).unwrap().parse().unwrap()
    }

    /// A genuine delivery.
    fn post(&self, body: &[u8]) -> u16 {
        self.post_with(body, "POST", "application/json", &signed(body))
    }

    fn post_with(&self, body: &[u8], method: &str, media_type: &str, signature: &str) -> u16 {
        let length = body.len();
        let head = format!(
            "{method} / HTTP/1.1\r\nHost: x\r\nContent-Type: {media_type}\r\n{signature}\
             Content-Length: {length}\r\n\r\n"
        );
        self.raw(&head, body, false)
    }

    fn post_in_chunks(&self, body: &[u8]) -> u16 {
        let head = format!(
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n{}\
             Transfer-Encoding: chunked\r\n\r\n",
            signed(body)
        );
        let mut chunks = Vec::new();
        for chunk in body.chunks(9) {
            chunks.extend(format!("{:x}\r\n", chunk.len()).bytes());
            chunks.extend(chunk);
            chunks.extend(b"\r\n");
        }
        chunks.extend(b"0\r\n\r\n");
        self.raw(&head, &chunks, false)
    }

    fn handled(&self) -> Vec<i64> {
        self.handled.lock().unwrap().clone()
    }
}

fn signed(body: &[u8]) -> String {
    format!("{SIGNATURE_HEADER}: {}\r\n", sign(body, SECRET).unwrap())
}

fn payment(id: &str, more: &str) -> Vec<u8> {
    format!(r#"{{"@event":"{CASE_FILE_PAYMENT_CONFIRMED}","id":{id}{more}}}"#).into_bytes()
}

#[test]
fn a_payment_is_handed_over_once() {
    let server = serve(&[]);
    let answers: Vec<u16> = std::thread::scope(|scope| {
        let posts: Vec<_> = (0..50)
            .map(|_| scope.spawn(|| server.post(&payment("1", ""))))
            .collect();
        posts.into_iter().map(|post| post.join().unwrap()).collect()
    });
    assert_eq!((answers, server.handled()), (vec![204; 50], vec![1]));
}

#[test]
fn chunks_unknown_members_and_a_byte_order_mark_are_taken() {
    let server = serve(&[]);
    let body = [&b"\xef\xbb\xbf"[..], &payment("2", r#","later":[1,null]"#)].concat();
    assert_eq!(server.post_in_chunks(&body), 204);
    let media_type = "Application/JSON; charset=utf-8";
    let again = server.post_with(&body, "POST", media_type, &signed(&body));
    assert_eq!((again, server.handled()), (204, vec![2]));
}

#[test]
fn unknown_events_are_acknowledged() {
    let server = serve(&[]);
    assert_eq!(server.post(br#"{"@event":"case_file.closed"}"#), 204);
    assert_eq!(server.handled(), [] as [i64; 0]);
}

#[test]
fn a_failed_hand_over_is_no_success_and_comes_again() {
    let server = serve(&["disk full", "panics"]);
    let answers: Vec<u16> = (0..4).map(|_| server.post(&payment("4", ""))).collect();
    assert_eq!(
        (answers, server.handled()),
        (vec![500, 500, 204, 204], vec![4])
    );
    assert_eq!(*server.problems.lock().unwrap(), ["handler_failed"; 2]);
}

#[test]
fn what_is_refused() {
    let server = serve(&[]);
    let body = payment("5", "");
    let (genuine, forged) = (signed(&body), signed(b"another body"));
    let large = payment("5", &format!(r#","pad":"{}""#, "x".repeat(2000)));
    for signature in [
        forged.clone(),
        String::new(),
        genuine.repeat(2),
        forged + &genuine,
    ] {
        assert_eq!(
            server.post_with(&body, "POST", "application/json", &signature),
            401
        );
    }
    let longer = [&body[..], b" "].concat();
    assert_eq!(
        server.post_with(&longer, "POST", "application/json", &genuine),
        401
    );
    assert_eq!(server.post(b"{"), 400);
    assert_eq!(server.post(b"{}{}"), 400);
    assert_eq!(server.post(b"{\"@event\":\"\xff\"}"), 400);
    assert_eq!(server.post(&[b'['; 1900]), 400);
    assert_eq!(server.post(b"[]"), 422);
    assert_eq!(server.post(br#"{"@Event":"x","Id":1}"#), 422);
    assert_eq!(server.post(&payment(r#""5""#, "")), 422);
    assert_eq!(server.post(&large), 413);
    assert_eq!(server.post_in_chunks(&large), 413);
    assert_eq!(server.post_with(&body, "POST", "text/plain", &genuine), 415);
    assert_eq!(
        server.post_with(&body, "PUT", "application/json", &genuine),
        405
    );
    assert_eq!(server.handled(), [] as [i64; 0]);
}

#[test]
fn bodies_that_do_not_end() {
    let server = serve(&[]);
    let head = |length: i32| {
        format!(
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n"
        )
    };
    assert_eq!(server.raw(&head(900), b"{", false), 408);
    assert_eq!(server.raw(&head(-1), b"{", false), 400);
    let endless = "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
                   Transfer-Encoding: chunked\r\n\r\n7d1\r\n";
    assert_eq!(server.raw(endless, &[b'x'; 2001], false), 413);
    assert_eq!(
        *server.problems.lock().unwrap(),
        ["body_timeout", "body_too_large"]
    );
}

#[test]
fn empty_secrets_are_refused_at_once() {
    for secrets in [&[][..], &[""], &["a", ""]] {
        let refused = Receiver::new(secrets.iter().copied(), |_| Ok(()));
        assert_eq!(refused.unwrap_err(), SignatureError::SecretEmpty);
    }
}

#[test]
fn other_servers_have_the_limit_too() {
    let receiver = Receiver::new([SECRET], |_| Ok(())).unwrap();
    let answer = receiver.with_max_body_bytes(3).receive(b"{}  ", None);
    assert_eq!((answer.status, answer.code), (413, Some("body_too_large")));
}

#[test]
fn the_memory_forgets_the_oldest() {
    let (store, mut count) = (MemoryStore::new(2), 0);
    for key in ["a", "b", "a", "c", "a"] {
        let mut hand_over = || {
            count += 1;
            Ok(())
        };
        store.once(key, &mut hand_over).unwrap();
    }
    assert_eq!(count, 4);
}
