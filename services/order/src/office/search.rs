//! Orders of everybody, as the people of the shop look for them: newest first, page by page.

use std::collections::BTreeSet;

use runtime::status::{Broken, Rule, Violation, field};
use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;
use values::Page;

use crate::{
    office::{
        search_store::{self, Part},
        search_text::SearchText,
    },
    order::{life::Status, order_store, record::Order},
};

/// Orders of a page when the request names no number.
const USUAL: i32 = 25;

/// Numbers that may be asked for at once.
const MOST_NUMBERS: usize = 100;

/// A search as it arrived; [`SearchDetails::check`] makes a [`Search`] of it.
#[derive(Debug, Clone)]
pub struct SearchDetails {
    /// As it was typed.
    pub text: String,
    /// As orders have them; none when they do not matter.
    pub order_numbers: Vec<String>,
    /// States; none in the place of what is no state.
    pub statuses: Vec<Option<Status>>,
    /// 0 for the usual.
    pub page_size: i32,
    /// From the page before; empty for the first.
    pub page_token: String,
}

/// Which orders are looked for.
#[derive(Debug, Clone)]
pub struct Search {
    /// What stands in them; none when that does not matter.
    pub text: Option<SearchText>,
    /// Only those with one of these numbers; none when they do not matter.
    pub order_numbers: Vec<String>,
    /// In which states, as the database calls them; none for all.
    pub statuses: Vec<String>,
    /// Which of them.
    pub page: Page,
}

impl SearchDetails {
    /// Reads the values by the rules; answers every violation.
    pub fn check(self) -> Result<Search, Vec<Violation>> {
        let mut violations = Vec::new();
        let text = field("text", SearchText::read(&self.text), &mut violations);
        let has_text = matches!(text, Some(Some(_)));
        let numbers = numbers(self.order_numbers, has_text);
        let numbers = field("order_numbers", numbers, &mut violations);
        let statuses: Option<BTreeSet<_>> = self
            .statuses
            .into_iter()
            .map(|status| status.map(Status::as_str))
            .collect();
        let statuses = statuses.ok_or(Rule::Unknown.says("Name states of an order, or none"));
        let statuses = field("statuses", statuses, &mut violations);
        let size = if self.page_size == 0 {
            USUAL
        } else {
            self.page_size
        };
        let page = Page::read("orders", size, &self.page_token, &mut violations);
        let search = (|| {
            Some(Search {
                text: text?,
                order_numbers: numbers?,
                statuses: statuses?.into_iter().map(str::to_owned).collect(),
                page: page?,
            })
        })();
        search.ok_or(violations)
    }
}

fn numbers(sent: Vec<String>, has_text: bool) -> Result<Vec<String>, Broken> {
    if sent.len() > MOST_NUMBERS {
        let rule = Rule::TooMany { max: MOST_NUMBERS };
        return Err(rule.says(format!("At most {MOST_NUMBERS} numbers can be asked for at once")));
    }
    if has_text && !sent.is_empty() {
        return Err(Rule::NotOffered.says("Name numbers or a text, not both"));
    }
    Ok(sent)
}

/// A page of the orders that are looked for.
pub async fn orders(db: &PgPool, search: &Search) -> sqlx::Result<Vec<Order>> {
    let ids = ids(db, search).await?;
    order_store::of_ids(db, &ids).await
}

async fn ids(db: &PgPool, search: &Search) -> sqlx::Result<Vec<Uuid>> {
    let part = Part {
        statuses: &search.statuses,
        page: search.page,
    };
    match &search.text {
        None if !search.order_numbers.is_empty() => {
            search_store::with_numbers(db, part, &search.order_numbers).await
        }
        None => search_store::newest(db, part, OffsetDateTime::UNIX_EPOCH).await,
        Some(SearchText::Number(beginning)) => search_store::with_number(db, part, beginning).await,
        Some(SearchText::Days { from, until }) => search_store::newest(db, part.before(*until), *from).await,
        Some(SearchText::Email(email)) => search_store::with_email(db, part, email).await,
        Some(SearchText::Pincode(pincode)) => search_store::to_pincode(db, part, pincode).await,
        Some(SearchText::MobileNumber(number)) => search_store::with_mobile_number(db, part, number).await,
        Some(SearchText::Name(name)) => named(db, part, name).await,
    }
}

/// A part of a name may stand in a third of all orders or in one. Many are among the newest orders, where a page of them is found
/// soon; only few are not, and those the index of names finds without reading thousands of orders.
async fn named(db: &PgPool, part: Part<'_>, name: &str) -> sqlx::Result<Vec<Uuid>> {
    let among = search_store::named_among_newest(db, part, name).await?;
    if among.is_all || i64::try_from(among.ids.len()) == Ok(part.page.limit) {
        return Ok(among.ids);
    }
    search_store::named(db, part, name).await
}
