//! Conversions between domain types and the contract.

use proto::payment::v1 as contract;
use time::{OffsetDateTime, UtcOffset, format_description::well_known::Rfc3339};

use crate::{
    initiation::payment_view::PaymentView,
    payment::{
        attempt::Attempt,
        entry_store::PaymentEntry,
        manual_refund::{ManualChannel, ManualRefund},
        payment_state::PaymentState,
        refund::{Refund, RefundReason, RefundState},
    },
};

/// The state of an order's payment, for its shopper.
pub fn payment(view: &PaymentView, is_simulated: bool) -> contract::Payment {
    let PaymentView {
        order,
        payments,
        state,
    } = view;
    let can_be_paid = matches!(
        state,
        PaymentState::NotStarted | PaymentState::Open | PaymentState::Declined
    );
    // A shopper who reported a payment by mistake can still pay.
    let only_reported =
        |attempt: &&Attempt| attempt.said_paid_at.is_some() && !payments.has_undecided_or_held();
    let open = payments.open_attempt().filter(|attempt| match state {
        PaymentState::Open | PaymentState::Declined => true,
        PaymentState::Confirming => only_reported(attempt),
        _ => false,
    });
    let text = |text: Option<&String>| text.cloned().unwrap_or_default();
    let provider = payments.money.last().map(|money| &money.provider);
    let provider = provider.or_else(|| payments.attempts.first().map(|attempt| &attempt.provider));
    let due_at = order.due_at.filter(|_| can_be_paid && order.is_online);
    let decline = open.filter(|_| *state == PaymentState::Declined);
    contract::Payment {
        order_id: order.id.to_string(),
        state: state_to_contract(*state).into(),
        amount_paise: order.total_paise,
        provider: text(provider),
        pay_url: text(open.and_then(|attempt| attempt.pay_url.as_ref())),
        upi_link: text(open.and_then(|attempt| attempt.upi_link.as_ref())),
        due_at: due_at.map(rfc_3339).unwrap_or_default(),
        paid_paise: payments.paid_paise(),
        refunds: payments.refunds.iter().map(refund).collect(),
        is_simulated,
        decline: text(decline.and_then(|attempt| attempt.decline.as_ref())),
        paid_at: payments.paid_at().map(rfc_3339).unwrap_or_default(),
    }
}

/// A payment or payment attempt, for staff.
pub fn order_payment(entry: &PaymentEntry) -> contract::OrderPayment {
    let (attempt, money) = (entry.attempt.as_ref(), entry.money.as_ref());
    let of =
        |of_attempt: Option<String>, of_money: Option<String>| of_attempt.or(of_money).unwrap_or_default();
    contract::OrderPayment {
        payment_id: entry.id.to_string(),
        order_id: of(
            attempt.map(|attempt| attempt.order_id.to_string()),
            money.map(|money| money.order_id.to_string()),
        ),
        order_number: of(
            attempt.map(|attempt| attempt.order_number.clone()),
            money.map(|money| money.order_number.clone()),
        ),
        state: state_to_contract(entry.state()).into(),
        provider: of(
            attempt.map(|attempt| attempt.provider.clone()),
            money.map(|money| money.provider.clone()),
        ),
        provider_payment_id: money
            .map(|money| money.provider_payment_id.clone())
            .unwrap_or_default(),
        asked_paise: attempt.map_or(0, |attempt| attempt.amount_paise),
        paid_paise: money.map_or(0, |money| money.amount_paise),
        fee_paise: money.map_or(0, |money| money.fee_paise),
        refunds: entry.refunds.iter().map(refund).collect(),
        started_at: rfc_3339(entry.at),
        paid_at: money.map(|money| rfc_3339(money.captured_at)).unwrap_or_default(),
    }
}

/// A refund.
pub fn refund(refund: &Refund) -> contract::Refund {
    let state = match refund.state {
        RefundState::Requested => contract::RefundState::Wanted,
        RefundState::Pending => contract::RefundState::Pending,
        RefundState::Processed => contract::RefundState::Processed,
        RefundState::Failed => contract::RefundState::Failed,
    };
    contract::Refund {
        refund_id: refund.id.to_string(),
        amount_paise: refund.amount_paise,
        state: state.into(),
        reason: reason_to_contract(refund.reason).into(),
        wanted_at: rfc_3339(refund.wanted_at),
        changed_at: rfc_3339(refund.changed_at),
        manual: refund.manual.as_ref().map(manual_refund),
    }
}

