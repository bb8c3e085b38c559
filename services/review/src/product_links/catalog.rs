//! The catalog client: fetches product names.

use std::{collections::HashMap, time::Duration};

use anyhow::Context as _;
use proto::catalog::v1::{ListProductsRequest, Product};
use runtime::{Client, Frame, Target};
use uuid::Uuid;

/// Products by each of their names, in lower case. A product's own name takes precedence over other names of
/// another product.
type ProductIdsByName = HashMap<String, Uuid>;

/// The timeout for a page of products. No shopper waits for it.
const DEADLINE: Duration = Duration::from_secs(5);

/// The catalog client.
#[derive(Debug, Clone)]
pub(crate) struct Catalog(Client);

impl Catalog {
    /// Creates the client without connecting; the first call connects.
    pub(crate) fn new(at: Target, frame: &Frame) -> Self {
        Self(frame.client(at, DEADLINE))
    }

    /// All products on sale, by each of their names.
    pub(super) async fn products_by_name(&self) -> anyhow::Result<ProductIdsByName> {
        let (mut products, mut page_token) = (Vec::new(), String::new());
        loop {
            let request = ListProductsRequest {
                page_size: 0,
                page_token,
            };
            let page = self.0.call(request).await?;
            products.extend(page.products);
            page_token = page.next_page_token;
            if page_token.is_empty() {
                return by_name(&products);
            }
        }
    }
}

fn by_name(products: &[Product]) -> anyhow::Result<ProductIdsByName> {
    let mut found = ProductIdsByName::new();
    for product in products {
        let others = product.other_names.iter().chain([&product.hindi_name]);
        let id = read_id(product)?;
        found.extend(others.map(|name| (name.to_lowercase(), id)));
    }
    for product in products {
        found.insert(product.product_name.to_lowercase(), read_id(product)?);
    }
    Ok(found)
}

fn read_id(product: &Product) -> anyhow::Result<Uuid> {
    Uuid::parse_str(&product.id).context("the catalog answered with an id that is no UUID")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_products_own_name_is_no_other_ones() {
        let named = |id: u128, product_name: &str, other_names: &[&str]| Product {
            id: Uuid::from_u128(id).to_string(),
            product_name: product_name.to_owned(),
            hindi_name: "करेला".to_owned(),
            other_names: other_names.iter().map(|name| (*name).to_owned()).collect(),
            ..Product::default()
        };
        let products = [
            named(1, "Karela", &["Jamun"]),
            named(2, "Jamun", &["KARELA", "Java Plum"]),
        ];
        let found = by_name(&products).expect("the ids are UUIDs");
        let id_of = |name: &str| found.get(name).map(Uuid::as_u128);
        assert_eq!(id_of("karela"), Some(1));
        assert_eq!(id_of("jamun"), Some(2));
        assert_eq!(id_of("java plum"), Some(2));
        assert_eq!(id_of("Java Plum"), None);
    }
}
