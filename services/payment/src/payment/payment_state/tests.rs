use time::macros::datetime;
use uuid::Uuid;

use super::*;
use crate::payment::refund::RefundReason;

const NOW: OffsetDateTime = datetime!(2026-11-26 10:00 UTC);
const DUE: OffsetDateTime = datetime!(2026-11-26 10:30 UTC);

fn order() -> PayableOrder {
    PayableOrder {
        id: Uuid::from_u128(1),
        number: "VM-261126-22222".to_owned(),
        total_paise: 117_100,
        is_online: true,
        is_cancelled: false,
        must_be_refunded: false,
        money: OrderPaymentStatus::Due,
        due_at: Some(DUE),
    }
}

fn attempt(state: AttemptState) -> Attempt {
    Attempt {
        id: Uuid::from_u128(2),
        order_id: Uuid::from_u128(1),
        order_number: "VM-261126-22222".to_owned(),
        provider: "razorpay".to_owned(),
        amount_paise: 117_100,
        state,
        provider_reference: None,
        pay_url: None,
        upi_link: None,
        due_at: DUE,
        decline: None,
        said_paid_at: None,
        started_at: NOW,
        looked_at: None,
    }
}

fn money(outcome: Option<PaymentOutcome>) -> CapturedPayment {
    CapturedPayment {
        id: Uuid::from_u128(3),
        attempt_id: Some(Uuid::from_u128(2)),
        order_id: Uuid::from_u128(1),
        order_number: "VM-261126-22222".to_owned(),
        provider: "razorpay".to_owned(),
        provider_payment_id: "pay_1".to_owned(),
        amount_paise: 117_100,
        fee_paise: 2_763,
        fee_tax_paise: 421,
        captured_at: NOW,
        outcome,
    }
}

fn refund(amount_paise: i64, state: RefundState) -> Refund {
    Refund {
        id: Uuid::now_v7(),
        payment_id: Uuid::from_u128(3),
        order_id: Uuid::from_u128(1),
        amount_paise,
        reason: RefundReason::Goodwill,
        note: String::new(),
        staff_id: None,
        state,
        provider_refund_id: None,
        manual: None,
        version: 1,
        wanted_at: NOW,
        changed_at: NOW,
    }
}

fn payments(
    attempts: &[AttemptState],
    came: &[Option<PaymentOutcome>],
    refunds: &[(i64, RefundState)],
) -> OrderPayments {
    OrderPayments {
        attempts: attempts.iter().map(|state| attempt(*state)).collect(),
        money: came.iter().map(|outcome| money(*outcome)).collect(),
        refunds: refunds
            .iter()
            .map(|(paise, state)| refund(*paise, *state))
            .collect(),
    }
}

#[test]
fn without_money_the_open_attempt_says_where_it_stands_until_the_time_is_over() {
    let order = order();
    for (attempts, expected) in [
        (&[][..], PaymentState::NotStarted),
        (&[AttemptState::Starting], PaymentState::NotStarted),
        (&[AttemptState::Open], PaymentState::Open),
        (&[AttemptState::Declined], PaymentState::Declined),
        (&[AttemptState::Closed], PaymentState::NotStarted),
        (&[AttemptState::Open, AttemptState::Closed], PaymentState::Open),
    ] {
        let payments = payments(attempts, &[], &[]);
        assert_eq!(payments.state(&order, NOW), expected, "{attempts:?}");
        assert_eq!(payments.state(&order, DUE), PaymentState::Expired, "{attempts:?}");
    }
    let cancelled = PayableOrder {
        is_cancelled: true,
        ..order.clone()
    };
    assert_eq!(
        payments(&[AttemptState::Open], &[], &[]).state(&cancelled, NOW),
        PaymentState::Expired
    );
    let paid = PayableOrder {
        money: OrderPaymentStatus::Paid,
        ..order
    };
    assert_eq!(
        OrderPayments::default().state(&paid, NOW),
        PaymentState::Paid,
        "at the door"
    );
}

