//! Starts a payment: one open attempt per order. The attempt is stored before the provider is asked, so that
//! a lost answer can be found by its id.

use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    capture::{
        poll_attempts::{PollPurpose, poll_attempt},
        schedule::next_poll,
    },
    error::Error,
    initiation::{
        payment_view::{self, PaymentView},
        start_request::StartRequest,
    },
    payment::{
        attempt::{Attempt, AttemptState},
        attempt_store::{self, CreatedLink},
        payable_order::{NotPayableReason, PayableOrder},
        payment_state::OrderPayments,
    },
    payments::Payments,
    provider::{PaymentLinkRequest, Provider},
};

/// Creates a payment link for an order, or returns the open attempt.
pub async fn start(payments: &Payments, request: &StartRequest) -> Result<PaymentView, Error> {
    let provider = payments.provider.as_ref();
    let provider = provider.ok_or(Error::NotPayable(NotPayableReason::NotOnline))?;
    let order = payment_view::order(payments, request.order_id).await?;
    let order_payments = payment_view::load_payments(&payments.db, order.id).await?;
    if order_payments.has_undecided_or_held() {
        return payment_view::of_order(&payments.db, order).await;
    }
    let now = OffsetDateTime::now_utc();
    let due_at = order.payable_until(now).map_err(Error::NotPayable)?;
    if let Some(attempt) = outdated(&order_payments, &order, provider) {
        poll_attempt(payments, attempt, PollPurpose::Close).await?;
        if payment_view::load_payments(&payments.db, order.id)
            .await?
            .has_undecided_or_held()
        {
            return payment_view::of_order(&payments.db, order).await;
        }
    }
    let attempt = open(payments, &order, provider, (due_at, now)).await?;
    if attempt.state == AttemptState::Starting {
        create_link(payments, provider, &attempt, &request.return_path).await?;
    }
    payment_view::of_order(&payments.db, order).await
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
    let next_poll_at = next_poll(attempt.state, now, due_at, now);
    attempt_store::insert(&payments.db, &attempt, next_poll_at).await?;
    let attempts = attempt_store::of_order(&payments.db, order.id).await?;
    let open = attempts.into_iter().find(|attempt| attempt.state.is_open());
    // The attempt ended between the two statements.
    open.ok_or(Error::NotDecided)
}

/// Creates the link under the attempt's id. A payment may arrive before the answer.
async fn create_link(
    payments: &Payments,
    provider: &Provider,
    attempt: &Attempt,
    return_path: &str,
) -> Result<(), Error> {
    let asked = provider
        .create_link(&PaymentLinkRequest {
            attempt_id: attempt.id,
            order_number: &attempt.order_number,
            amount_paise: attempt.amount_paise,
            ends_at: attempt.due_at,
            return_url: &format!("{}{return_path}", payments.site_url),
            shop_name: &payments.shop_name(),
        })
        .await?;
    let answer = CreatedLink {
        reference: asked.reference,
        pay_url: asked.pay_url,
        upi_link: asked.upi_link,
        ends_at: asked.ends_at,
    };
    Ok(attempt_store::record_link(&payments.db, attempt.id, &answer).await?)
}
