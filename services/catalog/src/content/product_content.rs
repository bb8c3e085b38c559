//! The validated content of a product.

use crate::products::{hsn_code::HsnCode, product::ProductDetails, tax_class::TaxClass};

/// The validated content of a product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// The fields that shoppers see, and the product's id.
    pub details: ProductDetails,
    /// The tax class.
    pub tax_class: TaxClass,
    /// The HSN code.
    pub hsn_code: HsnCode,
}

impl Content {
    /// The size of all texts and lists in bytes, as the database's constraint `products_size` counts it.
    pub fn size(&self) -> usize {
        let details = &self.details;
        let texts = [
            &details.product_name,
            &details.hindi_name,
            &details.tagline,
            &details.description,
            &details.how_to_use,
            &details.cautions,
            &details.storage,
        ];
        let lists = [
            &details.photos,
            &details.ingredients,
            &details.benefits,
            &details.other_names,
            &details.concerns,
        ];
        let texts = texts.into_iter().map(String::len);
        texts.chain(lists.into_iter().map(|list| list_size(list))).sum()
    }
}

/// The size of a list as PostgreSQL writes `jsonb`: like `serde_json`, with a space after each comma between
/// entries.
fn list_size(list: &[String]) -> usize {
    let written = serde_json::to_string(list).expect("texts can be written as JSON");
    written.len() + list.len().saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_as_large_as_the_database_writes_it() {
        for (list, written) in [
            (&[][..], "[]"),
            (&["a"], r#"["a"]"#),
            (&["करेला", r#"b"\"#], r#"["करेला", "b\"\\"]"#),
        ] {
            let list: Vec<_> = list.iter().map(|entry| (*entry).to_owned()).collect();
            assert_eq!(list_size(&list), written.len(), "{written}");
        }
    }
}
