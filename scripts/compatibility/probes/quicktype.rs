#[path = "PaymentSnapshot.rs"]
mod payment_snapshot;

fn main() {
    for (index, file) in std::env::args().skip(5).enumerate() {
        let text = std::fs::read_to_string(file).unwrap();
        match serde_json::from_str::<payment_snapshot::PaymentSnapshot>(&text) {
            Ok(payment) => println!("fixture\t{index}\tok\t{}", serde_json::to_string(&payment).unwrap()),
            Err(error) => println!("fixture\t{index}\terror\t{error}"),
        }
    }
}