fn manual_refund(manual: &ManualRefund) -> contract::ManualRefund {
    let channel = match manual.channel {
        ManualChannel::Upi => contract::ManualRefundChannel::Upi,
        ManualChannel::BankTransfer => contract::ManualRefundChannel::BankTransfer,
        ManualChannel::Cash => contract::ManualRefundChannel::Cash,
    };
    contract::ManualRefund {
        channel: channel.into(),
        reference: manual.reference.clone(),
        sent_on: manual.sent_on.to_string(),
    }
}

/// The channel of a manual refund. `None` if unspecified.
pub fn manual_channel_from_contract(channel: contract::ManualRefundChannel) -> Option<ManualChannel> {
    match channel {
        contract::ManualRefundChannel::Unspecified => None,
        contract::ManualRefundChannel::Upi => Some(ManualChannel::Upi),
        contract::ManualRefundChannel::BankTransfer => Some(ManualChannel::BankTransfer),
        contract::ManualRefundChannel::Cash => Some(ManualChannel::Cash),
    }
}

/// The state to filter a list by. `None` if unspecified.
pub fn state_from_contract(state: contract::PaymentState) -> Option<PaymentState> {
    match state {
        contract::PaymentState::Unspecified => None,
        contract::PaymentState::NotStarted => Some(PaymentState::NotStarted),
        contract::PaymentState::Open => Some(PaymentState::Open),
        contract::PaymentState::Declined => Some(PaymentState::Declined),
        contract::PaymentState::Confirming => Some(PaymentState::Confirming),
        contract::PaymentState::Paid => Some(PaymentState::Paid),
        contract::PaymentState::Held => Some(PaymentState::Held),
        contract::PaymentState::Expired => Some(PaymentState::Expired),
        contract::PaymentState::Refunding => Some(PaymentState::Refunding),
        contract::PaymentState::Refunded => Some(PaymentState::Refunded),
        contract::PaymentState::PartlyRefunded => Some(PaymentState::PartlyRefunded),
    }
}

/// The reason for a refund. `None` if unspecified.
pub fn reason_from_contract(reason: contract::RefundReason) -> Option<RefundReason> {
    match reason {
        contract::RefundReason::Unspecified => None,
        contract::RefundReason::TooLate => Some(RefundReason::TooLate),
        contract::RefundReason::PaidTwice => Some(RefundReason::PaidTwice),
        contract::RefundReason::Cancelled => Some(RefundReason::Cancelled),
        contract::RefundReason::Returned => Some(RefundReason::Returned),
        contract::RefundReason::WrongAmount => Some(RefundReason::WrongAmount),
        contract::RefundReason::Goodwill => Some(RefundReason::Goodwill),
    }
}

fn reason_to_contract(reason: RefundReason) -> contract::RefundReason {
    match reason {
        RefundReason::TooLate => contract::RefundReason::TooLate,
        RefundReason::PaidTwice => contract::RefundReason::PaidTwice,
        RefundReason::Cancelled => contract::RefundReason::Cancelled,
        RefundReason::Returned => contract::RefundReason::Returned,
        RefundReason::WrongAmount => contract::RefundReason::WrongAmount,
        RefundReason::Goodwill => contract::RefundReason::Goodwill,
    }
}

fn state_to_contract(state: PaymentState) -> contract::PaymentState {
    match state {
        PaymentState::NotStarted => contract::PaymentState::NotStarted,
        PaymentState::Open => contract::PaymentState::Open,
        PaymentState::Declined => contract::PaymentState::Declined,
        PaymentState::Confirming => contract::PaymentState::Confirming,
        PaymentState::Paid => contract::PaymentState::Paid,
        PaymentState::Held => contract::PaymentState::Held,
        PaymentState::Expired => contract::PaymentState::Expired,
        PaymentState::Refunding => contract::PaymentState::Refunding,
        PaymentState::Refunded => contract::PaymentState::Refunded,
        PaymentState::PartlyRefunded => contract::PaymentState::PartlyRefunded,
    }
}

/// Formats a time as RFC 3339 in UTC.
pub fn rfc_3339(at: OffsetDateTime) -> String {
    let text = at.to_offset(UtcOffset::UTC).format(&Rfc3339);
    text.expect("a time of this century has an RFC 3339 form")
}
