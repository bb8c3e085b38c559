//! The sample profile and products of a new shop. They are added once, so that changes of them survive restarts.

use sqlx::PgPool;

use crate::{
    content::product_content::Content,
    editing::edit_store,
    products::{
        hsn_code::HsnCode, product::ProductDetails, product_state::ProductState, product_store,
        tax_class::TaxClass,
    },
    shop::shop_store,
};

const SEED: &str = include_str!("../seed/products.json");

/// Adds the sample profile and products once. If replicas start at the same time, the second one waits for
/// the first.
pub async fn populate(db: &PgPool) -> anyhow::Result<()> {
    let mut transaction = database::begin(db).await?;
    shop_store::begin(&mut transaction).await?;
    if product_store::begin_populating(&mut transaction).await? {
        let products = seeded()?;
        let products: Vec<_> = products.iter().collect();
        edit_store::add(&mut transaction, &products, ProductState::Published, false).await?;
    }
    transaction.commit().await?;
    Ok(())
}

fn seeded() -> serde_json::Result<Vec<Content>> {
    let products: Vec<ProductDetails> = serde_json::from_str(SEED)?;
    let products = products.into_iter().map(|details| Content {
        details,
        tax_class: TaxClass::Unclassified,
        hsn_code: HsnCode::default(),
    });
    Ok(products.collect())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::{
        content::content_input::ContentInput,
        products::{concern::CONCERNS, product_type::ProductType},
    };

    /// Accepted claims of the seed: the name of a product that the specification prescribes, and a search
    /// word that is not shown.
    const REVIEWED: [&str; 2] = ["Diabetes Support Powder", "diabetic powder"];

    fn products() -> Vec<ProductDetails> {
        let products = seeded().expect("the seed can be read").into_iter();
        products.map(|content| content.details).collect()
    }

    #[test]
    fn every_product_is_as_staff_may_type_it() {
        for content in seeded().expect("the seed can be read") {
            let typed = ContentInput::from_content(&content).validate(content.details.id);
            assert_eq!(typed.expect("it breaks no rule"), content);
        }
    }

    #[test]
    fn the_seed_is_a_whole_shop() {
        let products = products();
        assert!(products.len() >= 12);
        let boxes = products
            .iter()
            .filter(|product| product.product_type == ProductType::Box)
            .count();
        assert!(
            boxes >= 5 && products.len() - boxes >= 5,
            "both types are on offer"
        );
        let ids: HashSet<_> = products.iter().map(|product| product.id).collect();
        let names: HashSet<_> = products.iter().map(|product| &product.product_name).collect();
        assert_eq!((ids.len(), names.len()), (products.len(), products.len()));
    }

    #[test]
    fn every_product_tells_what_a_shopper_asks() {
        for product in products() {
            let name = &product.product_name;
            let words = product.description.split_whitespace().count();
            assert!((80..=150).contains(&words), "{name}: {words} words");
            for list in [
                &product.photos,
                &product.ingredients,
                &product.benefits,
                &product.other_names,
            ] {
                assert!(!list.is_empty(), "{name}");
            }
            assert!(
                product
                    .concerns
                    .iter()
                    .all(|concern| CONCERNS.contains(&concern.as_str())),
                "{name}"
            );
            assert!(!product.concerns.is_empty(), "{name}");
            let lines = [
                &product.hindi_name,
                &product.tagline,
                &product.how_to_use,
                &product.cautions,
                &product.storage,
            ];
            assert!(lines.iter().all(|line| line.len() > 5), "{name}");
        }
    }

    #[test]
    fn no_product_claims_what_the_law_forbids() {
        let mut reviewed = HashSet::new();
        for product in products() {
            let lines = [
                &product.product_name,
                &product.hindi_name,
                &product.tagline,
                &product.description,
                &product.how_to_use,
                &product.cautions,
                &product.storage,
            ];
            let lists = [&product.ingredients, &product.benefits, &product.other_names];
            for text in lines.into_iter().chain(lists.into_iter().flatten()) {
                let claims = claims::find(text);
                match REVIEWED.iter().find(|reviewed| *reviewed == text) {
                    Some(text) if !claims.is_empty() => _ = reviewed.insert(*text),
                    _ => assert!(claims.is_empty(), "{text:?} claims {claims:?}"),
                }
            }
        }
        assert_eq!(reviewed, HashSet::from(REVIEWED), "every excuse is needed");
    }
}
