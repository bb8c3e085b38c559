//! The identity service's own part of a data export. It contains no passwords or tokens.

use serde_json::{Map, Value, json};
use sqlx::PgPool;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use uuid::Uuid;

use crate::{
    account::{accounts, address_store},
    personal_data::data_requests,
};

/// The name of the part.
pub const SERVICE: &str = "identity";

/// Collects the part of an account. `None` if the account is gone.
pub async fn collect(db: &PgPool, account_id: Uuid) -> sqlx::Result<Option<Map<String, Value>>> {
    let Some(account) = accounts::by_id(db, account_id).await? else {
        return Ok(None);
    };
    let addresses = address_store::of_account(db, account_id).await?;
    let logins = data_requests::logins(db, account_id).await?;
    let addresses = addresses.into_iter().map(|address| {
        json!({
            "name": address.full_name,
            "mobileNumber": address.mobile_number,
            "address": address.delivery_address,
            "pincode": address.pincode,
            "isDefault": address.is_default,
        })
    });
    let sessions = logins.sessions.into_iter().map(
        |session| json!({ "loggedInAt": text(session.created_at), "lastUsedAt": text(session.last_used_at) }),
    );
    let devices = logins
        .devices
        .into_iter()
        .map(|last_used_at| json!({ "lastLoggedInAt": text(last_used_at) }));
    let account = json!({
        "email": account.email,
        "mobileNumber": account.mobile_number,
        "madeAt": text(account.created_at),
    });
    Ok(Some(Map::from_iter([
        ("account".to_owned(), account),
        ("savedAddresses".to_owned(), addresses.collect()),
        ("loggedIn".to_owned(), sessions.collect()),
        ("knownDevices".to_owned(), devices.collect()),
    ])))
}

fn text(time: OffsetDateTime) -> String {
    time.format(&Rfc3339)
        .expect("a time of this century has an RFC 3339 form")
}
