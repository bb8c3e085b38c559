use outbox::StreamConfig;
use serde_json::Value;
use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

/// The event stream of accounts, published by the identity service.
pub const STREAM: StreamConfig = StreamConfig {
    name: "ACCOUNTS",
    subjects: &["shop.account.>"],
};

/// The subject of the event that a shopper requests their data.
pub const DATA_REQUESTED: &str = "shop.account.data_requested.v1";

/// The subject of the event that a shopper's account was deleted.
pub const DELETED: &str = "shop.account.deleted.v1";

/// The shopper whose data is collected or erased.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// The id of their current or former account.
    pub account_id: Uuid,
    /// The account's mail address in lower case. `None` unless it was confirmed with a code.
    pub email: Option<String>,
    /// Later data may belong to another shopper, or to a new account of the same shopper.
    pub until: OffsetDateTime,
}

/// A service that stores personal data of shoppers.
pub trait PersonalDataSource: Clone + Send + Sync + 'static {
    /// The service's name in the registry.
    const SERVICE: &'static str;

    /// Collects the data of a person, in a form that they can read.
    fn collect(&self, db: &PgPool, person: &Person) -> impl Future<Output = sqlx::Result<Value>> + Send;

    /// Erases the data that need not be kept. Returns false if some must wait; the service then reports
    /// completion itself. Idempotent.
    fn erase(&self, db: &PgPool, person: &Person) -> impl Future<Output = sqlx::Result<bool>> + Send;
}
