//! Corrections of what the ledger holds, and who makes a change, and why.

use runtime::status::{Broken, Rule, Violation, field};
use uuid::Uuid;
use values::Line as OneLine;

use crate::pack;

/// Characters of a reason at most.
pub const MAX_REASON: usize = 500;

/// Characters of a reason at least, where one is asked for.
const MIN_REASON: usize = 3;

/// Packs of a correction at most: more is a slip of the hand.
const MAX_QUANTITY: i32 = 1_000_000;

/// A correction as a request has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorrectionDetails {
    /// Chosen by the caller, a UUID.
    pub adjustment_id: String,
    /// A UUID.
    pub batch_id: String,
    /// Packs.
    pub quantity: i32,
    /// Whether they were destroyed.
    pub is_write_off: bool,
    /// An account's id, or nothing.
    pub actor_id: String,
    /// Why.
    pub reason: String,
}

/// A batch has another number of packs than the ledger says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Correction {
    /// Chosen by the caller, the same for every retry.
    pub id: Uuid,
    /// The batch's id.
    pub batch_id: Uuid,
    /// How many more, or fewer when it is negative; not 0.
    pub quantity: i32,
    /// Whether those that are fewer were destroyed.
    pub is_write_off: bool,
    /// The account that made it; none for the shop's programs.
    pub actor_id: Option<Uuid>,
    /// Why.
    pub reason: String,
}

/// Reads a request, or says everything that is wrong with it.
pub fn read(told: &CorrectionDetails) -> Result<Correction, Vec<Violation>> {
    let mut violations = Vec::new();
    let all = &mut violations;
    let id = field(
        "adjustment_id",
        pack::id(&told.adjustment_id, "An adjustment's id"),
        all,
    );
    let batch_id = field("batch_id", pack::id(&told.batch_id, "A batch's id"), all);
    let quantity = field("quantity", quantity(told.quantity, told.is_write_off), all);
    let actor_id = field("actor_id", actor(&told.actor_id), all);
    let reason = field("reason", reason(&told.reason), all);
    let correction = (|| {
        Some(Correction {
            id: id?,
            batch_id: batch_id?,
            quantity: quantity?,
            is_write_off: told.is_write_off,
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

/// Reads who makes a change: an account's id, or none for the shop's programs.
pub fn actor(id: &str) -> Result<Option<Uuid>, Broken> {
    if id.is_empty() {
        return Ok(None);
    }
    pack::id(id, "An account's id").map(Some)
}

/// Reads the reason of a change that a shopper or the books may ask about.
pub fn reason(text: &str) -> Result<String, Broken> {
    let line = OneLine::<MAX_REASON>::read(text).map_err(|broken| broken.of("Reason"))?;
    if line.as_str().chars().count() < MIN_REASON {
        let rule = Rule::TooShort { min: MIN_REASON };
        return Err(rule.says(format!("Reason should be at least {MIN_REASON} characters long")));
    }
    Ok(line.into_string())
}
