//! Problems of deliveries. Those of signatures are further ones.

/// It was not a `POST`.
pub const METHOD_NOT_ALLOWED: &str = "method_not_allowed";
/// It was not JSON by its media type.
pub const MEDIA_TYPE_UNSUPPORTED: &str = "media_type_unsupported";
/// The body is larger than the limit.
pub const BODY_TOO_LARGE: &str = "body_too_large";
/// The body did not arrive in time.
pub const BODY_TIMEOUT: &str = "body_timeout";
/// The body was cut off, or its end is ambiguous.
pub const BODY_INCOMPLETE: &str = "body_incomplete";
/// Something read the body before the receiver.
pub const BODY_NOT_RECEIVED: &str = "body_not_received";
/// The signed bytes are not UTF-8.
pub const BODY_NOT_UTF8: &str = "body_not_utf8";
/// The signed bytes are not JSON.
pub const BODY_NOT_JSON: &str = "body_not_json";
/// The payload does not fit its model.
pub const PAYLOAD_INVALID: &str = "payload_invalid";
/// The same delivery is handled at this moment.
pub const EVENT_BUSY: &str = "event_busy";
/// A handler, or the function for keys, failed or panicked.
pub const HANDLER_FAILED: &str = "handler_failed";
/// The handler takes longer than its time.
pub const HANDLER_DEADLINE: &str = "handler_deadline";
/// The store failed.
pub const STORE_FAILED: &str = "store_failed";
/// The function for secrets failed, or returned none that can be used.
pub const SECRETS_UNAVAILABLE: &str = "secrets_unavailable";
/// Beside a 204: a duplicate of a payment that was handled before keys had an owner.
pub const OWNER_UNKNOWN: &str = "owner_unknown";
