// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

//! Models by the name of the schema.

use collections_contract::{Model, PayloadError, models};

fn again<M: Model>(text: &str) -> Result<String, PayloadError> {
    M::from_json(text).map(|model| model.to_json())
}

pub fn read_and_write(schema: &str, text: &str) -> Result<String, PayloadError> {
    match schema {
        "CaseFileReference" => again::<models::CaseFileReference>(text),
        "PaymentSnapshot" => again::<models::PaymentSnapshot>(text),
        "AppDelivery" => again::<models::AppDelivery>(text),
        "ClientWebhookCreate" => again::<models::ClientWebhookCreate>(text),
        "ClientWebhook" => again::<models::ClientWebhook>(text),
        "AppWebhookWrite" => again::<models::AppWebhookWrite>(text),
        "AppWebhook" => again::<models::AppWebhook>(text),
        "TokenResponse" => again::<models::TokenResponse>(text),
        other => panic!("no model for {other}"),
    }
}
