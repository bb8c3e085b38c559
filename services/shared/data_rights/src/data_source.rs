use outbox::StreamConfig;
use serde_json::Value;
use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

/// The events about accounts, which the identity service publishes.
pub const STREAM: StreamConfig = StreamConfig {
    name: "ACCOUNTS",
    subjects: &["shop.account.>"],
};

/// The subject of the event that a shopper wants to see what is kept of them.
pub const DATA_REQUESTED: &str = "shop.account.data_requested.v2";

/// The subject of the event that a shopper's account was deleted.
pub const DELETED: &str = "shop.account.deleted.v2";

/// The shopper whose data is collected or erased.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// The id that their account has, or had.
    pub account_id: Uuid,
    /// The account's address in lower case; none unless a code proved that it is theirs.
    pub email: Option<String>,
    /// Younger data may be another shopper's, or belong to a new account of the same shopper.
    pub until: OffsetDateTime,
}

/// A service that keeps something of shoppers.
pub trait PersonalDataSource: Clone + Send + Sync + 'static {
    /// The service's name, as the registry has it.
    const SERVICE: &'static str;

    /// What it keeps of a person, as they may read it.
    fn collect(&self, db: &PgPool, person: &Person) -> impl Future<Output = sqlx::Result<Value>> + Send;

    /// Erases what need not be kept. False when something has to wait, and the service itself will go on and report; the same
    /// person again changes nothing.
    fn erase(&self, db: &PgPool, person: &Person) -> impl Future<Output = sqlx::Result<bool>> + Send;
}
