//! The entries of a provider's payout. Pure.

use time::Date;
use uuid::Uuid;

use crate::ledger::{
    account::Account,
    booking::{Booking, EntryCause},
};

/// A provider's payout. Amounts are in paise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settlement {
    /// The payout's id.
    pub settlement_id: Uuid,
    /// The amount that the bank received.
    pub net_paise: i64,
    /// The fees beyond those booked with the payments, with tax. Negative if they are lower.
    pub more_fee_paise: i64,
    /// The tax in `more_fee_paise`. Can be negative, too.
    pub more_fee_tax_paise: i64,
    /// Other credits of the provider. Negative for debits.
    pub other_paise: i64,
    /// The day in India.
    pub settled_on: Date,
}

/// The entries of a payout. Afterwards the provider owes nothing for its payments and refunds. Fees were
/// booked with the payments, so only the difference to the deducted fees is booked here.
pub fn of_settlement(settled: &Settlement) -> Booking {
    let mut booking = Booking {
        cause: EntryCause::Settlement,
        cause_id: settled.settlement_id,
        step: "settled",
        booked_on: settled.settled_on,
        entries: Vec::new(),
        order_number: String::new(),
    };
    let owed = Account::Razorpay;
    booking.add("", Account::Bank, owed, settled.net_paise);
    let more_fee_paise = settled.more_fee_paise - settled.more_fee_tax_paise;
    booking.add("fee", Account::ProviderFees, owed, more_fee_paise);
    booking.add("fee_tax", Account::InputTax, owed, settled.more_fee_tax_paise);
    booking.add("other", owed, Account::ProviderAdjustments, settled.other_paise);
    booking
}

#[cfg(test)]
mod tests {
    use time::macros::date;

    use super::*;

    fn entries(settled: &Settlement) -> Vec<(String, String, i64)> {
        let entries = of_settlement(settled).entries.into_iter();
        entries
            .map(|entry| {
                (
                    entry.debit.to_string(),
                    entry.credit.to_string(),
                    entry.amount_paise,
                )
            })
            .collect()
    }

    fn entry(debit: &str, credit: &str, paise: i64) -> (String, String, i64) {
        (debit.to_owned(), credit.to_owned(), paise)
    }

    #[test]
    fn a_settlement_that_differs_is_booked_as_fees_and_other() {
        let plain = Settlement {
            settlement_id: Uuid::from_u128(1),
            net_paise: 97_640,
            more_fee_paise: 0,
            more_fee_tax_paise: 0,
            other_paise: 0,
            settled_on: date!(2026 - 11 - 26),
        };
        let owed = "provider:razorpay";
        assert_eq!(entries(&plain), [entry("bank", owed, 97_640)]);
        let odd = Settlement {
            more_fee_paise: 118,
            more_fee_tax_paise: 18,
            other_paise: -500,
            ..plain.clone()
        };
        let expected = [
            entry("bank", owed, 97_640),
            entry("provider_fees", owed, 100),
            entry("input_tax:provider_fees", owed, 18),
            entry("provider_adjustments", owed, 500),
        ];
        assert_eq!(entries(&odd), expected);
        let less = Settlement {
            more_fee_paise: -118,
            more_fee_tax_paise: -18,
            other_paise: 500,
            ..plain
        };
        let expected = [
            entry("bank", owed, 97_640),
            entry(owed, "provider_fees", 100),
            entry(owed, "input_tax:provider_fees", 18),
            entry(owed, "provider_adjustments", 500),
        ];
        assert_eq!(entries(&less), expected);
    }
}
