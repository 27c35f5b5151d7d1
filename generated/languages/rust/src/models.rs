// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

//! The payloads. Unknown members are kept in `extra` and written again.

use crate::json::{Extra, Members, Model, Object, PayloadError, Secret};

/// The case file that a payment belongs to. Further members may be present.
#[derive(Clone, Debug, Default)]
pub struct CaseFileReference {
    /// Identifies the case file.
    pub id: i64,
    /// Members that this version does not know. They are written again.
    pub extra: Extra,
}

impl Model for CaseFileReference {
    fn from_json(text: &str) -> Result<Self, PayloadError> {
        let mut members = Members::read(text)?;
        Ok(Self {
            id: members.required("id")?,
            extra: members.rest(),
        })
    }

    fn to_json(&self) -> String {
        let mut object = Object::new(&self.extra);
        object.set("id", &self.id);
        object.finish()
    }
}

/// The body of a client webhook delivery: a snapshot of the payment, with the case file it belongs
/// to. Further members may be present.
#[derive(Clone, Debug, Default)]
pub struct PaymentSnapshot {
    /// The name of an event. Today `case_file.payment.confirmed` is the only event that is
    /// delivered. The list is open: expect names that are not known yet.
    pub event: String,
    /// Identifies the payment.
    pub id: i64,
    /// The amount of the payment. Its unit is not stated, so treat it as a bare number.
    pub amount: Option<i64>,
    /// To whom the payment was made. It is `client` for the event that is delivered.
    pub paid_to: Option<String>,
    /// A point in time in ISO 8601, always with its offset from UTC.
    pub confirmed_at: Option<String>,
    /// A point in time in ISO 8601, always with its offset from UTC.
    pub created_at: Option<String>,
    /// A point in time in ISO 8601, always with its offset from UTC.
    pub updated_at: Option<String>,
    /// The case file that a payment belongs to. Further members may be present.
    pub case_file: Option<CaseFileReference>,
    /// Members that this version does not know. They are written again.
    pub extra: Extra,
}

impl Model for PaymentSnapshot {
    fn from_json(text: &str) -> Result<Self, PayloadError> {
        let mut members = Members::read(text)?;
        Ok(Self {
            event: members.required("@event")?,
            id: members.required("id")?,
            amount: members.optional("amount")?,
            paid_to: members.optional("paidTo")?,
            confirmed_at: members.optional("confirmedAt")?,
            created_at: members.optional("createdAt")?,
            updated_at: members.optional("updatedAt")?,
            case_file: members.optional("caseFile")?,
            extra: members.rest(),
        })
    }

    fn to_json(&self) -> String {
        let mut object = Object::new(&self.extra);
        object.set("@event", &self.event);
        object.set("id", &self.id);
        object.set_optional("amount", &self.amount);
        object.set_optional("paidTo", &self.paid_to);
        object.set_optional("confirmedAt", &self.confirmed_at);
        object.set_optional("createdAt", &self.created_at);
        object.set_optional("updatedAt", &self.updated_at);
        object.set_optional("caseFile", &self.case_file);
        object.finish()
    }
}

/// The body of an app webhook delivery: a JSON object to which the service adds `@event`. What else
/// it holds is not stated. It carries no signature, so nothing in it is proven to come from the
/// service.
#[derive(Clone, Debug, Default)]
pub struct AppDelivery {
    /// The name of an event. Today `case_file.payment.confirmed` is the only event that is
    /// delivered. The list is open: expect names that are not known yet.
    pub event: String,
    /// Members that this version does not know. They are written again.
    pub extra: Extra,
}

impl Model for AppDelivery {
    fn from_json(text: &str) -> Result<Self, PayloadError> {
        let mut members = Members::read(text)?;
        Ok(Self {
            event: members.required("@event")?,
            extra: members.rest(),
        })
    }

    fn to_json(&self) -> String {
        let mut object = Object::new(&self.extra);
        object.set("@event", &self.event);
        object.finish()
    }
}

