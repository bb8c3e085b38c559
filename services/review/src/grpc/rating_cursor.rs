//! The page token of the list of ratings.

use runtime::status::Rule;
use uuid::Uuid;

use crate::{
    error::Error,
    grpc::messages::invalid,
    review::rules::{self, Rating},
};

const PRODUCT: &str = "product/";
const NAME: &str = "name/";

/// The last rating of the previous page. Ratings of products come first, then ratings of names without a
/// product.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum RatingCursor {
    /// The product with this id.
    Product(Uuid),
    /// This name, in lower case.
    Name(String),
}

impl RatingCursor {
    /// Parses a page token. An empty token means the first page.
    pub(super) fn parse(page_token: &str) -> Result<Self, Error> {
        if page_token.is_empty() {
            return Ok(Self::Product(Uuid::nil()));
        }
        let product = page_token.strip_prefix(PRODUCT);
        let product = product.and_then(|id| Uuid::parse_str(id).ok()).map(Self::Product);
        let name = page_token.strip_prefix(NAME);
        let name = name.and_then(|name| rules::read_product_name(name).ok());
        product.or(name.map(Self::Name)).ok_or_else(|| {
            let broken = Rule::Malformed.says("This is not the token of a page");
            invalid("page_token", broken)
        })
    }

    pub(super) fn from_rating(rating: &Rating) -> Self {
        match rating.product_id {
            Some(id) => Self::Product(id),
            None => Self::Name(rating.product_name.clone()),
        }
    }

    pub(super) fn to_token(&self) -> String {
        match self {
            Self::Product(id) => format!("{PRODUCT}{id}"),
            Self::Name(name) => format!("{NAME}{name}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_read_as_it_was_written_and_nothing_else_is_one() {
        let cursors = [
            RatingCursor::Product(Uuid::from_u128(7)),
            RatingCursor::Name("करेला चूर्ण".to_owned()),
            RatingCursor::Name("product/7".to_owned()),
        ];
        for cursor in cursors {
            assert_eq!(RatingCursor::parse(&cursor.to_token()).ok(), Some(cursor));
        }
        for broken in ["karela powder", "product/7", "name/", "name/\0"] {
            assert!(RatingCursor::parse(broken).is_err(), "{broken:?}");
        }
    }
}
