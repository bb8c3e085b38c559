//! A row of a carrier's numbers, and what it does to its order. Pure.

use std::borrow::Cow;

use runtime::status::{Broken, Rule, Violation, field};
use values::Line;

use crate::order::{
    life::{self, Actor, Status},
    parcel::{self, Parcel},
    record::Order,
};

/// Characters of an order's number at most: more than any of ours has.
const MOST: usize = 100;

/// A row as it stands in the file, a field a column; empty where there is none.
#[derive(Debug, Clone, Copy, Default)]
pub struct TrackingCells<'a> {
    /// The order's number.
    pub order_number: &'a str,
    /// Who carries it.
    pub carrier: &'a str,
    /// The carrier's number for it.
    pub tracking_number: &'a str,
    /// Where the carrier says where it is; may be empty.
    pub tracking_url: &'a str,
    /// What the parcel weighs; may be empty.
    pub weight_in_grams: &'a str,
}

/// What a carrier calls the parcel of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrackedParcel {
    /// The order's number, as it is kept.
    pub order_number: String,
    /// With a number.
    pub parcel: Parcel,
    /// What it weighs, in grams; none when the row does not say.
    pub weight_in_grams: Option<i32>,
}

/// What a row does to its order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Nothing: it has this parcel.
    Nothing,
    /// It leaves the house.
    Ship,
    /// It is under way, in another parcel than was written down.
    Correct,
}

impl TrackingCells<'_> {
    /// Reads the cells by the rules; answers every violation by its column.
    pub fn read(self) -> Result<TrackedParcel, Vec<Violation>> {
        let mut violations = Vec::new();
        let order_number = field("order_number", order_number(self.order_number), &mut violations);
        if self.tracking_number.is_empty() {
            let broken = Rule::Required.says("Enter the carrier's number for the parcel");
            violations.push(Violation::new("tracking_number", broken));
        }
        let typed = Parcel {
            carrier: self.carrier.to_owned(),
            tracking_number: self.tracking_number.to_owned(),
            tracking_url: self.tracking_url.to_owned(),
        };
        let mut of_parcel = Vec::new();
        let parcel = Parcel::read(&typed, &mut of_parcel);
        violations.extend(of_parcel.into_iter().map(of_column));
        let weight = field("weight_in_grams", weight(self.weight_in_grams), &mut violations);
        match (order_number, parcel, weight) {
            (Some(order_number), Some(parcel), Some(weight_in_grams)) if violations.is_empty() => {
                Ok(TrackedParcel {
                    order_number,
                    parcel,
                    weight_in_grams,
                })
            }
            _ => Err(violations),
        }
    }
}

fn order_number(typed: &str) -> Result<String, Broken> {
    let number = Line::<MOST>::read(typed).map_err(|broken| broken.of("Order number"))?;
    Ok(number.into_string().to_uppercase())
}

/// Reads what a parcel weighs; none when the cell is empty.
fn weight(cell: &str) -> Result<Option<i32>, Broken> {
    if cell.is_empty() {
        return Ok(None);
    }
    // What is no number, or too large a one, is refused as 0 is.
    parcel::weight(cell.parse().unwrap_or_default()).map(Some)
}

/// The violation of a parcel's field, by its column.
fn of_column(wrong: Violation) -> Violation {
    match wrong.field {
        Cow::Borrowed(name) => {
            let column = name.strip_prefix("parcel.").unwrap_or(name);
            Violation::new(column, wrong.broken)
        }
        Cow::Owned(_) => wrong,
    }
}

impl TrackedParcel {
    /// What the row does to its order, by the rules of the move; or why it must not, by its column.
    pub fn step(&self, order: Option<&Order>) -> Result<Step, Violation> {
        let Some(order) = order else {
            let words = format!("There is no order {}", self.order_number);
            return Err(Violation::new("order_number", Rule::Unknown.says(words)));
        };
        let refuse = |words: String| Violation::new("order_number", Rule::NotOffered.says(words));
        let status =
            Status::read(&order.status).ok_or_else(|| refuse("This order cannot be shipped".to_owned()))?;
        let is_known = order.parcel.as_ref().is_some_and(|parcel| self.is_in(parcel));
        if is_known || status == Status::Shipped {
            self.check_weight(order)?;
            return Ok(if is_known { Step::Nothing } else { Step::Correct });
        }
        let shipped = life::transition(status, Status::Shipped, Actor::Staff);
        shipped.map_err(|refusal| refuse(refusal.to_string()))?;
        match order.why_unpaid() {
            Some(why) => Err(refuse(why.to_owned())),
            None if order.is_unpaid() => Err(refuse(
                "This order is not paid. Ship it in the office, where you confirm that, and leave the row out"
                    .to_owned(),
            )),
            None => Ok(Step::Ship),
        }
    }

    /// Refuses to change what a parcel weighed when the carrier got it.
    fn check_weight(&self, order: &Order) -> Result<(), Violation> {
        if self.weight_in_grams.is_none() || self.weight_in_grams == order.parcel_weight_in_grams {
            return Ok(());
        }
        let known = order.parcel_weight_in_grams;
        let known = known.map_or_else(
            || "without a weight".to_owned(),
            |grams| format!("with {grams} g"),
        );
        let words = format!("It was handed over {known}, which stays. Leave the cell empty.");
        Err(Violation::new("weight_in_grams", Rule::NotOffered.says(words)))
    }

    /// Whether it is the parcel that is known. A row without an address says nothing about it.
    fn is_in(&self, known: &Parcel) -> bool {
        let Parcel {
            carrier,
            tracking_number,
            tracking_url,
        } = &self.parcel;
        (carrier, tracking_number) == (&known.carrier, &known.tracking_number)
            && (tracking_url.is_empty() || *tracking_url == known.tracking_url)
    }
}

#[cfg(test)]
mod tests;
