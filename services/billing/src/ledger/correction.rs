//! Corrections of the ledger, and their rules. Pure.

use std::collections::BTreeSet;

use runtime::status::{Broken, Rule, Violation, field};
use time::Date;
use uuid::Uuid;
use values::Line;

use crate::ledger::{
    account::Account,
    booking::{Booking, EntryCause},
};

/// ₹1,00,00,000 in paise. A larger amount is a typing error.
const MOST_PAISE: i64 = 1_000_000_000;

/// Length limits of a reason, in characters.
const FEWEST_OF_REASON: usize = 10;
const MOST_OF_REASON: usize = 300;

/// A correction as received. [`CorrectionDetails::validate`] makes a [`Correction`] of it.
#[derive(Debug, Clone)]
pub struct CorrectionDetails {
    /// A UUID.
    pub correction_id: String,
    /// The name of the debited account.
    pub debit_account: String,
    /// The name of the credited account.
    pub credit_account: String,
    /// The amount, in paise.
    pub amount_paise: i64,
    /// The reason.
    pub reason: String,
}

/// A checked correction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Correction {
    /// The id. Posting it again has no effect.
    pub id: Uuid,
    /// The debited account.
    pub debit: Account,
    /// The credited account.
    pub credit: Account,
    /// The amount, in paise.
    pub amount_paise: i64,
    /// The reason.
    pub reason: String,
}

impl CorrectionDetails {
    /// Checks the values, with a sales account for each of these rates. Returns all violations.
    pub fn validate(&self, rates: BTreeSet<i64>) -> Result<Correction, Vec<Violation>> {
        let mut violations = Vec::new();
        let all = &mut violations;
        let accounts = Account::all(rates);
        let id = Uuid::parse_str(&self.correction_id).map_err(|_| Rule::Malformed.says("must be a UUID"));
        let id = field("correction_id", id, all);
        let debit = field("debit_account", named(&accounts, &self.debit_account), all);
        let credit = named(&accounts, &self.credit_account).and_then(|credit| {
            if Some(credit) == debit {
                Err(Rule::Repeated.says("Debit and credit must be two different accounts"))
            } else {
                Ok(credit)
            }
        });
        let credit = field("credit_account", credit, all);
        let amount_paise = if (1..=MOST_PAISE).contains(&self.amount_paise) {
            Ok(self.amount_paise)
        } else {
            Err(Rule::Malformed.says("Enter an amount above 0, and at most ₹1,00,00,000"))
        };
        let amount_paise = field("amount_paise", amount_paise, all);
        let reason = field("reason", reason(&self.reason), all);
        let correction = (|| {
            Some(Correction {
                id: id?,
                debit: debit?,
                credit: credit?,
                amount_paise: amount_paise?,
                reason: reason?,
            })
        })();
        correction.ok_or(violations)
    }
}

fn named(accounts: &[Account], name: &str) -> Result<Account, Broken> {
    let account = accounts.iter().find(|account| account.to_string() == name);
    account
        .copied()
        .ok_or_else(|| Rule::Unknown.says("The books have no such account"))
}

fn reason(input: &str) -> Result<String, Broken> {
    if input.trim().chars().count() < FEWEST_OF_REASON {
        return Err(Rule::Required.says(format!(
            "Enter a reason of {FEWEST_OF_REASON} characters or more. It is all that later readers of the books see"
        )));
    }
    let line = Line::<MOST_OF_REASON>::read(input).map_err(|broken| broken.of("Reason"))?;
    Ok(line.into_string())
}

impl Correction {
    /// The entry of the correction, for a day.
    pub fn booking(&self, on: Date) -> Booking {
        let mut booking = Booking {
            cause: EntryCause::Correction,
            cause_id: self.id,
            step: "posted",
            booked_on: on,
            order_number: String::new(),
            entries: Vec::new(),
        };
        booking.add("", self.debit, self.credit, self.amount_paise);
        booking
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn details() -> CorrectionDetails {
        CorrectionDetails {
            correction_id: Uuid::from_u128(1).to_string(),
            debit_account: "bank".to_owned(),
            credit_account: "sales:5%".to_owned(),
            amount_paise: 100,
            reason: "The bank took a fee twice".to_owned(),
        }
    }

    fn broken(change: impl FnOnce(&mut CorrectionDetails)) -> Vec<String> {
        let mut details = details();
        change(&mut details);
        let violations = details.validate(BTreeSet::from([500])).err().unwrap_or_default();
        let fields = violations
            .into_iter()
            .map(|violation| violation.field.into_owned());
        fields.collect()
    }

    #[test]
    fn a_correction_goes_between_two_accounts_of_the_books() {
        assert_eq!(broken(|_| ()), [""; 0]);
        assert_eq!(
            broken(|details| "sales:18%".clone_into(&mut details.credit_account)),
            ["credit_account"]
        );
        assert_eq!(
            broken(|details| "till".clone_into(&mut details.debit_account)),
            ["debit_account"]
        );
        assert_eq!(
            broken(|details| "bank".clone_into(&mut details.credit_account)),
            ["credit_account"]
        );
        let all_of_it = |details: &mut CorrectionDetails| {
            *details = CorrectionDetails {
                correction_id: "x".to_owned(),
                debit_account: String::new(),
                credit_account: String::new(),
                amount_paise: MOST_PAISE + 1,
                reason: "typo".to_owned(),
            };
        };
        let fields = [
            "correction_id",
            "debit_account",
            "credit_account",
            "amount_paise",
            "reason",
        ];
        assert_eq!(broken(all_of_it), fields);
    }
}