/// What a caller sends to register a client webhook. It does not contain the secret, which the
/// service generates.
#[derive(Clone, Debug, Default)]
pub struct ClientWebhookCreate {
    /// The IRI of the creditor profile (the client) that the webhook belongs to. One client, never
    /// a list.
    pub client: String,
    /// A name for the webhook.
    pub name: String,
    /// The events that this webhook receives. At least one.
    pub events: Vec<String>,
    /// The address that deliveries are posted to. The scheme is http or https and the host has a
    /// real top-level domain. A URL whose host is private or loopback, whose host has no real
    /// top-level domain, or whose scheme is another one is rejected at creation. Client webhooks
    /// (`url`) and app webhooks (`webhookUrl`) follow the same rules.
    pub url: String,
    /// Members that this version does not know. They are written again.
    pub extra: Extra,
}

impl Model for ClientWebhookCreate {
    fn from_json(text: &str) -> Result<Self, PayloadError> {
        let mut members = Members::read(text)?;
        Ok(Self {
            client: members.required("client")?,
            name: members.required("name")?,
            events: members.required("events")?,
            url: members.required("url")?,
            extra: members.rest(),
        })
    }

    fn to_json(&self) -> String {
        let mut object = Object::new(&self.extra);
        object.set("client", &self.client);
        object.set("name", &self.name);
        object.set("events", &self.events);
        object.set("url", &self.url);
        object.finish()
    }
}

/// A webhook of one creditor profile (client). A client may have several, each with its own URL,
/// event list and secret. A client webhook is active or inactive, and only active ones receive
/// deliveries. The name of that property is not stated, so none is declared here. Further members
/// may be present.
#[derive(Clone, Debug, Default)]
pub struct ClientWebhook {
    /// The IRI of the creditor profile (the client) that the webhook belongs to. One client, never
    /// a list.
    pub client: Option<String>,
    /// The name of the webhook.
    pub name: Option<String>,
    /// The events that this webhook receives. At least one.
    pub events: Option<Vec<String>>,
    /// The address that deliveries are posted to. The scheme is http or https and the host has a
    /// real top-level domain. A URL whose host is private or loopback, whose host has no real
    /// top-level domain, or whose scheme is another one is rejected at creation. Client webhooks
    /// (`url`) and app webhooks (`webhookUrl`) follow the same rules.
    pub url: Option<String>,
    /// Generated by the service when the webhook is created, and the key of the HMAC that signs
    /// every delivery of this webhook. Store it when the webhook is created.
    pub secret: Secret,
    /// Members that this version does not know. They are written again.
    pub extra: Extra,
}

impl Model for ClientWebhook {
    fn from_json(text: &str) -> Result<Self, PayloadError> {
        let mut members = Members::read(text)?;
        Ok(Self {
            client: members.optional("client")?,
            name: members.optional("name")?,
            events: members.optional("events")?,
            url: members.optional("url")?,
            secret: members.required("secret")?,
            extra: members.rest(),
        })
    }

    fn to_json(&self) -> String {
        let mut object = Object::new(&self.extra);
        object.set_optional("client", &self.client);
        object.set_optional("name", &self.name);
        object.set_optional("events", &self.events);
        object.set_optional("url", &self.url);
        object.set("secret", &self.secret);
        object.finish()
    }
}

/// The writable members of an app webhook, sent when one is created.
#[derive(Clone, Debug, Default)]
pub struct AppWebhookWrite {
    /// The IRI of the App (the app definition) that the webhook belongs to. It is never the IRI of
    /// an installation.
    pub app: Option<String>,
    /// The address that deliveries are posted to. The scheme is http or https and the host has a
    /// real top-level domain. A URL whose host is private or loopback, whose host has no real
    /// top-level domain, or whose scheme is another one is rejected at creation. Client webhooks
    /// (`url`) and app webhooks (`webhookUrl`) follow the same rules.
    pub webhook_url: Option<String>,
    /// The names of the events subscribed to. From 1 to 100 entries; fewer or more are invalid.
    pub events: Option<Vec<String>>,
    /// How the service treats the answer to a delivery: `1` (FIRE_AND_FORGET) or `2`
    /// (WAIT_FOR_SUCCESSFUL_RESPONSE). No other value is allowed.
    pub response_handling_type: Option<i64>,
    /// Whether the webhook receives deliveries.
    pub active: Option<bool>,
    /// Members that this version does not know. They are written again.
    pub extra: Extra,
}

