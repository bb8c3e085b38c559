//! The client of the catalog, for the prices of a checkout.

use proto::catalog::v1::{QuoteLine, QuotePricesRequest};
use runtime::Client;
use tonic::{Code, Status};

use crate::{
    checkout::{price::Quote, validated_checkout::Checkout},
    error::Error,
};

/// The client of the catalog.
#[derive(Debug, Clone)]
pub struct Catalog(pub Client);

impl Catalog {
    /// Returns one quote for each line of the checkout, in its order.
    pub async fn quote(&self, checkout: &Checkout) -> Result<Vec<Quote>, Error> {
        let lines = checkout.lines.iter().map(|line| QuoteLine {
            product_id: line.product_id.to_string(),
            weight_in_grams: line.weight_in_grams,
        });
        let request = QuotePricesRequest {
            lines: lines.collect(),
        };
        let answer = self.0.call(request).await.map_err(refused)?;
        let same_lines = answer.quotes.len() == checkout.lines.len()
            && checkout.lines.iter().zip(&answer.quotes).all(|(line, quote)| {
                line.product_id.to_string() == quote.product_id
                    && line.weight_in_grams == quote.weight_in_grams
            });
        if !same_lines {
            return Err(Error::CatalogAnswer(
                "the catalog's quotes are not for the lines asked about".into(),
            ));
        }
        answer.quotes.into_iter().map(parse_quote).collect()
    }
}

fn parse_quote(quote: proto::catalog::v1::Quote) -> Result<Quote, Error> {
    match quote.price_paise {
        // An error in the catalog must not create an order without a price or with an overflowing total.
        Some(paise) if !(1..=100_000_000).contains(&paise) => Err(Error::CatalogAnswer(
            format!("a price of {paise} paise cannot be right").into(),
        )),
        price_paise => Ok(Quote {
            sku: Some(quote.sku).filter(|sku| !sku.is_empty()),
            product_name: quote.product_name,
            price_paise,
        }),
    }
}

fn refused(status: Status) -> Error {
    match status.code() {
        Code::Unavailable | Code::DeadlineExceeded | Code::ResourceExhausted => {
            Error::CatalogDown(Box::new(status))
        }
        _ => Error::CatalogAnswer(Box::new(status)),
    }
}
