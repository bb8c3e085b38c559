//! Whether a settlement is made of payments and refunds that are kept here. Pure.

use std::collections::{HashMap, HashSet};

use crate::{
    payment::{
        money::Money,
        refund::{Refund, RefundState},
    },
    provider::{LineKind, SettlementLine},
    settlements::settlement::Sums,
};

/// What is kept here of what a settlement names, by the provider's names.
#[derive(Debug, Default)]
pub struct Known {
    /// Payments.
    pub payments: HashMap<String, Money>,
    /// Refunds.
    pub refunds: HashMap<String, Refund>,
    /// What another settlement had in it that is told.
    pub settled_before: HashSet<String>,
}

/// What a settlement comes to that is made of what is kept here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Matched {
    /// Its sums.
    pub sums: Sums,
    /// What the provider kept beyond what was told of its payments, tax included, in paise; below 0, what it kept less.
    pub more_fee_paise: i64,
    /// The tax in that; below 0 as well.
    pub more_fee_tax_paise: i64,
}

/// Why a settlement is not made of what is kept here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// Nothing is in it.
    #[error("The provider does not say yet what is in it.")]
    NoLines,
    /// Its lines come to another sum.
    #[error("Its lines come to ₹{}, and ₹{} came.", rupees(*.lines), rupees(*.came))]
    Sum {
        /// In paise.
        lines: i64,
        /// In paise.
        came: i64,
    },
    /// A line's parts do not add up.
    #[error("The amount and the fee of {0} do not come to what it adds.")]
    Line(String),
    /// It has a payment that is not kept here.
    #[error("It has the payment {0}, which is no order's.")]
    UnknownPayment(String),
    /// It has a payment of another sum.
    #[error("It has the payment {0} with another amount than came.")]
    OtherPayment(String),
    /// It has a refund that is not kept here.
    #[error("It has the refund {0}, which nobody here wanted.")]
    UnknownRefund(String),
    /// It has a refund of another sum, or one that failed.
    #[error("It has the refund {0} with another amount or end than is known here.")]
    OtherRefund(String),
    /// It has what another settlement had.
    #[error("It has {0}, which another settlement had before.")]
    SettledBefore(String),
}

/// Adds a settlement up that came to so many paise.
pub fn add_up(came: i64, lines: &[SettlementLine], known: &Known) -> Result<Matched, Mismatch> {
    if lines.is_empty() {
        return Err(Mismatch::NoLines);
    }
    let mut matched = Matched::default();
    // How often each reference is settled, what other settlements have of it included: once, or never where it was taken back.
    let mut settled: HashMap<&str, i32> = HashMap::new();
    let mut sum = 0;
    for line in lines {
        let sign = match line.kind {
            LineKind::Payment => add_payment(&mut matched, line, known)?,
            LineKind::Refund => add_refund(&mut matched, line, known)?,
            LineKind::Other => {
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

/// Answers 1 for a payment, and -1 for one that is taken back.
fn add_payment(matched: &mut Matched, line: &SettlementLine, known: &Known) -> Result<i32, Mismatch> {
    let money = known.payments.get(&line.id);
    let money = money.ok_or_else(|| Mismatch::UnknownPayment(line.id.clone()))?;
    if money.amount_paise != line.amount_paise {
        return Err(Mismatch::OtherPayment(line.id.clone()));
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

/// Answers 1 for a refund, and -1 for one that is given back to the shop.
fn add_refund(matched: &mut Matched, line: &SettlementLine, known: &Known) -> Result<i32, Mismatch> {
    let refund = known.refunds.get(&line.id);
    let refund = refund.ok_or_else(|| Mismatch::UnknownRefund(line.id.clone()))?;
    if refund.amount_paise != line.amount_paise || refund.state == RefundState::Failed {
        return Err(Mismatch::OtherRefund(line.id.clone()));
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

/// Whether the fee that a line names is not part of it: an account with fee credits, or one that is billed later, settles in full
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

fn add_fee(matched: &mut Matched, line: &SettlementLine, sign: i32, is_free: bool) -> Result<(), Mismatch> {
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

/// As people write it, without the sign of the currency.
fn rupees(paise: i64) -> String {
    let sign = if paise < 0 { "-" } else { "" };
    let paise = paise.unsigned_abs();
    format!("{sign}{}.{:02}", paise / 100, paise % 100)
}

#[cfg(test)]
mod tests;
