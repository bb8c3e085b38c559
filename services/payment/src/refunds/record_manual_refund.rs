//! Manual refunds: recorded by staff, for payments that no provider refunds.

use database::violated_constraint;
use runtime::status::{Rule, Violation, field};
use sqlx::PgConnection;
use time::{Date, OffsetDateTime, format_description::well_known::Iso8601};
use uuid::Uuid;
use values::{Line, day_in_india};

use crate::{
    error::Error,
    events,
    payment::{
        captured_payment::CapturedPayment,
        manual_refund::{ManualChannel, ManualRefund},
        payment_store,
        refund::{self, Refund, RefundState},
        refund_store::{self, RefundUpdate},
    },
    payments::Payments,
    refunds::{provider_sync::sync_with_provider, remaining, update_refund},
};

/// Length limit of a reference, in characters.
const MAX_REFERENCE: usize = 60;

/// The note of a manual refund that replaces a failed one.
const NOTE: &str = "Sent by hand: the provider could not send it.";

/// The unique index of bank references.
const REFERENCE_TAKEN: &str = "refunds_manual_reference";

/// A manual refund as received. [`ManualRefundDetails::validate`] makes a [`ManualRefundRequest`] of it.
#[derive(Debug, Clone)]
pub struct ManualRefundDetails {
    /// A UUID.
    pub refund_id: String,
    /// The channel. `None` if the request has none.
    pub channel: Option<ManualChannel>,
    /// The bank's reference number. For cash, the person who took it.
    pub reference: String,
    /// A date.
    pub sent_on: String,
}

/// A checked manual refund.
#[derive(Debug, Clone)]
pub struct ManualRefundRequest {
    refund_id: Uuid,
    manual: ManualRefund,
}

impl ManualRefundDetails {
    /// Checks the values. Returns all violations.
    pub fn validate(&self, staff_id: Option<Uuid>) -> Result<ManualRefundRequest, Vec<Violation>> {
        let mut violations = Vec::new();
        let all = &mut violations;
        let refund_id = Uuid::parse_str(&self.refund_id).map_err(|_| Rule::Malformed.says("must be a UUID"));
        let refund_id = field("refund_id", refund_id, all);
        let channel = self.channel;
        let channel = channel.ok_or(Rule::Required.says("Choose how the money was sent"));
        let channel = field("channel", channel, all);
        let line = if self.reference.trim().is_empty() {
            Err(Rule::Required.says(if self.channel == Some(ManualChannel::Cash) {
                "Enter the person who took the cash"
            } else {
                "Enter the number that the bank or the app shows for this transfer"
            }))
        } else {
            Line::<MAX_REFERENCE>::read(&self.reference).map_err(|broken| broken.of("Reference"))
        };
        let reference = field("reference", line, all);
        let day = Date::parse(&self.sent_on, &Iso8601::DATE)
            .map_err(|_| Rule::Malformed.says("Enter the day of the refund, such as 2026-11-26"));
        let sent_on = field("sent_on", day, all);
        let sent = (|| {
            let channel = channel?;
            Some(ManualRefundRequest {
                refund_id: refund_id?,
                manual: ManualRefund {
                    channel,
                    reference: normalized(channel, reference?.as_str()),
                    sent_on: sent_on?,
                    staff_id,
                },
            })
        })();
        sent.ok_or(violations)
    }
}

/// Normalises a bank reference: upper case, without spaces.
fn normalized(channel: ManualChannel, reference: &str) -> String {
    if channel == ManualChannel::Cash {
        return reference.to_owned();
    }
    let letters = reference.chars().filter(|letter| !letter.is_whitespace());
    letters.map(|letter| letter.to_ascii_uppercase()).collect()
}

/// Records that a staff member sent a refund, and publishes it. If the refund had failed, a new one replaces
/// it. Asks the provider first, so that the money is not sent twice. Idempotent.
pub async fn record(payments: &Payments, sent: &ManualRefundRequest) -> Result<Refund, Error> {
    ask_provider(payments, sent.refund_id).await?;
    let mut transaction = database::begin(&payments.db).await?;
    let refund = refund_store::lock(&mut transaction, sent.refund_id).await?;
    let mut refund = refund.ok_or(Error::UnknownRefund)?;
    if refund.state == RefundState::Failed {
        let instead = refund::id_of_replacement(refund.id);
        let known = refund_store::lock(&mut transaction, instead).await?;
        refund = known.unwrap_or(refund);
    }
    if let Some(known) = &refund.manual {
        return if known.is(&sent.manual) {
            Ok(refund)
        } else {
            Err(Error::AlreadyRecorded)
        };
    }
    let money = payment_store::lock(&mut transaction, refund.payment_id).await?;
    let money = money.ok_or(Error::UnknownPayment)?;
    match refund.state {
        RefundState::Requested if money.is_refunded_manually() => {}
        RefundState::Requested if refund_store::is_refused(&mut transaction, refund.id).await? => {}
        RefundState::Failed => {}
        _ => return Err(Error::NotManual),
    }
    if remaining::of_payment(&mut transaction, &money).await?.is_disputed {
        return Err(Error::Disputed);
    }
    check_day(
        sent.manual.sent_on,
        &money,
        day_in_india(OffsetDateTime::now_utc()),
    )?;
    if refund.state == RefundState::Failed {
        refund = insert_replacement(&mut transaction, &refund, &money, sent.manual.staff_id).await?;
    }
    let answer = RefundUpdate {
        to: RefundState::Processed,
        provider_refund_id: None,
        manual: Some(&sent.manual),
    };
    let changed = update_refund::update(&mut transaction, refund.id, answer, Some(&money)).await;
    let changed = changed.map_err(refused)?;
    transaction.commit().await?;
    payments.relay.wake();
    Ok(changed)
}

