//! A recalled batch and its orders in a request, and their validation.

use std::collections::HashSet;

use runtime::status::{Broken, Rule, Violation, field};
use uuid::Uuid;
use values::Line;

/// The maximum number of orders in a request (contract).
pub const MOST_ORDERS: usize = 500;

/// The maximum length of a batch number, in characters, as in the inventory.
const MAX_BATCH_NUMBER: usize = 40;

/// The maximum length of a reason, in characters, as in the inventory.
const MAX_REASON: usize = 500;

/// The minimum length of a reason, in characters.
const MIN_REASON: usize = 3;

/// An unvalidated recall. [`RecallRequest::validate`] turns it into a [`Recall`].
#[derive(Debug, Clone, Default)]
pub struct RecallRequest {
    /// The batch's ID in the inventory, a UUID.
    pub batch_id: String,
    /// The batch number printed on the packs.
    pub batch_number: String,
    /// The product's id, a UUID.
    pub product_id: String,
    /// Weight of the pack, in grams.
    pub weight_in_grams: i32,
    /// The orders' IDs, UUIDs, each with its number of packs of the batch.
    pub orders: Vec<(String, i32)>,
}

/// A recalled batch, with the orders that hold its packs according to the inventory.
#[derive(Debug, Clone)]
pub struct Recall {
    /// The batch's ID in the inventory.
    pub batch_id: Uuid,
    /// The batch number printed on the packs, 1 to 40 characters.
    pub batch_number: String,
    /// The product's id.
    pub product_id: Uuid,
    /// Weight of the pack, in grams.
    pub weight_in_grams: i32,
    /// The IDs of 1 to 500 orders, none twice, each with its number of packs of the batch.
    pub orders: Vec<(Uuid, i32)>,
}

impl RecallRequest {
    /// Validates the values. Returns every violation.
    pub fn validate(self) -> Result<Recall, Vec<Violation>> {
        let mut violations = Vec::new();
        let all = &mut violations;
        let batch_id = field("batch.batch_id", id(&self.batch_id), all);
        let number = Line::<MAX_BATCH_NUMBER>::read(&self.batch_number);
        let number = number.map_err(|broken| broken.of("Batch number"));
        let batch_number = field("batch.batch_number", number, all);
        let product_id = field("batch.product_id", id(&self.product_id), all);
        let weight = from_1(self.weight_in_grams, "The weight of a pack");
        let weight_in_grams = field("batch.weight_in_grams", weight, all);
        let orders = field("orders", orders(&self.orders), all);
        let recall = (|| {
            Some(Recall {
                batch_id: batch_id?,
                batch_number: batch_number?.into_string(),
                product_id: product_id?,
                weight_in_grams: weight_in_grams?,
                orders: orders?,
            })
        })();
        recall.ok_or(violations)
    }
}

/// Validates the reason of a recall, which shoppers read.
pub fn reason(text: &str) -> Result<String, Vec<Violation>> {
    let line = Line::<MAX_REASON>::read(text).map_err(|broken| broken.of("Reason"));
    let line = line.and_then(|line| {
        if line.as_str().chars().count() < MIN_REASON {
            let rule = Rule::TooShort { min: MIN_REASON };
            return Err(rule.says(format!("Reason should be at least {MIN_REASON} characters long")));
        }
        Ok(line.into_string())
    });
    line.map_err(|broken| vec![Violation::new("reason", broken)])
}

/// Parses a UUID.
pub fn id(text: &str) -> Result<Uuid, Broken> {
    Uuid::parse_str(text).map_err(|_| Rule::Malformed.says("must be a UUID"))
}

fn orders(asked: &[(String, i32)]) -> Result<Vec<(Uuid, i32)>, Broken> {
    if asked.is_empty() {
        return Err(Rule::Required.says("Name the orders that hold packs of the batch"));
    }
    if asked.len() > MOST_ORDERS {
        let rule = Rule::TooMany { max: MOST_ORDERS };
        return Err(rule.says(format!("At most {MOST_ORDERS} orders are asked for at once")));
    }
    let mut seen = HashSet::with_capacity(asked.len());
    let read = asked.iter().map(|(order_id, quantity)| {
        let order_id = id(order_id)?;
        if !seen.insert(order_id) {
            return Err(Rule::Repeated.says("No order is asked for twice"));
        }
        Ok((order_id, from_1(*quantity, "The number of packs")?))
    });
    read.collect()
}

fn from_1(number: i32, name: &str) -> Result<i32, Broken> {
    if number < 1 {
        let (min, max) = (1, i64::from(i32::MAX));
        let rule = Rule::OutOfRange { min, max };
        return Err(rule.says(format!("{name} is a whole number of {min} to {max}")));
    }
    Ok(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "0190b6a0-0000-7000-8000-000000000001";

    fn request(orders: Vec<(String, i32)>) -> RecallRequest {
        RecallRequest {
            batch_id: ID.to_owned(),
            batch_number: "K-2611".to_owned(),
            product_id: ID.to_owned(),
            weight_in_grams: 100,
            orders,
        }
    }

    fn many(count: u128) -> Vec<(String, i32)> {
        (1..=count).map(|n| (Uuid::from_u128(n).to_string(), 1)).collect()
    }

    #[test]
    fn one_to_five_hundred_orders_are_asked_for_none_twice() {
        for count in [1, 500] {
            let recall = request(many(count)).validate().expect("it keeps the rules");
            assert_eq!(recall.orders.len() as u128, count);
        }
        let twice = [many(1), many(1)].concat();
        for (orders, code) in [
            (many(0), "REQUIRED"),
            (many(501), "TOO_MANY"),
            (twice, "REPEATED"),
            (vec![("VM-1".to_owned(), 1)], "MALFORMED"),
            (vec![(ID.to_owned(), 0)], "OUT_OF_RANGE"),
        ] {
            let violations = request(orders).validate().expect_err("it breaks one");
            let told: Vec<_> = violations
                .iter()
                .map(|violation| (violation.field.as_ref(), violation.broken.rule().code()))
                .collect();
            assert_eq!(told, [("orders", code)]);
        }
        let violations = RecallRequest::default().validate().expect_err("nothing is given");
        assert_eq!(violations.len(), 5);
    }

    #[test]
    fn a_reason_is_one_line_that_says_something() {
        assert_eq!(reason(" A stone was found ").as_deref(), Ok("A stone was found"));
        for text in ["", "no", "A stone\nwas found", &"x".repeat(501)] {
            assert!(reason(text).is_err(), "{text}");
        }
    }
}