impl Model for AppWebhookWrite {
    fn from_json(text: &str) -> Result<Self, PayloadError> {
        let mut members = Members::read(text)?;
        Ok(Self {
            app: members.optional("app")?,
            webhook_url: members.optional("webhookUrl")?,
            events: members.optional("events")?,
            response_handling_type: members.optional("responseHandlingType")?,
            active: members.optional("active")?,
            extra: members.rest(),
        })
    }

    fn to_json(&self) -> String {
        let mut object = Object::new(&self.extra);
        object.set_optional("app", &self.app);
        object.set_optional("webhookUrl", &self.webhook_url);
        object.set_optional("events", &self.events);
        object.set_optional("responseHandlingType", &self.response_handling_type);
        object.set_optional("active", &self.active);
        object.finish()
    }
}

/// A webhook of an App (the app definition), not of an installation of it: changing an installation
/// neither creates nor removes app webhooks. An App may have many, with different URLs or event
/// lists. Further, read-only members may be present.
#[derive(Clone, Debug, Default)]
pub struct AppWebhook {
    /// The IRI of the App (the app definition) that the webhook belongs to. It is never the IRI of
    /// an installation.
    pub app: Option<String>,
    /// The address that deliveries are posted to. The scheme is http or https and the host has a
    /// real top-level domain. A URL whose host is private or loopback, whose host has no real
    /// top-level domain, or whose scheme is another one is rejected at creation. Client webhooks
    /// (`url`) and app webhooks (`webhookUrl`) follow the same rules.
    pub webhook_url: Option<String>,
    /// The names of the events subscribed to. From 1 to 100 entries.
    pub events: Option<Vec<String>>,
    /// How the service treats the answer to a delivery: `1` (FIRE_AND_FORGET) or `2`
    /// (WAIT_FOR_SUCCESSFUL_RESPONSE). No other value is allowed.
    pub response_handling_type: Option<i64>,
    /// Whether the webhook receives deliveries. The two states of an app webhook are active `true`
    /// and `false`.
    pub active: Option<bool>,
    /// Members that this version does not know. They are written again.
    pub extra: Extra,
}

impl Model for AppWebhook {
    fn from_json(text: &str) -> Result<Self, PayloadError> {
        let mut members = Members::read(text)?;
        Ok(Self {
            app: members.optional("app")?,
            webhook_url: members.optional("webhookUrl")?,
            events: members.optional("events")?,
            response_handling_type: members.optional("responseHandlingType")?,
            active: members.optional("active")?,
            extra: members.rest(),
        })
    }

    fn to_json(&self) -> String {
        let mut object = Object::new(&self.extra);
        object.set_optional("app", &self.app);
        object.set_optional("webhookUrl", &self.webhook_url);
        object.set_optional("events", &self.events);
        object.set_optional("responseHandlingType", &self.response_handling_type);
        object.set_optional("active", &self.active);
        object.finish()
    }
}

/// What a successful exchange of an authorization code returns. Further members may be present.
#[derive(Clone, Debug, Default)]
pub struct TokenResponse {
    /// The kind of the access token. The value is `Bearer`.
    pub token_type: String,
    /// How long the access token is valid, in seconds.
    pub expires_in: i64,
    /// The bearer token for calls to the API. It looks like a JWT; callers treat it as opaque.
    pub access_token: Secret,
    /// An opaque token that obtains a new access token without the customer. It stays on the server
    /// of the app.
    pub refresh_token: Secret,
    /// Members that this version does not know. They are written again.
    pub extra: Extra,
}

impl Model for TokenResponse {
    fn from_json(text: &str) -> Result<Self, PayloadError> {
        let mut members = Members::read(text)?;
        Ok(Self {
            token_type: members.required("token_type")?,
            expires_in: members.required("expires_in")?,
            access_token: members.required("access_token")?,
            refresh_token: members.required("refresh_token")?,
            extra: members.rest(),
        })
    }

    fn to_json(&self) -> String {
        let mut object = Object::new(&self.extra);
        object.set("token_type", &self.token_type);
        object.set("expires_in", &self.expires_in);
        object.set("access_token", &self.access_token);
        object.set("refresh_token", &self.refresh_token);
        object.finish()
    }
}
