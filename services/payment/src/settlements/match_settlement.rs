//! Matches a payout with the stored payments and refunds. Pure.

use std::collections::{HashMap, HashSet};

use crate::{
    payment::{
        captured_payment::CapturedPayment,
        refund::{Refund, RefundState},
    },
    provider::{SettlementLine, SettlementLineKind},
    settlements::settlement::SettlementSums,
};

/// The stored payments and refunds of a payout, by the provider's ids.
#[derive(Debug, Default)]
pub struct StoredRecords {
    /// Payments.
    pub payments: HashMap<String, CapturedPayment>,
    /// Refunds.
    pub refunds: HashMap<String, Refund>,
    /// The ids that an earlier matched payout contains.
    pub settled_before: HashSet<String>,
}

/// The result of a matched payout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MatchedSettlement {
    /// The sums.
    pub sums: SettlementSums,
    /// The provider's fees beyond those of the stored payments, with tax, in paise. Negative if they are
    /// lower.
    pub more_fee_paise: i64,
    /// The tax in `more_fee_paise`. Can be negative, too.
    pub more_fee_tax_paise: i64,
}

/// Why a payout does not match.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// It has no lines.
    #[error("The provider has not listed its lines yet.")]
    NoLines,
    /// Its lines have another sum.
    #[error("Its lines add up to ₹{}, but ₹{} was paid out.", rupees(*.lines), rupees(*.came))]
    Sum {
        /// In paise.
        lines: i64,
        /// In paise.
        came: i64,
    },
    /// The parts of a line do not add up.
    #[error("The amount and the fee of {0} do not match its total.")]
    Line(String),
    /// It has an unknown payment.
    #[error("It contains payment {0}, which belongs to no order.")]
    UnknownPayment(String),
    /// It has a payment with another amount.
    #[error("It contains payment {0} with another amount than received.")]
    PaymentDiffers(String),
    /// It has an unknown refund.
    #[error("It contains refund {0}, which the shop did not request.")]
    UnknownRefund(String),
    /// It has a refund with another amount, or a failed one.
    #[error("It contains refund {0} with another amount or result than the shop recorded.")]
    RefundDiffers(String),
    /// It has an item of an earlier payout.
    #[error("It contains {0}, which is part of another settlement.")]
    SettledBefore(String),
}

/// Adds up the lines of a payout and compares the sum with `came`, in paise.
pub fn add_up(
    came: i64,
    lines: &[SettlementLine],
    known: &StoredRecords,
) -> Result<MatchedSettlement, Mismatch> {
    if lines.is_empty() {
        return Err(Mismatch::NoLines);
    }
    let mut matched = MatchedSettlement::default();
    // How often each item is paid out, including in earlier payouts: 1, or 0 after a reversal.
    let mut settled: HashMap<&str, i32> = HashMap::new();
    let mut sum = 0;
    for line in lines {
        let sign = match line.kind {
            SettlementLineKind::Payment => add_payment(&mut matched, line, known)?,
            SettlementLineKind::Refund => add_refund(&mut matched, line, known)?,
            SettlementLineKind::Other => {
                matched.sums.other_paise += line.net_paise;
                1
            }
        };
        let before = i32::from(known.settled_before.contains(&line.id));
        *settled.entry(&line.id).or_insert(before) += sign;
        sum += line.net_paise;
    }
    if let Some((id, _)) = settled.iter().find(|(_, times)| !(0..=1).contains(*times)) {
        return Err(Mismatch::SettledBefore((*id).to_owned()));
    }
    if sum == came {
        Ok(matched)
    } else {
        Err(Mismatch::Sum { lines: sum, came })
    }
}

/// Adds a payment. Returns 1, or -1 for a reversal.
fn add_payment(
    matched: &mut MatchedSettlement,
    line: &SettlementLine,
    known: &StoredRecords,
) -> Result<i32, Mismatch> {
    let money = known.payments.get(&line.id);
    let money = money.ok_or_else(|| Mismatch::UnknownPayment(line.id.clone()))?;
    if money.amount_paise != line.amount_paise {
        return Err(Mismatch::PaymentDiffers(line.id.clone()));
    }
    let sign = if line.net_paise < 0 { -1 } else { 1 };
    let is_free = is_free(
        line,
        i64::from(sign) * line.net_paise,
        line.amount_paise,
        -line.fee_paise,
    )?;
    matched.sums.payments += sign;
    matched.sums.gross_paise += i64::from(sign) * line.amount_paise;
    matched.more_fee_paise -= i64::from(sign) * money.fee_paise;
    matched.more_fee_tax_paise -= i64::from(sign) * money.fee_tax_paise;
    add_fee(matched, line, sign, is_free)?;
    Ok(sign)
}

/// Adds a refund. Returns 1, or -1 for a reversal.
fn add_refund(
    matched: &mut MatchedSettlement,
    line: &SettlementLine,
    known: &StoredRecords,
) -> Result<i32, Mismatch> {
    let refund = known.refunds.get(&line.id);
    let refund = refund.ok_or_else(|| Mismatch::UnknownRefund(line.id.clone()))?;
    if refund.amount_paise != line.amount_paise || refund.state == RefundState::Failed {
        return Err(Mismatch::RefundDiffers(line.id.clone()));
    }
    let sign = if line.net_paise > 0 { -1 } else { 1 };
    let is_free = is_free(
        line,
        -i64::from(sign) * line.net_paise,
        line.amount_paise,
        line.fee_paise,
    )?;
    matched.sums.refunds += sign;
    matched.sums.refunded_paise += i64::from(sign) * line.amount_paise;
    add_fee(matched, line, sign, is_free)?;
    Ok(sign)
}

/// True if the line's fee is not deducted, because of fee credits or later billing
/// (`markdown/payments/dashboard/account-settings/credits.md`).
fn is_free(line: &SettlementLine, net: i64, amount: i64, fee: i64) -> Result<bool, Mismatch> {
    if net == amount + fee {
        return Ok(false);
    }
    if net == amount {
        return Ok(true);
    }
    Err(Mismatch::Line(line.id.clone()))
}

fn add_fee(
    matched: &mut MatchedSettlement,
    line: &SettlementLine,
    sign: i32,
    is_free: bool,
) -> Result<(), Mismatch> {
    if !(0..=line.fee_paise).contains(&line.fee_tax_paise) {
        return Err(Mismatch::Line(line.id.clone()));
    }
    if is_free {
        return Ok(());
    }
    let sign = i64::from(sign);
    matched.sums.fee_paise += sign * line.fee_paise;
    matched.sums.fee_tax_paise += sign * line.fee_tax_paise;
    matched.more_fee_paise += sign * line.fee_paise;
    matched.more_fee_tax_paise += sign * line.fee_tax_paise;
    Ok(())
}

/// Formats an amount in rupees, without the currency sign.
fn rupees(paise: i64) -> String {
    let sign = if paise < 0 { "-" } else { "" };
    let paise = paise.unsigned_abs();
    format!("{sign}{}.{:02}", paise / 100, paise % 100)
}

#[cfg(test)]
mod tests;
