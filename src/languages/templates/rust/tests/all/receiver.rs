//! The receiver over real HTTP: what is handed over, what is refused, and what is answered when.

use std::any::Any;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use collections_contract::constants::{CASE_FILE_PAYMENT_CONFIRMED, SIGNATURE_HEADER};
use collections_contract::{
    DuplicateStore, HandOver, HandlerError, MemoryStore, Receiver, serve, sign, webhook,
};

const SECRET: &str = "<WEBHOOK_SECRET>";

struct Server {
    address: SocketAddr,
    handled: Arc<Mutex<Vec<i64>>>,
    problems: Arc<Mutex<Vec<&'static str>>>,
    _runtime: tokio::runtime::Runtime,
}

/// The first hand-overs go as `ways` says; all others succeed.
fn serve_ways(ways: &[&'static str]) -> Server {
    let (handled, problems) = (
        Arc::<Mutex<Vec<i64>>>::default(),
        Arc::<Mutex<Vec<_>>>::default(),
    );
    let (own, told, ways) = (handled.clone(), problems.clone(), Mutex::new(ways.to_vec()));
    let receiver = Receiver::new(["<OLD_SECRET>", SECRET], move |payment, _| {
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
    runtime.spawn(serve(
        listener,
        app,
        Duration::from_millis(300),
        std::future::pending(),
    ));
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
    let server = serve_ways(&[]);
    let answers: Vec<u16> = std::thread::scope(|scope| {
        let posts: Vec<_> = (0..50)
            .map(|_| scope.spawn(|| server.post(&payment("1", ""))))
            .collect();
        posts.into_iter().map(|post| post.join().unwrap()).collect()
    });
    // While the first one is handled, the service is asked to come again.
    assert!(answers.iter().all(|status| [204, 503].contains(status)));
    assert!(answers.contains(&204));
    assert_eq!(server.handled(), [1]);
}

#[test]
fn chunks_unknown_members_and_a_byte_order_mark_are_taken() {
    let server = serve_ways(&[]);
    let body = [
        &b"\xef\xbb\xbf"[..],
        &payment("2", r#","x-later":[1,null]"#),
    ]
    .concat();
    assert_eq!(server.post_in_chunks(&body), 204);
    let media_type = "Application/JSON; charset=utf-8";
    let again = server.post_with(&body, "POST", media_type, &signed(&body));
    assert_eq!((again, server.handled()), (204, vec![2]));
}

#[test]
fn a_failed_hand_over_is_no_success_and_comes_again() {
    let server = serve_ways(&["disk full", "panics"]);
    let answers: Vec<u16> = (0..4).map(|_| server.post(&payment("4", ""))).collect();
    assert_eq!(
        (answers, server.handled()),
        (vec![500, 500, 204, 204], vec![4])
    );
    assert_eq!(*server.problems.lock().unwrap(), ["handler_failed"; 2]);
}

#[test]
fn bodies_that_do_not_end() {
    let server = serve_ways(&[]);
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
fn slow_heads_are_closed() {
    let server = serve_ways(&[]);
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(5)))
        .unwrap();
    stream
        .write_all(b"POST / HTTP/1.1\r\nHost: x\r\nX-Slow: ")
        .unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    assert_eq!(answer, b"");
}

#[test]
fn ambiguous_heads_are_refused() {
    let server = serve_ways(&[]);
    let head = |lines: &str| {
        format!("POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n{lines}\r\n\r\n")
    };
    for lines in [
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked, chunked",
        "Transfer-Encoding: \x0bchunked",
    ] {
        assert_eq!(
            server.raw(&head(lines), b"2\r\n{}\r\n0\r\n\r\n", false),
            400,
            "{lines:?}"
        );
    }
}

#[test]
fn handlers_get_the_delivery_and_the_transaction_of_the_store() {
    struct Table;
    impl DuplicateStore for Table {
        fn once(&self, _: &str, hand_over: &mut HandOver<'_>) -> Result<(), HandlerError> {
            hand_over(&mut "connection".to_owned())
        }
    }
    let seen = Arc::<Mutex<Vec<String>>>::default();
    let (own, unknown) = (seen.clone(), seen.clone());
    let receiver = Receiver::new(["<OLD_SECRET>", SECRET], move |payment, delivery| {
        let index = delivery.secret_index;
        let key = delivery.key;
        let connection = delivery.transaction::<String>().unwrap();
        own.lock()
            .unwrap()
            .push(format!("{} {key} {index} {connection}", payment.id));
        Ok(())
    })
    .unwrap()
    .with_key(|payment| format!("payment-{}", payment.id))
    .with_store(Table)
    .on_unknown(move |delivery| {
        let body = String::from_utf8_lossy(delivery.body).into_owned();
        unknown
            .lock()
            .unwrap()
            .push(format!("{} {body}", delivery.event));
        Ok(())
    });
    let other = br#"{"@event":"case_file.closed"}"#;
    for body in [&payment("7", "")[..], other] {
        let header = sign(body, SECRET).unwrap();
        assert_eq!(receiver.receive(body, Some(&header)).status, 204);
    }
    let expected = [
        "7 payment-7 1 connection",
        r#"case_file.closed {"@event":"case_file.closed"}"#,
    ];
    assert_eq!(*seen.lock().unwrap(), expected);
}

#[test]
fn the_memory_forgets_the_oldest() {
    let (store, mut count) = (MemoryStore::new(2), 0);
    for key in ["a", "b", "a", "c", "a"] {
        let mut hand_over = |_: &mut dyn Any| {
            count += 1;
            Ok(())
        };
        store.once(key, &mut hand_over).unwrap();
    }
    assert_eq!(count, 4);
}
