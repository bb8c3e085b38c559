//! A correction of where an order goes, as it arrives.

use runtime::status::{Rule, Violation, field};
use uuid::Uuid;

use crate::{editing::note::id, order::recipient::Recipient};

/// A correction as it arrived; [`CorrectionRequest::check`] makes a [`Correction`] of it.
#[derive(Debug, Clone)]
pub struct CorrectionRequest {
    /// The order's id, a UUID.
    pub order_id: String,
    /// The version that the caller saw.
    pub version: i32,
    /// Who receives it and where, as it was typed.
    pub recipient: Recipient,
}

/// A correction that keeps every rule of its own.
#[derive(Debug, Clone)]
pub struct Correction {
    /// The order's id.
    pub order_id: Uuid,
    /// The version that the caller saw.
    pub version: i32,
    /// Who receives it and where.
    pub recipient: Recipient,
}

impl CorrectionRequest {
    /// Reads the values by the rules; answers every violation.
    pub fn check(self) -> Result<Correction, Vec<Violation>> {
        let mut violations = Vec::new();
        let order_id = field("order_id", id(&self.order_id), &mut violations);
        let version = Some(self.version).filter(|version| *version > 0);
        let version = version.ok_or(Rule::Required.says("Say which version of the order you saw"));
        let version = field("version", version, &mut violations);
        let recipient = Recipient::read(&self.recipient, &mut violations);
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
