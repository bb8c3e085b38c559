//! Receipts of packs.

use runtime::status::{Broken, Rule, Violation, field};
use time::{Date, format_description::well_known::Iso8601};
use uuid::Uuid;
use values::Line as OneLine;

use crate::{
    ledger::correction::{MAX_REASON, actor},
    pack::{self, Pack, PackDetails},
};

/// The maximum number of packs of a receipt. More is a typing error.
const MAX_QUANTITY: i32 = 1_000_000;

/// The maximum price of a pack, in paise: a million rupees.
pub const MAX_PAISE: i64 = 100_000_000;

/// A receipt of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceiptDetails {
    /// A UUID chosen by the caller.
    pub receipt_id: String,
    /// The pack.
    pub pack: Option<PackDetails>,
    /// The batch number printed on the pack.
    pub batch_number: String,
    /// The packing date.
    pub packed_on: String,
    /// The best-before date.
    pub best_before: String,
    /// The MRP, in paise.
    pub mrp_paise: i64,
    /// The cost of a pack, in paise.
    pub cost_paise: i64,
    /// The number of packs.
    pub quantity: i32,
    /// An account's id, or empty.
    pub actor_id: String,
    /// The reason; may be empty.
    pub reason: String,
}

/// A receipt of packs of a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// The id chosen by the caller, the same for every retry.
    pub id: Uuid,
    /// The batch of the packs.
    pub batch: NewBatch,
    /// The number of packs, more than 0.
    pub quantity: i32,
    /// The account that received them; `None` for the shop's programs.
    pub actor_id: Option<Uuid>,
    /// The reason; may be empty.
    pub reason: String,
}

/// The batch of a receipt: packs that were filled together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewBatch {
    /// The pack.
    pub pack: Pack,
    /// The batch number printed on the pack.
    pub batch_number: String,
    /// The packing date.
    pub packed_on: Date,
    /// The best-before date, later than the packing date.
    pub best_before: Date,
    /// The MRP printed on the pack, in paise.
    pub mrp_paise: i64,
    /// The cost of a pack, in paise; 0 if the receipt had none.
    pub cost_paise: i64,
}

/// The fields of a receipt that do not depend on its pack, as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParticularsDetails<'a> {
    /// The batch number printed on the pack.
    pub batch_number: &'a str,
    /// The packing date.
    pub packed_on: &'a str,
    /// The best-before date.
    pub best_before: &'a str,
    /// The MRP, in paise.
    pub mrp_paise: i64,
    /// The cost of a pack, in paise.
    pub cost_paise: i64,
    /// The number of packs.
    pub quantity: i32,
    /// The reason; may be empty.
    pub reason: &'a str,
}

/// The same fields, validated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Particulars {
    /// The batch number printed on the pack.
    pub batch_number: String,
    /// The packing date.
    pub packed_on: Date,
    /// The best-before date, later than the packing date.
    pub best_before: Date,
    /// The MRP printed on the pack, in paise.
    pub mrp_paise: i64,
    /// The cost of a pack, in paise; 0 if the receipt had none.
    pub cost_paise: i64,
    /// The number of packs, more than 0.
    pub quantity: i32,
    /// The reason; may be empty.
    pub reason: String,
}

impl Particulars {
    /// Builds the receipt.
    pub fn into_receipt(self, id: Uuid, pack: Pack, actor_id: Option<Uuid>) -> Receipt {
        Receipt {
            id,
            batch: NewBatch {
                pack,
                batch_number: self.batch_number,
                packed_on: self.packed_on,
                best_before: self.best_before,
                mrp_paise: self.mrp_paise,
                cost_paise: self.cost_paise,
            },
            quantity: self.quantity,
            actor_id,
            reason: self.reason,
        }
    }
}

impl NewBatch {
    /// Fails if the pack is sold at this price, in paise, and the batch's MRP is lower.
    pub fn check_price(&self, price_paise: i64) -> Result<(), Broken> {
        if price_paise <= self.mrp_paise {
            return Ok(());
        }
        Err(Rule::NotOffered.says(below_price(price_paise)))
    }
}

