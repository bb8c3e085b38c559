//! The list of all payments for staff: newest first, with pages.

use runtime::status::{Rule, Violation, field};
use sqlx::PgPool;
use values::{Cursor, Page};

use crate::{
    error::Error,
    payment::{
        entry_store::{self, PaymentEntry},
        payment_state::PaymentState,
    },
};

/// The default page size.
const USUAL: i32 = 25;

/// Filter words of [`entry_store::newest`]: no money arrived; money arrived and is undecided.
const NONE: &str = "none";
const UNSETTLED: &str = "unsettled";

/// A list request as received. [`PaymentListDetails::validate`] makes a [`PaymentListRequest`] of it.
#[derive(Debug, Clone)]
pub struct PaymentListDetails {
    /// The states to list. `None` stands for an unknown state.
    pub states: Vec<Option<PaymentState>>,
    /// 0 for the default.
    pub page_size: i32,
    /// The token from the previous page. Empty for the first page.
    pub page_token: String,
}

/// A checked list request.
#[derive(Debug, Clone)]
pub struct PaymentListRequest {
    states: Vec<PaymentState>,
    page: Page,
}

impl PaymentListDetails {
    /// Checks the values. Returns all violations.
    pub fn validate(self) -> Result<PaymentListRequest, Vec<Violation>> {
        let mut violations = Vec::new();
        let states: Option<Vec<_>> = self.states.into_iter().collect();
        let states = states.ok_or(Rule::Unknown.says("Name states of a payment, or none"));
        let states = field("states", states, &mut violations);
        let size = if self.page_size == 0 {
            USUAL
        } else {
            self.page_size
        };
        let page = Page::read("payments", size, &self.page_token, &mut violations);
        match (states, page) {
            (Some(states), Some(page)) => Ok(PaymentListRequest { states, page }),
            _ => Err(violations),
        }
    }
}

/// A page of payments, and the token of the next page (empty on the last). A page filtered by state may be
/// shorter than requested.
pub async fn list(db: &PgPool, list: &PaymentListRequest) -> Result<(Vec<PaymentEntry>, String), Error> {
    let mut entries = if is_waiting(&list.states) {
        entry_store::waiting(db, list.page).await?
    } else {
        newest(db, list).await?
    };
    let next = list.page.next(&entries, |last| Cursor {
        at: last.at,
        id: last.id,
    });
    entries.retain(|entry| list.states.is_empty() || list.states.contains(&entry.state()));
    Ok((entries, next))
}

/// True if all of these states are held or refunding, so that the short query finds them.
fn is_waiting(states: &[PaymentState]) -> bool {
    let waits = |state: &PaymentState| matches!(state, PaymentState::Held | PaymentState::Refunding);
    !states.is_empty() && states.iter().all(waits)
}

async fn newest(db: &PgPool, list: &PaymentListRequest) -> sqlx::Result<Vec<PaymentEntry>> {
    let mut outcomes: Vec<_> = list
        .states
        .iter()
        .flat_map(|state| outcomes(*state))
        .map(|outcome| (*outcome).to_owned())
        .collect();
    outcomes.sort_unstable();
    outcomes.dedup();
    entry_store::newest(db, &outcomes, list.page).await
}

/// The outcomes that a payment in this state can have.
fn outcomes(state: PaymentState) -> &'static [&'static str] {
    const ACCEPTED: &str = "accepted";
    const WRONG_AMOUNT: &str = "wrong_amount";
    const TOO_LATE: &str = "too_late";
    const PAID_BEFORE: &str = "paid_before";
    match state {
        PaymentState::NotStarted | PaymentState::Open | PaymentState::Declined | PaymentState::Expired => {
            &[NONE]
        }
        PaymentState::Confirming => &[NONE, UNSETTLED],
        PaymentState::Paid => &[ACCEPTED],
        PaymentState::Held => &[WRONG_AMOUNT],
        PaymentState::PartlyRefunded => &[ACCEPTED, WRONG_AMOUNT],
        PaymentState::Refunding | PaymentState::Refunded => &[ACCEPTED, WRONG_AMOUNT, TOO_LATE, PAID_BEFORE],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payment::captured_payment::PaymentOutcome;

    #[test]
    fn outcomes_are_those_of_the_database() {
        let named = [PaymentState::Confirming, PaymentState::Refunding]
            .iter()
            .flat_map(|state| outcomes(*state))
            .filter(|outcome| ![NONE, UNSETTLED].contains(outcome));
        let known: Vec<_> = named
            .map(|outcome| PaymentOutcome::named(outcome).is_ok())
            .collect();
        assert_eq!(known, [true; 4]);
    }

    #[test]
    fn everything_wrong_with_a_list_is_said_at_once() {
        let details = PaymentListDetails {
            states: vec![None],
            page_size: 101,
            page_token: "x".to_owned(),
        };
        let violations = details.validate().expect_err("all of it is wrong");
        let fields: Vec<_> = violations
            .iter()
            .map(|violation| violation.field.as_ref())
            .collect();
        assert_eq!(fields, ["states", "page_size", "page_token"]);
    }
}
