//! Filters, sorts and pages the product list.

use runtime::status::{Broken, Rule};
use uuid::Uuid;

use crate::catalog::{
    card_pages::CardPage,
    listing::{ListedProduct, Listing},
    product::ProductType,
};

/// The number of products up to which all are sent at once, so that the browser searches and sorts by itself.
const ALL_AT_ONCE: usize = 500;

/// Cards per page of a longer list.
pub(crate) const PAGE: usize = 48;

/// The longest concern in a query, in characters.
const LONGEST_CONCERN: usize = 100;

/// The filter and sort order of a shopper.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct CardFilter {
    r#type: Option<ProductType>,
    concern: Option<String>,
    sort: Option<Sort>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    PriceAscending,
    PriceDescending,
}

/// The start of a page: after a product, or at its former position if the product is gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CardCursor {
    position: usize,
    after_id: Uuid,
}

impl CardFilter {
    /// Parses the query parameters; absent and empty values mean everything. The error names its parameter.
    pub(crate) fn parse(
        r#type: Option<&str>,
        concern: Option<&str>,
        sort: Option<&str>,
    ) -> Result<Self, (&'static str, Broken)> {
        let r#type = match r#type.unwrap_or_default() {
            "" => None,
            "box" => Some(ProductType::Box),
            "pouch" => Some(ProductType::Pouch),
            _ => return Err(("type", Rule::Unknown.says("Choose box or pouch, or leave it out"))),
        };
        let sort = match sort.unwrap_or_default() {
            "" => None,
            "price-asc" => Some(Sort::PriceAscending),
            "price-desc" => Some(Sort::PriceDescending),
            _ => {
                let message = "Choose price-asc or price-desc, or leave it out";
                return Err(("sort", Rule::Unknown.says(message)));
            }
        };
        let concern = concern.filter(|concern| !concern.is_empty());
        if concern.is_some_and(|concern| concern.chars().count() > LONGEST_CONCERN) {
            let rule = Rule::TooLong { max: LONGEST_CONCERN };
            let message = format!("Use at most {LONGEST_CONCERN} characters");
            return Err(("concern", rule.says(message)));
        }
        Ok(Self {
            r#type,
            concern: concern.map(str::to_owned),
            sort,
        })
    }

    fn matches(&self, entry: &ListedProduct) -> bool {
        let concern = self.concern.as_deref();
        self.r#type.is_none_or(|wanted| entry.r#type == wanted)
            && concern.is_none_or(|wanted| entry.concerns.iter().any(|concern| **concern == *wanted))
    }

    /// The positions of the matching products in sort order; products of equal price keep the order of the
    /// list.
    fn positions(&self, list: &Listing) -> Vec<usize> {
        let positions = 0..list.entries.len();
        let mut positions: Vec<_> = positions
            .filter(|position| self.matches(&list.entries[*position]))
            .collect();
        let price = |position: &usize| list.entries[*position].actual_price.paise;
        match self.sort {
            Some(Sort::PriceAscending) => positions.sort_by_key(price),
            Some(Sort::PriceDescending) => positions.sort_by_key(|at| std::cmp::Reverse(price(at))),
            None => {}
        }
        positions
    }

    /// The page of matching products at the cursor, or the first page. A short list is one page.
    pub(crate) fn page(&self, list: &Listing, cursor: Option<CardCursor>) -> CardPage {
        let positions = self.positions(list);
        let total = positions.len();
        let begin = cursor.map_or(0, |cursor| {
            let behind = list.position(&cursor.after_id.to_string());
            let behind = behind.and_then(|behind| positions.iter().position(|position| *position == behind));
            behind.map_or(cursor.position, |position| position + 1)
        });
        let is_small = list.entries.len() <= ALL_AT_ONCE;
        let size = if cursor.is_none() && is_small { total } else { PAGE };
        let end = begin.saturating_add(size).min(total);
        let positions = positions.get(begin..end).unwrap_or_default().to_vec();
        let behind = positions.last().filter(|_| end < total);
        let next = behind.map(|behind| CardCursor {
            position: end,
            // A product without a UUID is found by its position.
            after_id: Uuid::try_parse(&list.entries[*behind].id).unwrap_or_default(),
        });
        CardPage {
            positions,
            total,
            next: next.map(CardCursor::text),
            has_concerns: cursor.is_none() && !is_small,
        }
    }

    /// A key that is equal for the same filter and sort order.
    pub(crate) fn key(&self) -> String {
        format!(
            "{:?} {:?} {}",
            self.r#type,
            self.sort,
            self.concern.as_deref().unwrap_or_default()
        )
    }
}

impl CardCursor {
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (position, behind) = text.split_once('-')?;
        Some(Self {
            position: position.parse().ok()?,
            after_id: Uuid::try_parse(behind).ok()?,
        })
    }

    pub(crate) fn text(self) -> String {
        format!("{}-{}", self.position, self.after_id)
    }
}
