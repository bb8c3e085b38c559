//! Conversion of addresses, sessions and collected data to and from contract messages.

use proto::identity::v1::{Address as ContractAddress, DataPart, GetDataResponse, Session};
use runtime::status::{Broken, Rule, Violation};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use uuid::Uuid;

use crate::{
    account::address::{Address, AddressDetails},
    error::Error,
    personal_data::data_request::DataExport,
    session::{sessions::SessionRecord, token::Token},
};

/// The maximum size of a request in bytes: one service's data about a shopper, years of orders. Only services
/// send this much.
pub const LARGEST_REQUEST: usize = 4 * 1024 * 1024;

/// Converts the address in a request. A missing address becomes an empty one.
pub fn details(address: Option<ContractAddress>) -> AddressDetails {
    let address = address.unwrap_or_default();
    AddressDetails {
        id: address.address_id,
        full_name: address.full_name,
        mobile_number: address.mobile_number,
        delivery_address: address.delivery_address,
        pincode: address.pincode,
        is_default: address.is_default,
    }
}

/// Converts an address.
pub fn address(address: Address) -> ContractAddress {
    ContractAddress {
        address_id: address.id.to_string(),
        full_name: address.full_name,
        mobile_number: address.mobile_number,
        delivery_address: address.delivery_address,
        pincode: address.pincode,
        is_default: address.is_default,
    }
}

/// Converts a session.
pub fn session(session: &SessionRecord) -> Session {
    Session {
        started_at: time(session.started_at),
        last_used_at: time(session.last_used_at),
        is_current: session.is_current,
    }
}

/// Converts the collected data.
pub fn data_export(export: DataExport) -> GetDataResponse {
    let parts = export.parts.into_iter().map(|part| DataPart {
        service: part.service,
        json: part.json.to_string(),
    });
    GetDataResponse {
        requested_at: time(export.requested_at),
        missing: export.missing.into_iter().map(str::to_owned).collect(),
        parts: parts.collect(),
    }
}

/// Formats a time: RFC 3339.
pub fn time(time: OffsetDateTime) -> String {
    time.format(&Rfc3339)
        .expect("a time of this century has an RFC 3339 form")
}

/// Parses the caller's session token. Fails with `NoSession` if there is none.
pub fn token(text: &str) -> Result<Token, Error> {
    Token::parse(text).ok_or(Error::NoSession)
}

/// Parses an id.
pub fn id(field: &'static str, text: &str) -> Result<Uuid, Error> {
    let broken: Broken = Rule::Malformed.says("must be a UUID");
    Uuid::parse_str(text).map_err(|_| Error::Invalid(vec![Violation::new(field, broken)]))
}
