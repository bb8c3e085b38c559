//! A correction of a delivery address, and its validation.

use runtime::status::{Rule, Violation, field};
use uuid::Uuid;

use crate::{editing::note::id, order::recipient::Recipient};

/// An unvalidated correction. [`CorrectionRequest::validate`] turns it into a [`Correction`].
#[derive(Debug, Clone)]
pub struct CorrectionRequest {
    /// The order's id, a UUID.
    pub order_id: String,
    /// The version that the caller last read.
    pub version: i32,
    /// The recipient and address, not validated.
    pub recipient: Recipient,
}

/// A validated correction.
#[derive(Debug, Clone)]
pub struct Correction {
    /// The order's id.
    pub order_id: Uuid,
    /// The version that the caller last read.
    pub version: i32,
    /// The recipient and address.
    pub recipient: Recipient,
}

impl CorrectionRequest {
    /// Validates the values. Returns every violation.
    pub fn validate(self) -> Result<Correction, Vec<Violation>> {
        let mut violations = Vec::new();
        let order_id = field("order_id", id(&self.order_id), &mut violations);
        let version = Some(self.version).filter(|version| *version > 0);
        let version = version.ok_or(Rule::Required.says("Say which version of the order you saw"));
        let version = field("version", version, &mut violations);
        let recipient = Recipient::parse(&self.recipient, &mut violations);
        match (order_id, version, recipient) {
            (Some(order_id), Some(version), Some(recipient)) => Ok(Correction {
                order_id,
                version,
                recipient,
            }),
            _ => Err(violations),
        }
    }
}
