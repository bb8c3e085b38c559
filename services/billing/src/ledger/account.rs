//! The accounts of the books.

use std::fmt;

use crate::tax::rates::Percent;

/// How an order was to be paid, as it was placed: it never changes, so every event of an order finds the same account, whenever it comes
/// and by whichever way money came in the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Method {
    /// At once, through a provider.
    Online,
    /// In cash to the carrier.
    CashOnDelivery,
    /// When the shop writes how, or nobody said.
    Later,
}

/// Which tax on sales.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum OutputTax {
    /// The Union's half.
    Cgst,
    /// The half of the state or of the union territory.
    Sgst,
    /// Between states.
    Igst,
}

/// An account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Account {
    /// What buyers owe; below zero, what they paid in advance or are still owed.
    Receivable(Method),
    /// What Razorpay owes the shop.
    Razorpay,
    /// What came to the bank.
    Bank,
    /// What came in cash to the shop.
    Cash,
    /// Money that came and that no order has taken: held, or on its way back.
    Unallocated,
    /// What is on its way back to buyers.
    RefundsPayable,
    /// Goods without taxes, by their rate in hundredths of a percent.
    Sales(i64),
    /// What buyers paid for the way, without taxes.
    Delivery,
    /// What buyers paid for paying at the door, without taxes.
    CodFee,
    /// Taxes on sales, which the shop owes the state.
    OutputTax(OutputTax),
    /// What providers keep, without tax.
    ProviderFees,
    /// The tax on what providers keep, which the state owes the shop.
    InputTax,
    /// What providers gave beside payments; below zero, what they took beside refunds and fees.
    ProviderAdjustments,
}

impl Account {
    /// Every account, with one for sales at each of these rates.
    pub fn all(rates: impl IntoIterator<Item = i64>) -> Vec<Self> {
        let mut all = vec![
            Self::Receivable(Method::Online),
            Self::Receivable(Method::CashOnDelivery),
            Self::Receivable(Method::Later),
            Self::Razorpay,
            Self::Bank,
            Self::Cash,
            Self::Unallocated,
            Self::RefundsPayable,
            Self::Delivery,
            Self::CodFee,
            Self::OutputTax(OutputTax::Cgst),
            Self::OutputTax(OutputTax::Sgst),
            Self::OutputTax(OutputTax::Igst),
            Self::ProviderFees,
            Self::InputTax,
            Self::ProviderAdjustments,
        ];
        all.extend(rates.into_iter().map(Self::Sales));
        all
    }
}

impl fmt::Display for Account {
    /// As it stands in the books.
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Receivable(Method::Online) => to.write_str("receivable:online"),
            Self::Receivable(Method::CashOnDelivery) => to.write_str("receivable:cod"),
            Self::Receivable(Method::Later) => to.write_str("receivable:later"),
            Self::Razorpay => to.write_str("provider:razorpay"),
            Self::Bank => to.write_str("bank"),
            Self::Cash => to.write_str("cash"),
            Self::Unallocated => to.write_str("unallocated"),
            Self::RefundsPayable => to.write_str("refunds_payable"),
            Self::Sales(rate) => write!(to, "sales:{}", Percent(*rate)),
            Self::Delivery => to.write_str("delivery"),
            Self::CodFee => to.write_str("cod_fee"),
            Self::OutputTax(OutputTax::Cgst) => to.write_str("output_tax:cgst"),
            Self::OutputTax(OutputTax::Sgst) => to.write_str("output_tax:sgst"),
            Self::OutputTax(OutputTax::Igst) => to.write_str("output_tax:igst"),
            Self::ProviderFees => to.write_str("provider_fees"),
            Self::InputTax => to.write_str("input_tax:provider_fees"),
            Self::ProviderAdjustments => to.write_str("provider_adjustments"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_is_written_as_people_write_it() {
        for (rate, name) in [
            (0, "sales:0%"),
            (500, "sales:5%"),
            (25, "sales:0.25%"),
            (1_250, "sales:12.5%"),
            (205, "sales:2.05%"),
        ] {
            assert_eq!(Account::Sales(rate).to_string(), name);
        }
    }
}
