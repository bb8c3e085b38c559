use uuid::Uuid;

use super::*;
use crate::order::{
    charge::{Charge, ChargeKind},
    payment_method::PaymentMethod,
};

fn line(product: u128, quantity: i32) -> OrderLine {
    OrderLine {
        sku: None,
        product_id: Uuid::from_u128(product),
        product_name: format!("Powder {product}"),
        weight_in_grams: 100,
        quantity,
        unit_price_paise: 10_000,
    }
}

fn order(lines: Vec<OrderLine>) -> Order {
    let total_paise = goods(&lines) + 5_000;
    Order {
        lines,
        charges: vec![Charge {
            kind: ChargeKind::CodFee,
            label: "Cash on delivery".to_owned(),
            amount_paise: 5_000,
        }],
        total_paise,
        ..Order::example(Some(PaymentMethod::CashOnDelivery))
    }
}

fn wanted(product: u128, quantity: i32) -> CorrectedLine {
    CorrectedLine {
        product_id: Uuid::from_u128(product),
        weight_in_grams: 100,
        quantity,
    }
}

fn bound(rupees: i64) -> CashBound {
    CashBound::from_paise(rupees * 100)
}

#[test]
fn lines_and_total_are_computed_anew_and_charges_stay() {
    let order = order(vec![line(1, 2), line(2, 1), line(3, 4)]);
    let corrected = correct(&order, &[wanted(1, 3), wanted(2, 0)], bound(0));
    let corrected = corrected.expect("it keeps the rules");
    assert_eq!(corrected.lines, [line(1, 3), line(3, 4)]);
    assert_eq!(corrected.total_paise, 7 * 10_000 + 5_000);
    assert_eq!(
        corrected.reason,
        "Quantities were corrected: Powder 1 100 g 2 → 3, Powder 2 100 g 1 → 0"
    );
    assert!(!is_done(&order, &[wanted(1, 3)]));
    assert!(is_done(&order, &[wanted(1, 2), wanted(9, 0)]));
}

#[test]
fn an_order_keeps_a_pack_and_gets_none_that_it_did_not_have() {
    let order = order(vec![line(1, 2)]);
    for (lines, field) in [(wanted(1, 0), "lines"), (wanted(2, 1), "lines[0].product_id")] {
        let violations = correct(&order, &[lines], bound(0)).expect_err("it breaks a rule");
        assert_eq!((violations.len(), violations[0].field.as_ref()), (1, field));
    }
}

#[test]
fn cash_is_not_taken_for_more_than_the_bound_unless_it_was() {
    let order = order(vec![line(1, 4), line(2, 1)]);
    let violations = correct(&order, &[wanted(1, 5)], bound(500)).expect_err("it is too much");
    assert_eq!(violations[0].broken.rule().code(), "NOT_OFFERED");
    assert!(correct(&order, &[wanted(1, 5)], bound(600)).is_ok());
    assert!(
        correct(&order, &[wanted(1, 3)], bound(100)).is_ok(),
        "less was agreed to"
    );
}

#[test]
fn the_history_is_short_however_much_was_corrected() {
    let order = order((1..=50).map(|product| line(product, 1)).collect());
    let all: Vec<_> = (1..=50).map(|product| wanted(product, 2)).collect();
    let reason = correct(&order, &all, bound(0)).expect("it may be").reason;
    assert!(reason.chars().count() <= MAX_REASON, "{reason}");
    assert!(reason.ends_with("more"), "{reason}");
}
