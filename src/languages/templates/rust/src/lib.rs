//! Payment webhooks and the API of a collections service.
//!
//! [`Receiver`] takes deliveries for any server; with the feature `axum`, [`webhook`] is a route, and
//! [`serve`] runs it. [`sign`] and [`verify`] are what it rests on. With the feature `client`, [`Client`] calls
//! the API with a token from [`exchange_authorization_code`].

#![forbid(unsafe_code)]
#![warn(missing_debug_implementations, missing_docs)]

#[cfg(feature = "tokio")]
mod awaited;
mod builder;
#[cfg(feature = "client")]
mod client;
pub mod codes;
pub mod constants;
mod delivery;
mod events;
mod hand_over;
mod json;
mod key;
pub mod models;
mod notation;
#[cfg(feature = "postgres")]
mod postgres_store;
mod problems;
mod receiver;
mod secrets;
#[cfg(feature = "client")]
mod send;
#[cfg(feature = "axum")]
mod server;
mod signature;
#[cfg(any(feature = "postgres", feature = "sqlite"))]
mod sql;
#[cfg(feature = "sqlite")]
mod sqlite_store;
mod store;
mod tlds;
#[cfg(feature = "client")]
mod token;
mod values;
mod webhook_url;

#[cfg(feature = "tokio")]
pub use awaited::awaited;
#[cfg(feature = "client")]
pub use client::{Client, ClientOptions};
pub use delivery::{Accepted, Answer, Delivery};
pub use json::{Extra, Model, PayloadError, Secret};
#[cfg(feature = "postgres")]
pub use postgres_store::PostgresStore;
pub use problems::Problem;
pub use receiver::Receiver;
pub use secrets::LabelledSecret;
#[cfg(feature = "client")]
pub use send::ApiError;
#[cfg(feature = "axum")]
pub use server::{serve, webhook};
pub use signature::{SignatureError, sign, verify};
#[cfg(any(feature = "postgres", feature = "sqlite"))]
pub use sql::HANDLED_DELIVERY;
#[cfg(feature = "sqlite")]
pub use sqlite_store::SqliteStore;
pub use store::{DuplicateStore, HandOver, HandlerError, KeyBusy, MemoryStore};
#[cfg(feature = "client")]
pub use token::{AuthorizationCode, exchange_authorization_code};
pub use values::{Json, Number};
pub use webhook_url::is_webhook_url;
