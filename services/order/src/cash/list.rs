//! Lists of the orders in a sum of cash, page by page.

use runtime::status::{Rule, Violation, field};
use sqlx::PgPool;
use time::{OffsetDateTime, macros::datetime};
use uuid::Uuid;
use values::{Cursor, Line, Page};

use crate::{
    cash::{
        cash_order::CashOrder,
        list_store::{self, CashPage},
        sums,
    },
    office::shop_day,
};

/// The maximum length of a carrier's name, in characters. It exceeds a parcel's limit, so that every stored
/// name is found.
const MOST_OF_CARRIER: usize = 100;

/// The position before every order.
const BEGINNING: Cursor = Cursor {
    at: OffsetDateTime::UNIX_EPOCH,
    id: Uuid::nil(),
};

/// The latest day in a page token. Callers can forge tokens, and the database has no days of arbitrary years.
const LATEST: OffsetDateTime = datetime!(9999-12-31 00:00 UTC);

/// The state of an order's cash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CashState {
    /// The carrier has the parcel.
    ToCollect,
    /// The carrier has the cash.
    Collected,
    /// The shop has the cash.
    Remitted,
}

/// An unvalidated list request. [`CashDetails::validate`] turns it into a [`CashList`].
#[derive(Debug, Clone)]
pub struct CashDetails {
    /// The carrier. Empty for every carrier.
    pub carrier: String,
    /// The state. `None` if the request has none.
    pub state: Option<CashState>,
    /// The page size. 0 for the default.
    pub page_size: i32,
    /// The token from the previous page. Empty for the first page.
    pub page_token: String,
}

/// A validated list request.
#[derive(Debug, Clone)]
pub struct CashList {
    /// The carrier on the parcels. `None` for every carrier.
    carrier: Option<String>,
    state: CashState,
    page: Page,
}

impl CashDetails {
    /// Validates the values. Returns every violation.
    pub fn validate(self) -> Result<CashList, Vec<Violation>> {
        let mut violations = Vec::new();
        let all = &mut violations;
        let carrier = match self.carrier.as_str() {
            "" => Ok(None),
            typed => Line::<MOST_OF_CARRIER>::read(typed)
                .map(|line| Some(line.into_string()))
                .map_err(|broken| broken.of("Carrier")),
        };
        let carrier = field("carrier", carrier, all);
        let state = self
            .state
            .ok_or(Rule::Required.says("Say where the cash is that you look for"));
        let state = field("state", state, all);
        let page = Page::read("orders", self.page_size, &self.page_token, all);
        let list = (|| {
            let (state, mut page) = (state?, page?);
            if self.page_token.is_empty() && state != CashState::Remitted {
                page.behind = BEGINNING;
            }
            page.behind.at = page.behind.at.clamp(BEGINNING.at, LATEST);
            Some(CashList {
                carrier: carrier?,
                state,
                page,
            })
        })();
        list.ok_or(violations)
    }
}

impl CashList {
    /// Returns the orders of the page and the token of the next page, which is empty after the last page.
    pub async fn load(&self, db: &PgPool) -> sqlx::Result<(Vec<CashOrder>, String)> {
        let part = CashPage {
            carrier: self.carrier.as_deref(),
            page: self.page,
        };
        let orders = match self.state {
            CashState::ToCollect => list_store::to_collect(db, part).await?,
            CashState::Collected => list_store::collected(db, part).await?,
            CashState::Remitted => {
                let since = sums::remitted_since(db).await?;
                list_store::remitted(db, part, since).await?
            }
        };
        let next = self.page.next(&orders, cursor);
        Ok((orders, next))
    }
}

/// Returns the position of an order in its list: by the day of the money, before that by the time of
/// placement.
fn cursor(order: &CashOrder) -> Cursor {
    Cursor {
        at: order.remitted_on.map_or(order.placed_at, shop_day::beginning),
        id: order.id,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn details() -> CashDetails {
        CashDetails {
            carrier: "India Post".to_owned(),
            state: Some(CashState::Collected),
            page_size: 0,
            page_token: String::new(),
        }
    }

    #[test]
    fn waiting_cash_begins_with_the_oldest_and_remitted_cash_with_the_newest() {
        let first = |state| {
            let details = CashDetails {
                state: Some(state),
                ..details()
            };
            let list = details.validate().expect("it keeps the rules");
            list.page.behind == BEGINNING
        };
        assert!(first(CashState::ToCollect) && first(CashState::Collected));
        assert!(!first(CashState::Remitted));
    }

    #[test]
    fn everything_wrong_with_a_list_is_said_at_once() {
        let nothing = CashDetails {
            carrier: "x".repeat(101),
            state: None,
            page_size: 101,
            page_token: "x".to_owned(),
        };
        let violations = nothing.validate().err().unwrap_or_default();
        let fields: Vec<_> = violations.iter().map(|wrong| wrong.field.as_ref()).collect();
        assert_eq!(fields, ["carrier", "state", "page_size", "page_token"]);
    }
}
