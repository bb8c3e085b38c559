use time::macros::date;

use super::*;

fn paid() -> OrderPaid {
    OrderPaid {
        order_id: Uuid::from_u128(1).to_string(),
        channel: "cash".to_owned(),
        amount_paise: 53_800,
        received_on: "2026-11-26".to_owned(),
        ..OrderPaid::default()
    }
}

fn payment() -> PaymentCaptured {
    PaymentCaptured {
        payment_id: Uuid::from_u128(2).to_string(),
        order_id: Uuid::from_u128(1).to_string(),
        provider: "razorpay".to_owned(),
        amount_paise: 53_800,
        fee_paise: 1_270,
        fee_tax_paise: 194,
        is_accepted: true,
        captured_on: "2026-11-26".to_owned(),
    }
}

fn changed(state: &str) -> RefundChanged {
    RefundChanged {
        refund_id: Uuid::from_u128(3).to_string(),
        order_id: Uuid::from_u128(1).to_string(),
        amount_paise: 10_000,
        state: state.to_owned(),
        changed_on: "2026-11-26".to_owned(),
        ..RefundChanged::default()
    }
}

#[test]
fn money_that_is_told_of_twice_is_heard_once() {
    let online = OrderPaid {
        channel: "online".to_owned(),
        ..paid()
    };
    assert_eq!(received(&online), Ok(None));
    let expected = ReceivedPayment {
        order_id: Uuid::from_u128(1),
        channel: ReceiptChannel::Cash,
        amount_paise: 53_800,
        received_on: date!(2026 - 11 - 26),
    };
    assert_eq!(received(&paid()), Ok(Some(MoneyMovement::Received(expected))));
    assert_eq!(refund(&changed("pending")), Ok(None));
    assert!(matches!(
        refund(&changed("wanted")),
        Ok(Some(MoneyMovement::Refund(..)))
    ));
}

#[test]
fn an_impossible_event_is_put_aside_and_not_guessed() {
    let broken: [fn(&mut OrderPaid); 4] = [
        |event| event.order_id = "x".to_owned(),
        |event| event.channel = "cheque".to_owned(),
        |event| event.amount_paise = 0,
        |event| event.received_on = "2026-11-31".to_owned(),
    ];
    for (place, break_it) in broken.into_iter().enumerate() {
        let mut event = paid();
        break_it(&mut event);
        assert!(received(&event).is_err(), "{place}");
    }
    let broken: [fn(&mut PaymentCaptured); 5] = [
        |event| event.provider = "paypal".to_owned(),
        |event| event.fee_tax_paise = -1,
        |event| event.fee_tax_paise = event.fee_paise + 1,
        |event| event.fee_paise = event.amount_paise + 1,
        |event| event.captured_on = String::new(),
    ];
    for (place, break_it) in broken.into_iter().enumerate() {
        let mut event = payment();
        break_it(&mut event);
        assert!(captured(&event).is_err(), "{place}");
    }
    assert!(refund(&changed("lost")).is_err());
    assert!(parse("shop.order.paid.v1", b"\xff").is_err());
    assert_eq!(parse("shop.payment.started.v1", b"\xff"), Ok(None));
}
