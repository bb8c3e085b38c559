//! The order search of the office, newest first, page by page.

use std::collections::BTreeSet;

use runtime::status::{Broken, Rule, Violation, field};
use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;
use values::{Page, SearchText};

use crate::{
    office::{
        search_store::{self, SearchPage},
        search_text::OrderText,
    },
    order::{order_status::Status, order_store, record::Order},
};

/// The default page size.
const USUAL: i32 = 25;

/// The maximum number of order numbers in a search.
const MOST_NUMBERS: usize = 100;

/// An unvalidated search. [`SearchDetails::validate`] turns it into a [`Search`].
#[derive(Debug, Clone)]
pub struct SearchDetails {
    /// The search text, not validated.
    pub text: String,
    /// The order numbers to include. Empty for all.
    pub order_numbers: Vec<String>,
    /// The statuses. An invalid one is `None`.
    pub statuses: Vec<Option<Status>>,
    /// The page size. 0 for the default.
    pub page_size: i32,
    /// The token from the previous page. Empty for the first page.
    pub page_token: String,
}

/// A validated search.
#[derive(Debug, Clone)]
pub struct Search {
    /// The search text. `None` for any.
    pub text: Option<SearchText<OrderText>>,
    /// The order numbers to include. Empty for all.
    pub order_numbers: Vec<String>,
    /// The statuses to include, as words of the database. Empty for all.
    pub statuses: Vec<String>,
    /// The page.
    pub page: Page,
}

impl SearchDetails {
    /// Validates the values. Returns every violation.
    pub fn validate(self) -> Result<Search, Vec<Violation>> {
        let mut violations = Vec::new();
        let text = field(
            "text",
            SearchText::parse(&self.text, OrderText::recognise),
            &mut violations,
        );
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

/// Returns a page of the orders found.
pub async fn orders(db: &PgPool, search: &Search) -> sqlx::Result<Vec<Order>> {
    let ids = ids(db, search).await?;
    order_store::of_ids(db, &ids).await
}

async fn ids(db: &PgPool, search: &Search) -> sqlx::Result<Vec<Uuid>> {
    let part = SearchPage {
        statuses: &search.statuses,
        page: search.page,
    };
    match &search.text {
        None if !search.order_numbers.is_empty() => {
            search_store::with_numbers(db, part, &search.order_numbers).await
        }
        None => search_store::newest(db, part, OffsetDateTime::UNIX_EPOCH).await,
        Some(SearchText::Own(own)) => match own {
            OrderText::Number(beginning) => search_store::with_number(db, part, beginning).await,
            OrderText::Days { from, until } => search_store::newest(db, part.before(*until), *from).await,
            OrderText::Pincode(pincode) => search_store::to_pincode(db, part, pincode).await,
        },
        Some(SearchText::Email(email)) => search_store::with_email(db, part, email).await,
        Some(SearchText::MobileNumber(number)) => search_store::with_mobile_number(db, part, number).await,
        Some(SearchText::Name(name)) => search_store::named(db, part, name).await,
    }
}
