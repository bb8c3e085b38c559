//! Starts a payment: one open attempt per order. The attempt is stored before the provider is asked, so that
//! a lost answer can be found by its id.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    error::Error,
    payment::{
        attempt::{Attempt, AttemptState},
        attempt_store::{self, Answer},
        payable_order::{NotPayable, PayableOrder},
        payment_state::OrderPayments,
    },
    payments::Payments,
    provider::{Ask, Provider},
    settling::{
        looking::{Purpose, look_at},
        schedule::next_look,
    },
    starting::{
        request::StartRequest,
        shown::{self, Shown},
    },
};

/// Creates a payment link for an order, or returns the open attempt.
pub async fn start(payments: &Payments, request: &StartRequest) -> Result<Shown, Error> {
    let provider = payments.provider.as_ref();
    let provider = provider.ok_or(Error::NotPayable(NotPayable::NotOnline))?;
    let order = shown::order(payments, request.order_id).await?;
    let order_payments = shown::read(&payments.db, order.id).await?;
    if order_payments.is_with_the_shop() {
        return shown::show(&payments.db, order).await;
    }
    let now = OffsetDateTime::now_utc();
    let due_at = order.payable_until(now).map_err(Error::NotPayable)?;
    if let Some(attempt) = outdated(&order_payments, &order, provider) {
        look_at(payments, attempt, Purpose::Close).await?;
        if shown::read(&payments.db, order.id).await?.is_with_the_shop() {
            return shown::show(&payments.db, order).await;
        }
    }
    let attempt = open(payments, &order, provider, (due_at, now)).await?;
    if attempt.state == AttemptState::Starting {
        ask(payments, provider, &attempt, &request.return_path).await?;
    }
    shown::show(&payments.db, order).await
}

/// The open attempt, if it no longer fits: the order's total or the shop's provider changed.
fn outdated<'a>(
    order_payments: &'a OrderPayments,
    order: &PayableOrder,
    provider: &Provider,
) -> Option<&'a Attempt> {
    order_payments
        .open_attempt()
        .filter(|attempt| attempt.amount_paise != order.total_paise || attempt.provider != provider.name())
}

/// The order's open attempt. Created if there is none.
async fn open(
    payments: &Payments,
    order: &PayableOrder,
    provider: &Provider,
    (due_at, now): (OffsetDateTime, OffsetDateTime),
) -> Result<Attempt, Error> {
    let attempt = Attempt {
        id: Uuid::now_v7(),
        order_id: order.id,
        order_number: order.number.clone(),
        provider: provider.name().to_owned(),
        amount_paise: order.total_paise,
        state: AttemptState::Starting,
        provider_reference: None,
        pay_url: None,
        upi_link: None,
        due_at,
        decline: None,
        said_paid_at: None,
        started_at: now,
        looked_at: None,
    };
    let look_at = next_look(attempt.state, now, due_at, now);
    attempt_store::insert(&payments.db, &attempt, look_at).await?;
    let attempts = attempt_store::of_order(&payments.db, order.id).await?;
    let open = attempts.into_iter().find(|attempt| attempt.state.is_open());
    // The attempt ended between the two statements.
    open.ok_or(Error::NotSettled)
}

/// Creates the link under the attempt's id. A payment may arrive before the answer.
async fn ask(
    payments: &Payments,
    provider: &Provider,
    attempt: &Attempt,
    return_path: &str,
) -> Result<(), Error> {
    let asked = provider
        .ask(&Ask {
            attempt_id: attempt.id,
            order_number: &attempt.order_number,
            amount_paise: attempt.amount_paise,
            ends_at: attempt.due_at,
            return_url: &format!("{}{return_path}", payments.site_url),
            shop_name: &payments.shop_name(),
        })
        .await?;
    let answer = Answer {
        reference: asked.reference,
        pay_url: asked.pay_url,
        upi_link: asked.upi_link,
        ends_at: asked.ends_at,
    };
    Ok(attempt_store::note_answer(&payments.db, attempt.id, &answer).await?)
}
