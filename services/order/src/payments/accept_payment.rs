//! Decides about online payments: the payment, the order, the history and the events in one transaction.

use runtime::status::{Broken, Rule, Violation};
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use values::day_in_india;

use crate::{
    error::Error,
    office::{payment::Payment, payment_store},
    online_payments::{
        online_payment::{OnlinePayment, PaymentOutcome},
        online_payment_store,
    },
    order::{
        order_status::{self, Actor, Status},
        order_store,
        received_payment::Channel,
        record::Order,
    },
    transitions::transition_order::{self, Transition},
};

/// The reason in the order's history, for staff.
const REASON: &str = "It was paid online";

/// Decides about online payments.
#[derive(Debug, Clone)]
pub struct AcceptPayment {
    /// The database of orders.
    pub db: PgPool,
    /// The waker of the outbox relay.
    pub relay: outbox::Waker,
}

impl AcceptPayment {
    /// Creates the operation, with its counters at 0, because Prometheus sees an increase only from an
    /// existing value.
    pub fn new(db: PgPool, relay: outbox::Waker) -> Self {
        for outcome in PaymentOutcome::ALL {
            metrics::counter!("online_payment_decisions_total", "outcome" => outcome.as_str()).absolute(0);
        }
        Self { db, relay }
    }

    /// Decides about a payment, once. The same payment again gets the first decision.
    pub async fn accept(
        &self,
        payment: &OnlinePayment,
        now: OffsetDateTime,
    ) -> Result<PaymentOutcome, Error> {
        let mut transaction = database::begin(&self.db).await?;
        order_store::lock(&mut transaction, payment.order_id).await?;
        let order = order_store::find(&mut *transaction, payment.order_id).await?;
        let order = order.ok_or(Error::Unknown)?;
        if let Some(known) = known(&mut transaction, payment).await? {
            return Ok(known);
        }
        let outcome = payment.outcome(&order);
        if !online_payment_store::store_payment(&mut transaction, payment, outcome).await? {
            return Err(of_another_order());
        }
        match outcome {
            PaymentOutcome::Accepted => accept(&mut transaction, &order, payment, now).await?,
            PaymentOutcome::WrongAmount => {
                online_payment_store::update_payment_summary(&mut transaction, order.id).await?;
            }
            PaymentOutcome::TooLate | PaymentOutcome::PaidBefore => (),
        }
        transaction.commit().await?;
        self.relay.wake();
        metrics::counter!("online_payment_decisions_total", "outcome" => outcome.as_str()).increment(1);
        Ok(outcome)
    }
}

/// Returns the earlier decision about this payment. `None` for a new one.
async fn known(db: &mut PgConnection, payment: &OnlinePayment) -> Result<Option<PaymentOutcome>, Error> {
    let Some(decided) = online_payment_store::decided(db, payment.payment_id).await? else {
        return Ok(None);
    };
    if decided.order_id != payment.order_id {
        return Err(of_another_order());
    }
    if decided.amount_paise != payment.amount_paise {
        let broken = Rule::Wrong.says("This payment came before, with another amount");
        return Err(invalid("amount_paise", broken));
    }
    let outcome = PaymentOutcome::parse(&decided.outcome);
    outcome
        .map(Some)
        .ok_or(Error::Impossible("a payment has no outcome"))
}

/// Pays an order, and confirms it if it is unconfirmed.
async fn accept(
    db: &mut PgConnection,
    order: &Order,
    payment: &OnlinePayment,
    now: OffsetDateTime,
) -> Result<(), Error> {
    let payment = Payment {
        order_id: order.id,
        channel: Channel::Online,
        reference: payment.reference.clone(),
        amount_paise: payment.amount_paise,
        received_on: day_in_india(payment.captured_at),
    };
    payment_store::write(&mut *db, &[payment], None).await?;
    let from = Status::parse(&order.status);
    if from == Some(Status::Placed) {
        order_status::transition(Status::Placed, Status::Confirmed, Actor::System)
            .map_err(Error::NotAllowed)?;
        let confirming = Transition::by_system(order.id, Status::Confirmed, order.version, REASON);
        transition_order::write(db, order, &confirming, &[], now).await?;
        metrics::counter!("order_transitions_total", "to" => Status::Confirmed.as_str()).increment(1);
    }
    Ok(())
}

fn of_another_order() -> Error {
    invalid(
        "payment_id",
        Rule::Repeated.says("This payment came for another order"),
    )
}

fn invalid(name: &'static str, broken: Broken) -> Error {
    Error::Invalid(vec![Violation::new(name, broken)])
}
