//! Filters of the product list for staff.

use runtime::status::{Broken, Rule, Violation, field};
use values::{BrokenText, Line};

use crate::products::{cursor::ProductCursor, product_state::ProductState};

/// The default and the maximum page size, in products.
const USUAL: i64 = 50;
const MOST: i64 = 100;

/// A page of the filtered product list.
#[derive(Debug, Clone)]
pub struct ProductFilter {
    /// Only products in this state; `None` for all.
    pub state: Option<ProductState>,
    /// Only products with this text in one of their names; `None` for all.
    pub text: Option<String>,
    /// Only products after this position.
    pub behind: ProductCursor,
    /// The maximum number of products.
    pub limit: i64,
}

impl ProductFilter {
    /// Parses a request. Fails with all violations.
    pub fn parse(
        state: Result<Option<ProductState>, Broken>,
        text: &str,
        size: i32,
        token: &str,
    ) -> Result<Self, Vec<Violation>> {
        let mut violations = Vec::new();
        let state = field("state", state, &mut violations);
        let text = match Line::<100>::read(text) {
            Ok(text) => Ok(Some(text.into_string())),
            Err(BrokenText::Missing) => Ok(None),
            Err(broken) => Err(broken.of("The search text")),
        };
        let text = field("query", text, &mut violations);
        let limit = page_size(size, USUAL, "products", &mut violations);
        let no_token = || Rule::Malformed.says("Send the token of the page before, or none");
        let behind = field(
            "page_token",
            ProductCursor::parse(token).ok_or_else(no_token),
            &mut violations,
        );
        let filter = (|| {
            Some(Self {
                state: state?,
                text: text?,
                behind: behind?,
                limit: limit?,
            })
        })();
        filter.ok_or(violations)
    }
}

/// Parses a page size; `usual` is the default.
pub fn page_size(size: i32, usual: i64, rows: &str, violations: &mut Vec<Violation>) -> Option<i64> {
    let limit = match i64::from(size) {
        0 => Ok(usual),
        size @ 1..=MOST => Ok(size),
        _ => Err(Rule::OutOfRange { min: 1, max: MOST }.says(format!("Ask for 1 to {MOST} {rows}"))),
    };
    field("page_size", limit, violations)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_has_bounds() {
        let filter = ProductFilter::parse(Ok(None), " Karela\t", 0, "").unwrap();
        assert_eq!((filter.text.as_deref(), filter.limit), (Some("Karela"), USUAL));
        assert_eq!(ProductFilter::parse(Ok(None), " ", 100, "").unwrap().text, None);
        let refused = |text: &str, size, token| -> Vec<_> {
            let violations = ProductFilter::parse(Ok(None), text, size, token).unwrap_err();
            violations.into_iter().map(|violation| violation.field).collect()
        };
        assert_eq!(
            refused(&"x".repeat(101), -1, "x"),
            ["query", "page_size", "page_token"]
        );
        assert_eq!(refused("", 101, ""), ["page_size"]);
        assert_eq!(refused("a\u{202e}b", 1, ""), ["query"]);
    }
}
