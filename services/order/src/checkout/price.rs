//! The price of an order: compares the shopper's cart with the catalog. Pure functions, without I/O, clock or
//! randomness.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    checkout::validated_checkout::Checkout,
    difference::{CurrentPrice, Difference},
    error::Error,
    order::{
        charge::Charge,
        order_line::OrderLine,
        record::{Order, OrderChange},
    },
};

/// The catalog's quote for a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote {
    /// The SKU of the pack. `None` when it is not sold.
    pub sku: Option<String>,
    /// The product's name. Empty when the catalog does not know it.
    pub product_name: String,
    /// The price of one pack, in paise. `None` when it is not sold.
    pub price_paise: Option<i64>,
}

/// Compares the cart with the quotes, one for each line, and builds the order at the catalog's prices with
/// its charges. Fails on any difference, so that shoppers pay only prices they saw.
pub fn price(
    checkout: &Checkout,
    quotes: Vec<Quote>,
    charges: Vec<Charge>,
    id: Uuid,
    number: String,
    now: OffsetDateTime,
) -> Result<Order, Error> {
    let prices = current_prices(checkout, &quotes);
    let lines = agreed_lines(checkout, quotes);
    let agreed = lines.and_then(|lines| Ok((agreed_total(checkout, &lines, &charges)?, lines)));
    let (total_paise, lines) = agreed.map_err(|difference| Error::Differs { difference, prices })?;
    // PostgreSQL stores microseconds, and the first response must equal that of a retry.
    let placed_at = now
        .replace_nanosecond(now.nanosecond() / 1_000_000 * 1_000_000)
        .expect("it became smaller");
    Ok(Order {
        lines,
        charges,
        total_paise,
        changes: vec![OrderChange::placement(placed_at, checkout.actor())],
        ..Order::placed(id, number, checkout.details.clone(), placed_at)
    })
}

fn current_prices(checkout: &Checkout, quotes: &[Quote]) -> Vec<CurrentPrice> {
    let lines = checkout.lines.iter().zip(quotes);
    lines
        .map(|(line, quote)| CurrentPrice {
            product_id: line.product_id,
            weight_in_grams: line.weight_in_grams,
            price_paise: quote.price_paise,
        })
        .collect()
}

/// Returns the lines at the catalog's prices. Fails if the shopper saw other prices.
fn agreed_lines(checkout: &Checkout, quotes: Vec<Quote>) -> Result<Vec<OrderLine>, Difference> {
    let lines = checkout.lines.iter().zip(quotes);
    lines
        .map(|(line, quote)| {
            let weight_in_grams = line.weight_in_grams;
            let Some(now_paise) = quote.price_paise else {
                return Err(Difference::NotSold {
                    product_name: quote.product_name,
                    weight_in_grams,
                });
            };
            let line_total_paise = now_paise * i64::from(line.quantity);
            if line.unit_price_paise != now_paise || line.line_total_paise != line_total_paise {
                return Err(Difference::Price {
                    product_name: quote.product_name,
                    weight_in_grams,
                    quantity: line.quantity,
                    shown_paise: (line.unit_price_paise, line.line_total_paise),
                    now_paise: (now_paise, line_total_paise),
                });
            }
            Ok(OrderLine {
                sku: quote.sku,
                product_id: line.product_id,
                product_name: quote.product_name,
                weight_in_grams,
                quantity: line.quantity,
                unit_price_paise: now_paise,
            })
        })
        .collect()
}

