//! The steps of the check: the calls, and the answers that are expected.

use std::fmt::Debug;

use payment::provider::{
    PaymentLink, PaymentLinkRequest, Provider, ProviderError, ProviderPayment, ProviderRefund,
    ProviderRefundState,
};
use time::{Duration, OffsetDateTime};
use tokio::time::{Instant, MissedTickBehavior, interval};
use uuid::Uuid;

/// The amount of each payment link, in paise: Razorpay's minimum.
const RUPEE: i64 = 100;

/// The time span of the lists.
const A_WEEK: Duration = Duration::days(7);

/// The time to pay, and the interval between polls.
const PATIENCE: std::time::Duration = std::time::Duration::from_mins(10);
const LOOK_EVERY: std::time::Duration = std::time::Duration::from_secs(2);

/// One checked call.
#[derive(Debug)]
pub struct Step {
    /// The description.
    pub what: &'static str,
    /// The difference from the expected answer. `None` if there is none.
    pub differs: Option<String>,
}

/// Builds a step from an answer and the condition that it must fulfil.
fn step<T: Debug>(
    what: &'static str,
    found: Result<T, ProviderError>,
    is_expected: impl FnOnce(&T) -> bool,
) -> Step {
    let differs = match found {
        Ok(found) if is_expected(&found) => None,
        Ok(found) => Some(format!("it answers {found:?}")),
        Err(error) => Some(error.to_string()),
    };
    Step { what, differs }
}

/// Builds a step that the provider must refuse with this HTTP status.
fn refused<T: Debug>(what: &'static str, found: Result<T, ProviderError>, expected: u16) -> Step {
    let differs = match found {
        Err(ProviderError::Rejected { status, .. }) if status == expected => None,
        other => Some(format!("it answers {other:?}")),
    };
    Step { what, differs }
}

/// A request for one rupee, valid until `ends_at`.
fn link_request(attempt_id: Uuid, ends_at: OffsetDateTime) -> PaymentLinkRequest<'static> {
    PaymentLinkRequest {
        attempt_id,
        order_number: "VM-CHECK",
        amount_paise: RUPEE,
        ends_at,
        return_url: "https://example.com/payment?order=VM-CHECK",
        shop_name: "razorpay_check",
    }
}

/// Runs all steps that need no payment. Creates a link and cancels it.
pub async fn without_paying(provider: &Provider, stranger: &Provider) -> Vec<Step> {
    let attempt_id = Uuid::now_v7();
    let ends_at = OffsetDateTime::now_utc() + Duration::minutes(20);
    let asked = provider.create_link(&link_request(attempt_id, ends_at)).await;
    let known = asked.as_ref().ok().map(|asked| asked.reference.clone());
    let known = known.as_deref();
    let mut steps = vec![step(
        "a link is made, with a page, until the time that was asked for",
        asked,
        |asked| {
            let is_until_then = (asked.ends_at - ends_at).abs() < Duration::minutes(1);
            asked.reference.starts_with("plink_") && asked.pay_url.is_some() && is_until_then
        },
    )];
    let again = provider.create_link(&link_request(attempt_id, ends_at)).await;
    steps.push(step("the same attempt is the same link", again, |again| {
        Some(again.reference.as_str()) == known
    }));
    for (what, by) in [
        ("it is found by its own id", known),
        ("it is found by ours", None),
    ] {
        let found = provider.look_up(attempt_id, by).await;
        steps.push(step(what, found, |found| {
            found.is_open && found.payments.is_empty() && found.reference.as_deref() == known
        }));
    }
    for what in ["it is cancelled", "to cancel it again changes nothing"] {
        let closed = provider.close(attempt_id, known).await;
        steps.push(step(what, closed, |closed| {
            !closed.is_open && closed.payments.is_empty() && closed.reference.as_deref() == known
        }));
    }
    let never = provider.look_up(Uuid::now_v7(), None).await;
    steps.push(step(
        "an id that was never asked for has no link",
        never,
        |looked| looked.reference.is_none(),
    ));
    steps.extend(refusals(provider, stranger).await);
    steps.extend(lists(provider).await);
    steps
}

async fn refusals(provider: &Provider, stranger: &Provider) -> [Step; 2] {
    let nothing = provider.find_payment("pay_00000000000000").await;
    let strange = stranger.look_up(Uuid::now_v7(), None).await;
    [
        refused("a payment that there is not is refused with 400", nothing, 400),
        refused("a key under another secret is refused with 401", strange, 401),
    ]
}

