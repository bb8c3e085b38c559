//! Reads payout events. Pure.

use proto::event::v1::PaymentsSettled;

use crate::{
    bookkeeping::values::{day, id},
    ledger::settlement::Settlement,
};

/// Reads a payout. Fails if it is inconsistent, such as sums that do not add up.
pub fn parse(event: &PaymentsSettled) -> Result<Settlement, &'static str> {
    if event.provider != "razorpay" {
        return Err("it was paid out by no provider that is known");
    }
    let sums = [
        event.gross_paise,
        event.refunded_paise,
        event.fee_paise,
        event.fee_tax_paise,
    ];
    if sums.into_iter().any(i64::is_negative) || event.fee_tax_paise > event.fee_paise {
        return Err("its sums cannot be");
    }
    let given = event.gross_paise.checked_add(event.other_paise);
    let kept = event.refunded_paise.checked_add(event.fee_paise);
    let net = given.zip(kept).and_then(|(given, kept)| given.checked_sub(kept));
    if net != Some(event.net_paise) {
        return Err("its sums do not add up");
    }
    Ok(Settlement {
        settlement_id: id(&event.settlement_id)?,
        net_paise: event.net_paise,
        more_fee_paise: event.more_fee_paise,
        more_fee_tax_paise: event.more_fee_tax_paise,
        other_paise: event.other_paise,
        settled_on: day(&event.settled_on)?,
    })
}

#[cfg(test)]
mod tests {
    use time::macros::date;
    use uuid::Uuid;

    use super::*;

    fn settled() -> PaymentsSettled {
        PaymentsSettled {
            settlement_id: Uuid::from_u128(1).to_string(),
            provider: "razorpay".to_owned(),
            provider_settlement_id: "setl_1".to_owned(),
            utr: "1568176960vxp0rj".to_owned(),
            net_paise: 125_360,
            gross_paise: 150_000,
            refunded_paise: 20_000,
            fee_paise: 3_640,
            fee_tax_paise: 640,
            other_paise: -1_000,
            more_fee_paise: 100,
            more_fee_tax_paise: 100,
            settled_on: "2026-11-26".to_owned(),
        }
    }

    #[test]
    fn a_settlement_is_heard_that_adds_up_and_no_other() {
        let parsed = parse(&settled()).expect("it adds up");
        assert_eq!((parsed.net_paise, parsed.other_paise), (125_360, -1_000));
        assert_eq!(parsed.settled_on, date!(2026 - 11 - 26));
        let broken: [fn(&mut PaymentsSettled); 7] = [
            |event| event.settlement_id = "x".to_owned(),
            |event| event.provider = "paypal".to_owned(),
            |event| event.net_paise += 1,
            |event| event.refunded_paise = -20_000,
            |event| event.fee_tax_paise = 3_641,
            |event| event.gross_paise = i64::MAX,
            |event| event.settled_on = String::new(),
        ];
        for (place, break_it) in broken.into_iter().enumerate() {
            let mut event = settled();
            break_it(&mut event);
            assert!(parse(&event).is_err(), "{place}");
        }
    }
}
