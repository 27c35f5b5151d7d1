#[path = "PaymentSnapshot.rs"]
mod payment_snapshot;

fn main() {
    let text = std::env::args().nth(4).unwrap();
    let payment: payment_snapshot::PaymentSnapshot = serde_json::from_str(&text).unwrap();
    println!("{}", serde_json::to_string(&payment).unwrap());
}