/// Updates refunds of the payment from the provider. Does nothing if that provider is no longer configured.
async fn ask_provider(payments: &Payments, refund_id: Uuid) -> Result<(), Error> {
    let refund = refund_store::find(&payments.db, refund_id).await?;
    let refund = refund.ok_or(Error::UnknownRefund)?;
    let money = payment_store::find(&payments.db, refund.payment_id).await?;
    let money = money.ok_or(Error::UnknownPayment)?;
    let is_over = refund.manual.is_some() || refund.state == RefundState::Processed;
    let provider = payments.provider_named(&money.provider);
    let Some(provider) = provider.filter(|_| !is_over && !money.is_refunded_manually()) else {
        return Ok(());
    };
    match sync_with_provider(payments, provider, &refund, &money).await {
        Err(Error::ProviderUnavailable(cause) | Error::ProviderRejected(cause)) => {
            Err(Error::ProviderNotChecked(cause))
        }
        asked => asked.map(drop),
    }
}

/// Creates a refund that replaces a failed one, if enough is left. Stores and publishes it, without a sending
/// job.
async fn insert_replacement(
    transaction: &mut PgConnection,
    failed: &Refund,
    money: &CapturedPayment,
    staff_id: Option<Uuid>,
) -> Result<Refund, Error> {
    let left_paise = remaining::of_payment(transaction, money).await?.paise;
    if left_paise < failed.amount_paise {
        return Err(Error::ExceedsRemaining { left_paise });
    }
    let now = OffsetDateTime::now_utc();
    let instead = Refund {
        id: refund::id_of_replacement(failed.id),
        note: NOTE.to_owned(),
        staff_id,
        state: RefundState::Requested,
        provider_refund_id: None,
        version: 1,
        wanted_at: now,
        changed_at: now,
        ..failed.clone()
    };
    // The lock on the failed refund prevents a concurrent replacement.
    let instead = refund_store::insert(transaction, &instead).await?;
    let instead = instead.ok_or(Error::Impossible(
        "the refund that takes another's place is there already",
    ))?;
    outbox::write(transaction, events::refund_changed(&instead, Some(money))).await?;
    Ok(instead)
}

/// Rejects a day before the payment or in the future.
fn check_day(sent_on: Date, money: &CapturedPayment, today: Date) -> Result<(), Error> {
    let came_on = day_in_india(money.captured_at);
    let broken = if sent_on < came_on {
        Rule::Malformed.says(format!(
            "The payment arrived on {came_on}. Enter that day or a later one"
        ))
    } else if sent_on > today {
        Rule::Malformed.says("This day is in the future. Enter the day of the refund")
    } else {
        return Ok(());
    };
    Err(Error::Invalid(vec![Violation::new("sent_on", broken)]))
}

fn refused(error: sqlx::Error) -> Error {
    if violated_constraint(&error) == Some(REFERENCE_TAKEN) {
        let broken = Rule::Repeated.says("This number is recorded for another refund. Check the transfer");
        return Error::Invalid(vec![Violation::new("reference", broken)]);
    }
    error.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_wrong_with_a_sent_refund_is_said_at_once() {
        let details = ManualRefundDetails {
            refund_id: "x".to_owned(),
            channel: None,
            reference: " ".to_owned(),
            sent_on: "yesterday".to_owned(),
        };
        let violations = details
            .validate(None)
            .expect_err("all of it is wrong")
            .into_iter();
        let fields: Vec<_> = violations.map(|violation| violation.field.into_owned()).collect();
        assert_eq!(fields, ["refund_id", "channel", "reference", "sent_on"]);
    }

    #[test]
    fn a_banks_number_is_one_however_it_is_written_and_a_name_stays() {
        assert_eq!(normalized(ManualChannel::Upi, "axis n263 2812"), "AXISN2632812");
        assert_eq!(normalized(ManualChannel::Cash, "Asha Patel"), "Asha Patel");
    }
}