/// Returns the total of lines and charges. Fails if the shopper saw another total.
fn agreed_total(checkout: &Checkout, lines: &[OrderLine], charges: &[Charge]) -> Result<i64, Difference> {
    let lines = lines
        .iter()
        .map(|line| line.unit_price_paise * i64::from(line.quantity));
    let now_paise = lines
        .chain(charges.iter().map(|charge| charge.amount_paise))
        .sum();
    if checkout.total_paise == now_paise {
        return Ok(now_paise);
    }
    Err(Difference::Total {
        shown_paise: checkout.total_paise,
        now_paise,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use time::macros::datetime;

    use super::*;
    use crate::{
        checkout::validated_checkout::CheckoutLine,
        order::{charge::ChargeKind, record::OrderDetails, source::Source},
    };

    const NOW: OffsetDateTime = datetime!(2026-11-21 20:15:30.123_456_789 UTC);

    fn checkout(shown: &[(i32, i64, i64)], total_paise: i64) -> Checkout {
        let lines = shown
            .iter()
            .map(|&(quantity, unit_price_paise, line_total_paise)| CheckoutLine {
                product_id: Uuid::nil(),
                weight_in_grams: 100,
                quantity,
                unit_price_paise,
                line_total_paise,
            });
        let details = OrderDetails {
            account_id: None,
            full_name: "Asha Patel".to_owned(),
            email: "asha@example.com".to_owned(),
            mobile_number: "9876543210".to_owned(),
            delivery_address: "12 Ring Road, Surat".to_owned(),
            pincode: "395007".to_owned(),
            payment_method: None,
            source: Source::Web,
        };
        Checkout {
            details,
            total_paise,
            lines: lines.collect(),
            staff_id: None,
            network: None,
        }
    }

    fn quote(price_paise: Option<i64>) -> Quote {
        Quote {
            sku: Some("P0001-100".to_owned()),
            product_name: "Karela Powder".to_owned(),
            price_paise,
        }
    }

    fn check(shown: &[(i32, i64, i64)], total_paise: i64, quotes: &[Option<i64>]) -> Result<Order, String> {
        check_charged(shown, total_paise, quotes, Vec::new())
    }

    fn check_charged(
        shown: &[(i32, i64, i64)],
        total_paise: i64,
        quotes: &[Option<i64>],
        charges: Vec<Charge>,
    ) -> Result<Order, String> {
        let quotes = quotes.iter().copied().map(quote).collect();
        price(
            &checkout(shown, total_paise),
            quotes,
            charges,
            Uuid::nil(),
            "VM-1".to_owned(),
            NOW,
        )
        .map_err(|error| error.to_string())
    }

    #[test]
    fn an_order_costs_what_the_shopper_was_shown() {
        let order = check(
            &[(2, 24_900, 49_800), (1, 32_400, 32_400)],
            82_200,
            &[Some(24_900), Some(32_400)],
        );
        let order = order.expect("every price agrees");
        assert_eq!(order.total_paise, 82_200);
        assert_eq!(order.lines.len(), 2);
        assert_eq!(order.placed_at, datetime!(2026-11-21 20:15:30.123 UTC));
    }

    #[test]
    fn the_total_is_lines_and_charges() {
        let charge = |kind, amount_paise| Charge {
            kind,
            label: "as the shopper reads it".to_owned(),
            amount_paise,
        };
        let charges = vec![
            charge(ChargeKind::Delivery, 10_000),
            charge(ChargeKind::CodFee, 5_000),
        ];
        let order_at = |total_paise| {
            let shown = [(2, 24_900, 49_800)];
            check_charged(&shown, total_paise, &[Some(24_900)], charges.clone())
        };
        assert_eq!(order_at(64_800).expect("the sum agrees").charges, charges);
        assert_eq!(
            order_at(49_800).expect_err("the charges were not shown"),
            "Your order costs ₹648, not ₹498. Please check your cart and try again."
        );
    }

    proptest! {
        #[test]
        fn only_the_sum_of_lines_and_charges_is_accepted(
            lines in prop::collection::vec((1..=99_i32, 1..=10_000_000_i64), 1..=10),
            charges in prop::collection::vec(1..=10_000_i64, 0..=2),
            off in prop_oneof![Just(0_i64), -1_000..=1_000_i64],
        ) {
            let shown: Vec<_> = lines.iter().map(|&(quantity, unit)| (quantity, unit, i64::from(quantity) * unit)).collect();
            let quotes: Vec<_> = lines.iter().map(|&(_, unit)| Some(unit)).collect();
            let kinds = ChargeKind::ALL.into_iter().zip(&charges);
            let charges: Vec<_> = kinds.map(|(kind, &amount_paise)| Charge { kind, label: String::new(), amount_paise }).collect();
            let sum = shown.iter().map(|&(_, _, total)| total).chain(charges.iter().map(|charge| charge.amount_paise)).sum::<i64>();
            if let Ok(order) = check_charged(&shown, sum + off, &quotes, charges) {
                prop_assert_eq!((off, order.total_paise), (0, sum));
            } else {
                prop_assert_ne!(off, 0);
            }
        }
    }

    #[test]
    fn a_changed_price_is_named_with_the_old_and_the_new_one() {
        let refusals = [
            (
                check(&[(1, 24_900, 24_900)], 24_900, &[Some(25_900)]),
                "The price of Karela Powder (100 g) is now ₹259, not ₹249. Please check your cart and try again.",
            ),
            (
                check(&[(2, 24_900, 24_900)], 24_900, &[Some(24_900)]),
                "2 × Karela Powder (100 g) cost ₹498, not ₹249. Please check your cart and try again.",
            ),
            (
                check(&[(1, 24_900, 24_900)], 100, &[Some(24_900)]),
                "Your order costs ₹249, not ₹1. Please check your cart and try again.",
            ),
            (
                check(&[(1, 24_900, 24_900)], 24_900, &[None]),
                "Karela Powder (100 g) is not sold any more. Please remove it from your cart and try again.",
            ),
        ];
        for (refused, expected) in refusals {
            assert_eq!(refused.expect_err("something differs"), expected);
        }
    }

    #[test]
    fn a_claimed_price_is_never_computed_with() {
        for unit in [i64::MIN, -1, 0, i64::MAX] {
            assert!(check(&[(99, unit, unit)], unit, &[Some(24_900)]).is_err());
        }
    }
}
