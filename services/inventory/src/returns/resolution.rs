//! Resolutions of returned packs by staff.

use runtime::status::{Rule, Violation, field};
use uuid::Uuid;

use crate::{
    ledger::correction::{actor, reason},
    pack,
};

/// A resolution of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolutionDetails {
    /// A UUID chosen by the caller.
    pub resolution_id: String,
    /// A UUID.
    pub order_id: String,
    /// A UUID.
    pub batch_id: String,
    /// The number of packs.
    pub quantity: i32,
    /// True if they cannot be sold again.
    pub is_write_off: bool,
    /// An account's id, or empty.
    pub actor_id: String,
    /// The reason; may be empty if they can be sold again.
    pub reason: String,
}

/// The decision if returned packs of a batch can be sold again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resolution {
    /// The id chosen by the caller, the same for every retry.
    pub id: Uuid,
    /// The order's id.
    pub order_id: Uuid,
    /// The batch with the number on the packs.
    pub batch_id: Uuid,
    /// The number of packs, more than 0.
    pub quantity: i32,
    /// True if they cannot be sold again.
    pub is_write_off: bool,
    /// The account that inspected them; `None` for the shop's programs.
    pub actor_id: Option<Uuid>,
    /// The reason; may be empty if they can be sold again.
    pub reason: String,
}

/// Parses a request. Fails with everything that is wrong with it.
pub fn validate(details: &ResolutionDetails) -> Result<Resolution, Vec<Violation>> {
    let mut violations = Vec::new();
    let all = &mut violations;
    let id = field(
        "resolution_id",
        pack::id(&details.resolution_id, "A resolution's id"),
        all,
    );
    let order_id = field("order_id", pack::id(&details.order_id, "An order's id"), all);
    let batch_id = field("batch_id", pack::id(&details.batch_id, "A batch's id"), all);
    let quantity = Some(details.quantity).filter(|quantity| *quantity > 0);
    let quantity = quantity.ok_or_else(|| Rule::Malformed.says("Say how many packs: 1 or more"));
    let quantity = field("quantity", quantity, all);
    let actor_id = field("actor_id", actor(&details.actor_id), all);
    let reason = if details.reason.is_empty() && !details.is_write_off {
        Ok(String::new())
    } else {
        reason(&details.reason)
    };
    let reason = field("reason", reason, all);
    let resolution = (|| {
        Some(Resolution {
            id: id?,
            order_id: order_id?,
            batch_id: batch_id?,
            quantity: quantity?,
            is_write_off: details.is_write_off,
            actor_id: actor_id?,
            reason: reason?,
        })
    })();
    resolution.ok_or(violations)
}