#[test]
fn a_shopper_who_says_that_they_paid_is_believed_to_wait() {
    let mut said = payments(&[AttemptState::Open], &[], &[]);
    said.attempts[0].said_paid_at = Some(NOW);
    assert_eq!(said.state(&order(), NOW), PaymentState::Confirming);
}

#[test]
fn money_stands_where_the_order_put_it_and_its_refunds_took_it() {
    let (all, part) = (117_100, 100);
    let accepted = Some(PaymentOutcome::Accepted);
    for (outcome, refunds, expected) in [
        (None, &[][..], PaymentState::Confirming),
        (accepted, &[], PaymentState::Paid),
        (
            accepted,
            &[(part, RefundState::Requested)],
            PaymentState::Refunding,
        ),
        (accepted, &[(part, RefundState::Pending)], PaymentState::Refunding),
        (
            accepted,
            &[(part, RefundState::Processed)],
            PaymentState::PartlyRefunded,
        ),
        (accepted, &[(all, RefundState::Processed)], PaymentState::Refunded),
        (accepted, &[(all, RefundState::Failed)], PaymentState::Paid),
        (Some(PaymentOutcome::WrongAmount), &[], PaymentState::Held),
    ] {
        let payments = payments(&[AttemptState::Paid], &[outcome], refunds);
        assert_eq!(payments.state(&order(), NOW), expected, "{outcome:?} {refunds:?}");
    }
}

#[test]
fn a_cancelled_order_may_be_refunded_in_part() {
    let returned = PayableOrder {
        is_cancelled: true,
        ..order()
    };
    for (refunds, expected) in [
        (&[][..], PaymentState::Paid),
        (&[(100, RefundState::Processed)], PaymentState::PartlyRefunded),
    ] {
        let payments = payments(&[AttemptState::Paid], &[Some(PaymentOutcome::Accepted)], refunds);
        assert_eq!(payments.state(&returned, NOW), expected, "{refunds:?}");
    }
}

#[test]
fn money_that_is_owed_goes_back_also_after_a_try_that_failed() {
    let cancelled = PayableOrder {
        is_cancelled: true,
        must_be_refunded: true,
        ..order()
    };
    for outcome in [PaymentOutcome::Accepted, PaymentOutcome::TooLate] {
        for (refunds, expected) in [
            (&[][..], PaymentState::Refunding),
            (&[(117_100, RefundState::Failed)], PaymentState::Refunding),
            (&[(117_100, RefundState::Processed)], PaymentState::Refunded),
        ] {
            let payments = payments(&[AttemptState::Paid], &[Some(outcome)], refunds);
            assert_eq!(
                payments.state(&cancelled, NOW),
                expected,
                "{outcome:?} {refunds:?}"
            );
        }
    }
}

#[test]
fn an_order_that_was_paid_twice_is_paid() {
    let mut twice = payments(
        &[AttemptState::Paid],
        &[Some(PaymentOutcome::Accepted), Some(PaymentOutcome::PaidBefore)],
        &[],
    );
    twice.money[1].id = Uuid::from_u128(4);
    assert_eq!(twice.state(&order(), NOW), PaymentState::Paid);
}

#[test]
fn a_held_sum_that_went_back_leaves_the_order_to_be_paid() {
    let back = payments(
        &[],
        &[Some(PaymentOutcome::WrongAmount)],
        &[(117_100, RefundState::Processed)],
    );
    assert_eq!(back.state(&order(), NOW), PaymentState::NotStarted);
    assert_eq!(back.state(&order(), DUE), PaymentState::Refunded);
    assert!(!back.has_undecided_or_held());
    let held = payments(&[], &[Some(PaymentOutcome::WrongAmount)], &[]);
    assert!(held.has_undecided_or_held());
    assert_eq!(held.paid_paise(), 117_100);
    assert_eq!(back.paid_paise(), 0);
}
