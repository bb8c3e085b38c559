//! A row with a tracking number, and its effect on the order. Pure functions.

use std::borrow::Cow;

use runtime::status::{Broken, Rule, Violation, field};
use values::Line;

use crate::order::{
    order_status::{self, Actor, Status},
    parcel::{self, Parcel},
    record::Order,
};

/// The maximum length of an order number, in characters. No real one is as long.
const MOST: usize = 100;

/// The cells of a row in the file, one field per column. Missing cells are empty.
#[derive(Debug, Clone, Copy, Default)]
pub struct TrackingCells<'a> {
    /// The order number.
    pub order_number: &'a str,
    /// The carrier.
    pub carrier: &'a str,
    /// The tracking number.
    pub tracking_number: &'a str,
    /// The tracking page. May be empty.
    pub tracking_url: &'a str,
    /// The weight of the parcel. May be empty.
    pub weight_in_grams: &'a str,
}

/// The parcel of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrackedParcel {
    /// The order number, as stored.
    pub order_number: String,
    /// The parcel, with a tracking number.
    pub parcel: Parcel,
    /// The weight, in grams. `None` if the row has none.
    pub weight_in_grams: Option<i32>,
}

/// The effect of a row on its order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrackingAction {
    /// None, because the order already has this parcel.
    Nothing,
    /// The order is shipped.
    Ship,
    /// The parcel of the shipped order is corrected.
    Correct,
}

impl TrackingCells<'_> {
    /// Validates the cells. Returns every violation with its column.
    pub fn validate(self) -> Result<TrackedParcel, Vec<Violation>> {
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
        let parcel = Parcel::parse(&typed, &mut of_parcel);
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

/// Parses the weight of a parcel. `None` for an empty cell.
fn weight(cell: &str) -> Result<Option<i32>, Broken> {
    if cell.is_empty() {
        return Ok(None);
    }
    // Invalid and too large numbers are refused like 0.
    parcel::weight(cell.parse().unwrap_or_default()).map(Some)
}

/// Renames a violation from the parcel's field to the column.
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
    /// Returns the effect of the row on its order, by the rules of status changes. Fails with a violation by
    /// column.
    pub fn action(&self, order: Option<&Order>) -> Result<TrackingAction, Violation> {
        let Some(order) = order else {
            let words = format!("There is no order {}", self.order_number);
            return Err(Violation::new("order_number", Rule::Unknown.says(words)));
        };
        let refuse = |words: String| Violation::new("order_number", Rule::NotOffered.says(words));
        let status =
            Status::parse(&order.status).ok_or_else(|| refuse("This order cannot be shipped".to_owned()))?;
        let is_known = order.parcel.as_ref().is_some_and(|parcel| self.is_in(parcel));
        if is_known || status == Status::Shipped {
            self.check_weight(order)?;
            return Ok(if is_known {
                TrackingAction::Nothing
            } else {
                TrackingAction::Correct
            });
        }
        let shipped = order_status::transition(status, Status::Shipped, Actor::Staff);
        shipped.map_err(|refusal| refuse(refusal.to_string()))?;
        match order.why_unpaid() {
            Some(why) => Err(refuse(why.to_owned())),
            None if order.is_unpaid() => Err(refuse(
                "This order is not paid. Ship it on its page in the office, and remove the row".to_owned(),
            )),
            None => Ok(TrackingAction::Ship),
        }
    }

    /// Fails if the row would change the weight at handover.
    fn check_weight(&self, order: &Order) -> Result<(), Violation> {
        if self.weight_in_grams.is_none() || self.weight_in_grams == order.parcel_weight_in_grams {
            return Ok(());
        }
        let known = order.parcel_weight_in_grams;
        let known = known.map_or_else(
            || "without a weight".to_owned(),
            |grams| format!("with {grams} g"),
        );
        let words = format!("It was handed over {known}. Leave the cell empty.");
        Err(Violation::new("weight_in_grams", Rule::NotOffered.says(words)))
    }

    /// Returns true if the order already has this parcel. A row without a tracking page matches any page.
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
