//! Settlements, as in `markdown/api/settlements/entity.md`, and their lines, as in `fetch-recon.md` there.

use serde_json::{Value, json};

use super::{payment::Payment, refund::Refund, table::Entity};
use crate::{api_error::ApiError, id};

const PAYMENT: &str = "payment";
const ADJUSTMENT: &str = "adjustment";

#[derive(Debug)]
pub(crate) struct Settlement {
    pub(crate) id: String,
    pub(crate) utr: String,
    /// The amount paid out, in paise.
    pub(crate) amount: u64,
    pub(crate) created_at: i64,
    /// The time when the bank has it.
    processed_at: i64,
    /// The time whose day lists its lines.
    pub(crate) listed_at: i64,
    pub(crate) lines: Vec<Line>,
}

/// A line of a settlement.
#[derive(Debug)]
pub(crate) struct Line {
    pub(super) id: String,
    kind: &'static str,
    payment_id: Option<String>,
    /// In paise, like the following amounts.
    amount: u64,
    fee: u64,
    tax: u64,
    debit: u64,
    credit: u64,
    created_at: i64,
}

/// Deviations of a settlement from the records, in paise.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct SettlementDeviations {
    /// Added besides payments, or deducted if negative.
    pub(crate) adjustment: i64,
    /// The excess of the first payment's fee over the payment's own, without tax.
    pub(crate) extra_fee: u64,
    /// The amount missing from the sum of the lines.
    pub(crate) shortfall: u64,
    /// True if fees are listed and paid elsewhere.
    pub(crate) has_fee_credits: bool,
    /// Days until the bank has it.
    pub(crate) transfer_days: u32,
    /// Days after its creation under which its lines are listed.
    pub(crate) listing_delay_days: u32,
}

const DAY: i64 = 24 * 60 * 60;

impl Entity for Settlement {
    fn id(&self) -> &str {
        &self.id
    }
}

impl Settlement {
    pub(crate) fn entity(&self, now: i64) -> Value {
        let status = if now < self.processed_at {
            "created"
        } else {
            "processed"
        };
        json!({
            "id": self.id,
            "entity": "settlement",
            "amount": self.amount,
            "status": status,
            "fees": 0,
            "tax": 0,
            "utr": self.utr,
            "created_at": self.created_at,
        })
    }

    pub(crate) fn line_entities(&self) -> impl Iterator<Item = Value> {
        self.lines.iter().map(|line| line.entity(self))
    }
}

impl Line {
    fn entity(&self, of: &Settlement) -> Value {
        json!({
            "entity_id": self.id,
            "type": self.kind,
            "debit": self.debit,
            "credit": self.credit,
            "amount": self.amount,
            "currency": "INR",
            "fee": self.fee,
            "tax": self.tax,
            "on_hold": false,
            "settled": true,
            "created_at": self.created_at,
            "settled_at": of.created_at,
            "settlement_id": of.id,
            "posted_at": null,
            "credit_type": "default",
            "description": null,
            "notes": null,
            "payment_id": self.payment_id,
            // An adjustment has none in the sample.
            "settlement_utr": (self.kind != ADJUSTMENT).then_some(&of.utr),
            "order_id": null,
            "order_receipt": null,
            "method": null,
            "dispute_id": null,
        })
    }
}

impl Line {
    pub(super) fn of_payment(payment: &Payment) -> Self {
        let (fee, tax) = payment.fee();
        Self {
            id: payment.id.clone(),
            kind: PAYMENT,
            payment_id: None,
            amount: payment.amount,
            fee,
            tax,
            debit: 0,
            credit: payment.amount.saturating_sub(fee),
            created_at: payment.created_at,
        }
    }

    pub(super) fn of_refund(refund: &Refund) -> Self {
        Self {
            id: refund.id.clone(),
            kind: "refund",
            payment_id: Some(refund.payment_id.clone()),
            amount: refund.amount,
            fee: 0,
            tax: 0,
            debit: refund.amount,
            credit: 0,
            created_at: refund.created_at,
        }
    }

    fn adjustment(paise: i64, now: i64) -> Self {
        let amount = paise.unsigned_abs();
        let (debit, credit) = if paise < 0 { (amount, 0) } else { (0, amount) };
        Self {
            id: id::new("adj"),
            kind: ADJUSTMENT,
            payment_id: None,
            amount,
            fee: 0,
            tax: 0,
            debit,
            credit,
            created_at: now,
        }
    }
}

impl Settlement {
    /// Creates a settlement of these lines with its deviations. Fails if nothing is left to pay out.
    pub(super) fn of(
        mut lines: Vec<Line>,
        deviations: SettlementDeviations,
        now: i64,
    ) -> Result<Self, ApiError> {
        if let Some(first) = lines.iter_mut().find(|line| line.kind == PAYMENT) {
            first.fee += deviations.extra_fee;
            first.credit = first.credit.saturating_sub(deviations.extra_fee);
        }
        for line in lines
            .iter_mut()
            .filter(|line| deviations.has_fee_credits && line.kind == PAYMENT)
        {
            line.credit = line.amount;
        }
        if deviations.adjustment != 0 {
            lines.push(Line::adjustment(deviations.adjustment, now));
        }
        let credit: u64 = lines.iter().map(|line| line.credit).sum();
        let debit: u64 = lines.iter().map(|line| line.debit).sum();
        let amount = credit
            .checked_sub(debit + deviations.shortfall)
            .filter(|amount| *amount > 0)
            .ok_or_else(|| ApiError::bad_request("Nothing is left to be settled"))?;
        Ok(Self {
            id: id::new("setl"),
            utr: format!("{now}{}", id::new("utr").trim_start_matches("utr_")).to_lowercase(),
            amount,
            created_at: now,
            processed_at: now + i64::from(deviations.transfer_days) * DAY,
            listed_at: now + i64::from(deviations.listing_delay_days) * DAY,
            lines,
        })
    }
}
