//! The contract's messages of saved addresses, of sessions and of collected data, and the service's own types for them.

use proto::identity::v1::{Address as Told, DataPart, GetDataResponse, Session};
use runtime::status::{Broken, Rule, Violation};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use uuid::Uuid;

use crate::{
    account::address::{Address, Details},
    error::Error,
    personal_data::data_request::Collected,
    session::{sessions::SessionRecord, token::Token},
};

/// Bytes of the largest request: what a service keeps of a shopper, years of orders. Only services of the shop send one.
pub const LARGEST_REQUEST: usize = 4 * 1024 * 1024;

/// Reads an address of a request; one that is not there is empty.
pub fn details(address: Option<Told>) -> Details {
    let address = address.unwrap_or_default();
    Details {
        id: address.address_id,
        full_name: address.full_name,
        mobile_number: address.mobile_number,
        delivery_address: address.delivery_address,
        pincode: address.pincode,
        is_default: address.is_default,
    }
}

/// An address for an answer.
pub fn address(address: Address) -> Told {
    Told {
        address_id: address.id.to_string(),
        full_name: address.full_name,
        mobile_number: address.mobile_number,
        delivery_address: address.delivery_address,
        pincode: address.pincode,
        is_default: address.is_default,
    }
}

/// A session for an answer.
pub fn session(session: &SessionRecord) -> Session {
    Session {
        started_at: time(session.started_at),
        last_used_at: time(session.last_used_at),
        is_current: session.is_current,
    }
}

/// What was collected, for an answer.
pub fn collected(collected: Collected) -> GetDataResponse {
    let parts = collected.parts.into_iter().map(|part| DataPart {
        service: part.service,
        json: part.json.to_string(),
    });
    GetDataResponse {
        requested_at: time(collected.requested_at),
        missing: collected.missing.into_iter().map(str::to_owned).collect(),
        parts: parts.collect(),
    }
}

/// A time for an answer: RFC 3339.
pub fn time(time: OffsetDateTime) -> String {
    time.format(&Rfc3339)
        .expect("a time of this century has an RFC 3339 form")
}

/// Reads the token of the session that asks. Who sends none was logged in to nothing.
pub fn token(text: &str) -> Result<Token, Error> {
    Token::read(text).ok_or(Error::NoSession)
}

/// Reads an id.
pub fn id(field: &'static str, text: &str) -> Result<Uuid, Error> {
    let broken: Broken = Rule::Malformed.says("must be a UUID");
    Uuid::parse_str(text).map_err(|_| Error::Invalid(vec![Violation::new(field, broken)]))
}
