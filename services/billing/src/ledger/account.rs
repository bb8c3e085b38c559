//! The accounts of the ledger.

use std::fmt;

use crate::tax::rates::Percent;

/// The order's payment method at checkout. It never changes, so all entries of an order use the same
/// receivable account, in any order of events and for any way of payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Method {
    /// Through a provider.
    Online,
    /// In cash to the carrier.
    CashOnDelivery,
    /// As the shop arranges later, or not specified.
    Later,
}

/// A tax on sales.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum OutputTax {
    /// The central half.
    Cgst,
    /// The half of the state or union territory.
    Sgst,
    /// The tax between states.
    Igst,
}

/// An account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Account {
    /// The debts of buyers. Negative: paid in advance, or still owed to buyers.
    Receivable(Method),
    /// The debt of Razorpay to the shop.
    Razorpay,
    /// Money in the bank account.
    Bank,
    /// Cash in the shop.
    Cash,
    /// Money that no order has accepted: held, or to be refunded.
    Unallocated,
    /// Refunds that are on their way to buyers.
    RefundsPayable,
    /// Sales without taxes, by rate in hundredths of a percent.
    Sales(i64),
    /// Delivery charges without taxes.
    Delivery,
    /// COD fees without taxes.
    CodFee,
    /// Taxes on sales, which the shop owes the state.
    OutputTax(OutputTax),
    /// Providers' fees without tax.
    ProviderFees,
    /// The tax on providers' fees, which the state owes the shop.
    InputTax,
    /// Providers' other credits. Negative: their other debits.
    ProviderAdjustments,
}

impl Account {
    /// All accounts, with a sales account for each of these rates.
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
    /// Writes the account's name in the ledger.
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
