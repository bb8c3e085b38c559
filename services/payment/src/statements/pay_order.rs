//! Pays an order with a credit. The order service decides, and the result is stored here.

use time::{OffsetDateTime, Time};
use uuid::Uuid;
use values::INDIA;

use crate::{
    error::Error,
    payment::{
        attempt_store,
        captured_payment::{CapturedPayment, PaymentOutcome},
        payment_store,
    },
    payments::Payments,
    statements::{credit::Credit, credit_store, orders},
};

/// The provider name of the shop's own UPI address.
const UPI: &str = "upi";

/// Pays an order with a credit, on behalf of a staff member or of the statement. Idempotent, also after a
/// crash between the two services.
///
/// Fails if the order service refuses. An accepted payment overrides an earlier resolution of the credit.
pub async fn pay(
    payments: &Payments,
    credit: &Credit,
    order_number: &str,
    staff_note: (Option<Uuid>, &str),
) -> Result<(), Error> {
    let order_id = orders::find(payments, order_number).await?;
    orders::record(payments, credit, order_id).await?;
    let mut transaction = database::begin(&payments.db).await?;
    if !credit_store::match_with(&mut transaction, credit.id, (order_id, order_number), staff_note).await? {
        // A concurrent call stored the same match, because the order service accepts a reference for one
        // order only.
        return Ok(());
    }
    let attempts = attempt_store::of_order(&mut *transaction, order_id).await?;
    let attempt = attempts.iter().find(|attempt| attempt.provider == UPI);
    let money = CapturedPayment {
        id: Uuid::now_v7(),
        attempt_id: attempt.map(|attempt| attempt.id),
        order_id,
        order_number: order_number.to_owned(),
        provider: UPI.to_owned(),
        provider_payment_id: credit.utr.clone(),
        amount_paise: credit.amount_paise,
        fee_paise: 0,
        fee_tax_paise: 0,
        captured_at: noon(credit),
        outcome: None,
    };
    // The order has accepted the money. It is recorded here for refunds.
    if payment_store::insert(&mut transaction, &money).await? {
        payment_store::set_outcome(&mut transaction, money.id, PaymentOutcome::Accepted).await?;
    }
    if let Some(attempt) = attempt {
        attempt_store::mark_paid(&mut *transaction, attempt.id, None).await?;
    }
    transaction.commit().await?;
    Ok(())
}

/// A statement has days without times. Noon is on the same day in all of India.
fn noon(credit: &Credit) -> OffsetDateTime {
    let noon = Time::from_hms(12, 0, 0).expect("a day has a noon");
    credit.received_on.with_time(noon).assume_offset(INDIA)
}
