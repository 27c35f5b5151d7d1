//! The receiver over real HTTP: what is handed over, what is refused, and what is answered when.

use std::any::Any;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use collections_contract::constants::{CASE_FILE_PAYMENT_CONFIRMED, SIGNATURE_HEADER};
use collections_contract::{DuplicateStore, MemoryStore, Receiver, serve, sign, webhook};

const SECRET: &str = "<WEBHOOK_SECRET>";

struct Server {
    address: SocketAddr,
    handled: Arc<Mutex<Vec<i64>>>,
    problems: Arc<Mutex<Vec<&'static str>>>,
    _runtime: tokio::runtime::Runtime,
}

fn start() -> Server {
    let (handled, problems) = (Arc::<Mutex<Vec<i64>>>::default(), Arc::<Mutex<Vec<_>>>::default());
    let (own, told) = (handled.clone(), problems.clone());
    let receiver = Receiver::new([SECRET], move |payment, _| {
        own.lock().unwrap().push(payment.id);
        Ok(())
    })
    .unwrap()
    .with_max_body_bytes(2000)
    .on_problem(move |problem| told.lock().unwrap().push(problem.code));
    assert!(!format!("{receiver:?}").contains(SECRET));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let bound = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0"));
    let listener = bound.unwrap();
    let address = listener.local_addr().unwrap();
    let app = Router::new().route("/", webhook(receiver.with_body_timeout(Duration::from_millis(300))));
    runtime.spawn(serve(listener, app, Duration::from_millis(300), std::future::pending()));
    Server {
        address,
        handled,
        problems,
        _runtime: runtime,
    }
}

impl Server {
    /// Sends bytes, and returns the status.
    fn raw(&self, head: &str, body: &[u8]) -> u16 {
        let mut stream = TcpStream::connect(self.address).unwrap();
        let wait = Some(Duration::from_secs(5));
        stream.set_read_timeout(wait).unwrap();
        stream.write_all(head.as_bytes()).unwrap();
        // A server that has refused already may have closed the connection.
        let _ = stream.write_all(body);
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).unwrap();
        std::str::from_utf8(&answer[9..]).unwrap().parse().unwrap()
    }

    /// A genuine delivery.
    fn post(&self, body: &[u8]) -> u16 {
        let (length, signature) = (body.len(), sign(body, SECRET).unwrap());
        let head = format!(
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n{SIGNATURE_HEADER}: {signature}\r\n\
             Content-Length: {length}\r\n\r\n"
        );
        self.raw(&head, body)
    }
}

#[test]
fn a_payment_is_handed_over_once() {
    let server = start();
    let payment = format!(r#"{{"@event":"{CASE_FILE_PAYMENT_CONFIRMED}","id":1}}"#);
    let answers: Vec<u16> = std::thread::scope(|scope| {
        let posts: Vec<_> = (0..50)
            .map(|_| scope.spawn(|| server.post(payment.as_bytes())))
            .collect();
        posts.into_iter().map(|post| post.join().unwrap()).collect()
    });
    // While the first one is handled, the service is asked to come again.
    assert!(answers.iter().all(|status| [204, 503].contains(status)));
    assert!(answers.contains(&204));
    assert_eq!(*server.handled.lock().unwrap(), [1]);
}

#[test]
fn bodies_that_do_not_end() {
    let server = start();
    let head = |line: &str| format!("POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n{line}\r\n\r\n");
    assert_eq!(server.raw(&head("Content-Length: 900"), b"{"), 408);
    let endless = [&b"7d1\r\n"[..], &[b'x'; 2001]].concat();
    assert_eq!(server.raw(&head("Transfer-Encoding: chunked"), &endless), 413);
    assert_eq!(*server.problems.lock().unwrap(), ["body_timeout", "body_too_large"]);
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
