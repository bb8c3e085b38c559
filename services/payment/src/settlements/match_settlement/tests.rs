use time::OffsetDateTime;
use uuid::Uuid;

use super::*;
use crate::payment::refund::RefundReason;

fn money(id: &str, amount_paise: i64, fee_paise: i64, fee_tax_paise: i64) -> CapturedPayment {
    CapturedPayment {
        id: Uuid::from_u128(1),
        attempt_id: None,
        order_id: Uuid::from_u128(2),
        order_number: "VM-261126-7K3QX".to_owned(),
        provider: "razorpay".to_owned(),
        provider_payment_id: id.to_owned(),
        amount_paise,
        fee_paise,
        fee_tax_paise,
        captured_at: OffsetDateTime::UNIX_EPOCH,
        outcome: None,
    }
}

fn refund(amount_paise: i64, state: RefundState) -> Refund {
    Refund {
        id: Uuid::from_u128(3),
        payment_id: Uuid::from_u128(1),
        order_id: Uuid::from_u128(2),
        amount_paise,
        reason: RefundReason::Goodwill,
        note: String::new(),
        staff_id: None,
        state,
        provider_refund_id: Some("rfnd_1".to_owned()),
        manual: None,
        version: 2,
        wanted_at: OffsetDateTime::UNIX_EPOCH,
        changed_at: OffsetDateTime::UNIX_EPOCH,
    }
}

fn line(
    id: &str,
    kind: SettlementLineKind,
    amount_paise: i64,
    fee: (i64, i64),
    net_paise: i64,
) -> SettlementLine {
    SettlementLine {
        settlement_id: "setl_1".to_owned(),
        id: id.to_owned(),
        kind,
        amount_paise,
        fee_paise: fee.0,
        fee_tax_paise: fee.1,
        net_paise,
    }
}

/// A payout of two payments, a partial refund and a debit.
fn settled() -> (Vec<SettlementLine>, StoredRecords) {
    let lines = vec![
        line(
            "pay_1",
            SettlementLineKind::Payment,
            100_000,
            (2_360, 360),
            97_640,
        ),
        line("pay_2", SettlementLineKind::Payment, 50_000, (1_280, 280), 48_720),
        line("rfnd_1", SettlementLineKind::Refund, 20_000, (0, 0), -20_000),
        line("adj_1", SettlementLineKind::Other, 1_000, (0, 0), -1_000),
    ];
    let payments = [
        money("pay_1", 100_000, 2_360, 360),
        money("pay_2", 50_000, 1_180, 180),
    ];
    let payments = payments.map(|money| (money.provider_payment_id.clone(), money));
    let known = StoredRecords {
        payments: payments.into(),
        refunds: [("rfnd_1".to_owned(), refund(20_000, RefundState::Pending))].into(),
        settled_before: HashSet::new(),
    };
    (lines, known)
}

#[test]
fn a_settlement_comes_to_what_it_is_made_of_to_the_paisa() {
    let (lines, known) = settled();
    let matched = add_up(125_360, &lines, &known).expect("it adds up");
    let sums = matched.sums;
    assert_eq!((sums.payments, sums.refunds), (2, 1));
    assert_eq!((sums.gross_paise, sums.refunded_paise), (150_000, 20_000));
    assert_eq!(
        (sums.fee_paise, sums.fee_tax_paise, sums.other_paise),
        (3_640, 640, -1_000)
    );
    let net = sums.gross_paise - sums.refunded_paise - sums.fee_paise + sums.other_paise;
    assert_eq!(net, 125_360);
    assert_eq!((matched.more_fee_paise, matched.more_fee_tax_paise), (100, 100));
}

#[test]
fn wrong_sums_and_unknown_lines_are_reported() {
    type Break = fn(&mut Vec<SettlementLine>, &mut StoredRecords);
    let payment = |id: &str| id.to_owned();
    let cases: [(Break, Mismatch); 9] = [
        (|lines, _| lines.clear(), Mismatch::NoLines),
        (
            |lines, _| _ = lines.pop(),
            Mismatch::Sum {
                lines: 126_360,
                came: 125_360,
            },
        ),
        (
            |lines, _| lines[0].net_paise += 1,
            Mismatch::Line(payment("pay_1")),
        ),
        (
            |lines, _| lines[1].fee_tax_paise = 2_000,
            Mismatch::Line(payment("pay_2")),
        ),
        (
            |_, known| _ = known.payments.remove("pay_2"),
            Mismatch::UnknownPayment(payment("pay_2")),
        ),
        (
            |lines, _| lines[0].amount_paise -= 1,
            Mismatch::PaymentDiffers(payment("pay_1")),
        ),
        (
            |_, known| known.refunds.clear(),
            Mismatch::UnknownRefund(payment("rfnd_1")),
        ),
        (
            |_, known| {
                known
                    .refunds
                    .values_mut()
                    .for_each(|refund| refund.state = RefundState::Failed);
            },
            Mismatch::RefundDiffers(payment("rfnd_1")),
        ),
        (
            |_, known| _ = known.settled_before.insert("pay_1".to_owned()),
            Mismatch::SettledBefore(payment("pay_1")),
        ),
    ];
    for (break_it, expected) in cases {
        let (mut lines, mut known) = settled();
        break_it(&mut lines, &mut known);
        assert_eq!(add_up(125_360, &lines, &known), Err(expected));
    }
    let short = Mismatch::Sum {
        lines: 126_360,
        came: -5,
    };
    assert_eq!(
        short.to_string(),
        "Its lines add up to ₹1263.60, but ₹-0.05 was paid out."
    );
}

#[test]
fn a_fee_that_is_paid_elsewhere_is_not_in_the_settlement() {
    let (mut lines, known) = settled();
    // Fee credits pay the fee of one payment. The line still names it.
    lines[0].net_paise = 100_000;
    let matched = add_up(127_720, &lines, &known).expect("it adds up");
    assert_eq!(
        (matched.sums.gross_paise, matched.sums.fee_paise),
        (150_000, 1_280)
    );
    assert_eq!(
        (matched.more_fee_paise, matched.more_fee_tax_paise),
        (100 - 2_360, 100 - 360)
    );
}

#[test]
fn a_payment_may_be_taken_back_and_settled_again() {
    let (mut lines, mut known) = settled();
    let back = line(
        "pay_1",
        SettlementLineKind::Payment,
        100_000,
        (2_360, 360),
        -97_640,
    );
    let again = lines[0].clone();
    lines.push(back.clone());
    let matched = add_up(27_720, &lines, &known).expect("it adds up");
    assert_eq!((matched.sums.payments, matched.sums.gross_paise), (1, 50_000));
    lines.push(again.clone());
    let matched = add_up(125_360, &lines, &known).expect("it adds up");
    assert_eq!((matched.sums.payments, matched.sums.gross_paise), (2, 150_000));
    lines.push(again);
    let twice = add_up(223_000, &lines, &known);
    assert_eq!(twice, Err(Mismatch::SettledBefore("pay_1".to_owned())));

    // A payout can reverse a payment of an earlier one.
    known.settled_before.insert("pay_1".to_owned());
    let matched = add_up(-97_640, &[back], &known).expect("it adds up");
    assert_eq!((matched.sums.payments, matched.sums.gross_paise), (-1, -100_000));
}