/// The message for an MRP below the selling price, in paise.
pub fn below_price(price_paise: i64) -> String {
    let price = match (price_paise / 100, price_paise % 100) {
        (rupees, 0) => rupees.to_string(),
        (rupees, paise) => format!("{rupees}.{paise:02}"),
    };
    format!(
        "This pack is sold at ₹{price}, and no pack may cost more than the MRP printed on it. Lower its price first"
    )
}

/// Parses a request. Fails with everything that is wrong with it.
pub fn validate(details: &ReceiptDetails) -> Result<Receipt, Vec<Violation>> {
    let mut violations = Vec::new();
    let all = &mut violations;
    let id = field("receipt_id", pack::id(&details.receipt_id, "A receipt's id"), all);
    let pack = Pack::parse(details.pack.clone(), "pack", all);
    let particulars = ParticularsDetails {
        batch_number: &details.batch_number,
        packed_on: &details.packed_on,
        best_before: &details.best_before,
        mrp_paise: details.mrp_paise,
        cost_paise: details.cost_paise,
        quantity: details.quantity,
        reason: &details.reason,
    };
    let particulars = validate_particulars(&particulars, all);
    let actor_id = field("actor_id", actor(&details.actor_id), all);
    let receipt = (|| Some(particulars?.into_receipt(id?, pack?, actor_id?)))();
    receipt.filter(|_| violations.is_empty()).ok_or(violations)
}

/// Parses the fields that do not depend on the pack. Adds errors to `all`.
pub fn validate_particulars(
    details: &ParticularsDetails<'_>,
    all: &mut Vec<Violation>,
) -> Option<Particulars> {
    let before = all.len();
    let number = OneLine::<40>::read(details.batch_number).map_err(|broken| broken.of("Batch number"));
    let number = field("batch_number", number, all);
    let packed_on = field("packed_on", date(details.packed_on, "packed on"), all);
    let best_before = field("best_before", date(details.best_before, "best before"), all);
    if let (Some(packed_on), Some(best_before)) = (packed_on, best_before)
        && best_before <= packed_on
    {
        let broken = Rule::Malformed.says("The best-before date is later than the packing date");
        all.push(Violation::new("best_before", broken));
    }
    let mrp_paise = field(
        "mrp_paise",
        within(details.mrp_paise, 1, MAX_PAISE, "The MRP"),
        all,
    );
    let cost_paise = within(details.cost_paise, 0, MAX_PAISE, "The cost");
    let cost_paise = field("cost_paise", cost_paise, all);
    let quantity = within(
        details.quantity.into(),
        1,
        MAX_QUANTITY.into(),
        "The number of packs",
    );
    let quantity = field("quantity", quantity, all);
    let reason = if details.reason.trim().is_empty() {
        Ok(String::new())
    } else {
        let line = OneLine::<MAX_REASON>::read(details.reason);
        line.map(OneLine::into_string)
            .map_err(|broken| broken.of("Reason"))
    };
    let reason = field("reason", reason, all);
    let particulars = Particulars {
        batch_number: number?.into_string(),
        packed_on: packed_on?,
        best_before: best_before?,
        mrp_paise: mrp_paise?,
        cost_paise: cost_paise?,
        quantity: i32::try_from(quantity?).expect("it is in range"),
        reason: reason?,
    };
    (all.len() == before).then_some(particulars)
}

fn date(text: &str, name: &str) -> Result<Date, Broken> {
    let date = Date::parse(text, &Iso8601::DATE).ok();
    date.filter(|date| (2000..2200).contains(&date.year()))
        .ok_or_else(|| Rule::Malformed.says(format!("A {name} date is one such as 2026-11-23")))
}

fn within(number: i64, min: i64, max: i64, name: &str) -> Result<i64, Broken> {
    if (min..=max).contains(&number) {
        return Ok(number);
    }
    Err(Rule::OutOfRange { min, max }.says(format!("{name} is a whole number of {min} to {max}")))
}