async fn lists(provider: &Provider) -> [Step; 4] {
    let now = OffsetDateTime::now_utc();
    let payments = provider.list_payments(now - A_WEEK, now, 0).await;
    let refunds = provider.list_refunds(now - A_WEEK, now, 0).await;
    let settlements = provider.list_settlements(now - A_WEEK, now, 0).await;
    let disputes = provider.list_disputes(now - A_WEEK, now, 0).await;
    [
        step("the payments of a week are listed", payments, |page| {
            page.unread.is_empty()
        }),
        step("the refunds of a week are listed", refunds, |page| {
            page.unread.is_empty()
        }),
        step("the settlements of a week are listed", settlements, |page| {
            page.unread.is_empty()
        }),
        step("the disputes of a week are listed", disputes, |page| {
            page.unread.is_empty()
        }),
    ]
}

/// Shows the payment page, waits for one rupee and refunds it.
pub async fn paying(provider: &Provider, show: impl FnOnce(&str)) -> Vec<Step> {
    let attempt_id = Uuid::now_v7();
    let ends_at = OffsetDateTime::now_utc() + Duration::minutes(20);
    let asked = provider.create_link(&link_request(attempt_id, ends_at)).await;
    let Ok(PaymentLink {
        reference,
        pay_url: Some(page),
        ..
    }) = &asked
    else {
        return vec![step("a link is made, with a page", asked, |_| false)];
    };
    show(page);
    let payment = match until_paid(provider, attempt_id, reference).await {
        Ok(Some(payment)) => payment,
        other => return vec![step("it is paid, and the link says so", other, |_| false)],
    };
    let found = provider.find_payment(&payment.id).await;
    let closed = provider.close(attempt_id, Some(reference)).await;
    let is_whole =
        |paid: &ProviderPayment| paid.amount_paise == RUPEE && (0..RUPEE).contains(&paid.fee_paise);
    let mut steps = vec![
        step(
            "what was paid is what was asked for, with its fee",
            Ok(payment.clone()),
            is_whole,
        ),
        step(
            "the payment says by its notes whose attempt it is",
            found,
            |found| {
                found.as_ref().is_some_and(|found| {
                    found.attempt_id == Some(attempt_id) && found.is_captured && is_whole(found)
                })
            },
        ),
        step(
            "a paid link cannot be cancelled, and says what was paid",
            closed,
            |closed| !closed.is_open && closed.payments.iter().any(|paid| paid.id == payment.id),
        ),
    ];
    steps.extend(sending_back(provider, &payment).await);
    steps
}

async fn sending_back(provider: &Provider, payment: &ProviderPayment) -> [Step; 4] {
    let refund_id = Uuid::now_v7();
    let refund = provider.refund(refund_id, &payment.id, RUPEE).await;
    let known = refund
        .as_ref()
        .map_or_else(|_| String::new(), |refund| refund.id.clone());
    let again = provider.refund(refund_id, &payment.id, RUPEE).await;
    let more = provider.refund(Uuid::now_v7(), &payment.id, RUPEE).await;
    let looked = provider.look_up_refund(&payment.id, &known).await;
    let is_back = |refund: &ProviderRefund| refund.state != ProviderRefundState::Failed;
    [
        step("it goes back", refund, |refund| {
            is_back(refund) && refund.amount_paise == RUPEE
        }),
        step("the same refund again is the same refund", again, |again| {
            again.id == known
        }),
        refused("more than came does not go back", more, 400),
        step("the refund is found", looked, |looked| {
            looked.id == known && is_back(looked)
        }),
    ]
}

/// Polls until the payment is captured. `None` if it is not paid in time.
async fn until_paid(
    provider: &Provider,
    attempt_id: Uuid,
    reference: &str,
) -> Result<Option<ProviderPayment>, ProviderError> {
    let began = Instant::now();
    let mut looks = interval(LOOK_EVERY);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while began.elapsed() < PATIENCE {
        looks.tick().await;
        let looked = provider.look_up(attempt_id, Some(reference)).await?;
        if let Some(paid) = looked.payments.into_iter().find(|payment| payment.is_captured) {
            return Ok(Some(paid));
        }
    }
    Ok(None)
}
