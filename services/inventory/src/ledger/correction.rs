//! Corrections of a batch's quantity. Also parses actors and reasons.

use runtime::status::{Broken, Rule, Violation, field};
use uuid::Uuid;
use values::Line as OneLine;

use crate::pack;

/// The maximum length of a reason, in characters.
pub const MAX_REASON: usize = 500;

/// The minimum length of a required reason, in characters.
const MIN_REASON: usize = 3;

/// The maximum number of packs of a correction. More is a typing error.
const MAX_QUANTITY: i32 = 1_000_000;

/// A correction of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorrectionDetails {
    /// A UUID chosen by the caller.
    pub adjustment_id: String,
    /// A UUID.
    pub batch_id: String,
    /// The change of the number of packs.
    pub quantity: i32,
    /// True if packs were destroyed.
    pub is_write_off: bool,
    /// An account's id, or empty.
    pub actor_id: String,
    /// The reason.
    pub reason: String,
}

/// A correction of the number of packs of a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Correction {
    /// The id chosen by the caller, the same for every retry.
    pub id: Uuid,
    /// The batch's id.
    pub batch_id: Uuid,
    /// The change of the number of packs; not 0.
    pub quantity: i32,
    /// True if the missing packs were destroyed.
    pub is_write_off: bool,
    /// The account that made it; `None` for the shop's programs.
    pub actor_id: Option<Uuid>,
    /// The reason.
    pub reason: String,
}

/// Parses a request. Fails with everything that is wrong with it.
pub fn validate(details: &CorrectionDetails) -> Result<Correction, Vec<Violation>> {
    let mut violations = Vec::new();
    let all = &mut violations;
    let id = field(
        "adjustment_id",
        pack::id(&details.adjustment_id, "An adjustment's id"),
        all,
    );
    let batch_id = field("batch_id", pack::id(&details.batch_id, "A batch's id"), all);
    let quantity = field("quantity", quantity(details.quantity, details.is_write_off), all);
    let actor_id = field("actor_id", actor(&details.actor_id), all);
    let reason = field("reason", reason(&details.reason), all);
    let correction = (|| {
        Some(Correction {
            id: id?,
            batch_id: batch_id?,
            quantity: quantity?,
            is_write_off: details.is_write_off,
            actor_id: actor_id?,
            reason: reason?,
        })
    })();
    correction.ok_or(violations)
}

fn quantity(quantity: i32, is_write_off: bool) -> Result<i32, Broken> {
    if quantity == 0 || (is_write_off && quantity > 0) {
        let broken = Rule::Malformed;
        return Err(
            broken.says("Say how many packs there are more, or fewer; fewer when they are written off")
        );
    }
    if !(-MAX_QUANTITY..=MAX_QUANTITY).contains(&quantity) {
        let (min, max) = (i64::from(-MAX_QUANTITY), i64::from(MAX_QUANTITY));
        let broken = Rule::OutOfRange { min, max };
        return Err(broken.says(format!("The difference is a whole number of {min} to {max}")));
    }
    Ok(quantity)
}

/// Parses the actor of a change: an account's id, or `None` for the shop's programs.
pub fn actor(id: &str) -> Result<Option<Uuid>, Broken> {
    if id.is_empty() {
        return Ok(None);
    }
    pack::id(id, "An account's id").map(Some)
}

/// Parses the reason of a change. Shoppers and accountants may ask for it.
pub fn reason(text: &str) -> Result<String, Broken> {
    let line = OneLine::<MAX_REASON>::read(text).map_err(|broken| broken.of("Reason"))?;
    if line.as_str().chars().count() < MIN_REASON {
        let rule = Rule::TooShort { min: MIN_REASON };
        return Err(rule.says(format!("Reason should be at least {MIN_REASON} characters long")));
    }
    Ok(line.into_string())
}
