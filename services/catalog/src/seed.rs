//! The products of a new shop. They are planted once, so that whatever an operator changes, adds or deletes outlives every
//! restart; a changed seed reaches an existing shop through a migration.

use serde::Deserialize;
use serde_json::Value;
use sqlx::PgPool;
use uuid::Uuid;

use crate::{
    pricing::Rupees,
    product::{Product, ProductType, TextList},
    store,
};

const SEED: &str = include_str!("../seed/products.json");

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Seeded {
    id: Uuid,
    product_name: String,
    hindi_name: String,
    tagline: String,
    r#type: ProductType,
    base_price_rupees: i64,
    discount_percent: i32,
    photos: TextList,
    description: String,
    ingredients: TextList,
    benefits: TextList,
    other_names: TextList,
    concerns: TextList,
    how_to_use: String,
    cautions: String,
    storage: String,
}

/// Adds the seed's products, unless that was done before. Replicas may start at once: the second waits for the first.
pub async fn plant(db: &PgPool) -> anyhow::Result<()> {
    let mut transaction = db.begin().await?;
    if store::begin_planting(&mut transaction).await? {
        for (position, (product, as_written)) in (1..).zip(seeded()?) {
            store::add(&mut transaction, position, &product, &as_written).await?;
        }
    }
    transaction.commit().await?;
    Ok(())
}

/// The seed's products, each with its lists as the file writes them.
fn seeded() -> serde_json::Result<Vec<(Product, Value)>> {
    let values: Vec<Value> = serde_json::from_str(SEED)?;
    values
        .into_iter()
        .map(|value| Ok((read(Seeded::deserialize(&value)?), value)))
        .collect()
}

fn read(seeded: Seeded) -> Product {
    Product {
        id: seeded.id,
        product_name: seeded.product_name,
        hindi_name: seeded.hindi_name,
        tagline: seeded.tagline,
        product_type: seeded.r#type,
        base_price: Rupees(seeded.base_price_rupees),
        discount_percent: seeded.discount_percent,
        photos: seeded.photos,
        description: seeded.description,
        ingredients: seeded.ingredients,
        benefits: seeded.benefits,
        other_names: seeded.other_names,
        concerns: seeded.concerns,
        how_to_use: seeded.how_to_use,
        cautions: seeded.cautions,
        storage: seeded.storage,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// The only words the front end knows as concerns.
    const CONCERNS: [&str; 6] = [
        "sugar-balance",
        "digestion",
        "joints",
        "immunity",
        "skin",
        "energy",
    ];

    /// Claims that the Drugs and Magic Remedies Act and the food advertising rules forbid.
    const FORBIDDEN: [&str; 10] = [
        "cure",
        "treat",
        "heals",
        "healing",
        "reverse",
        "detox",
        "miracle",
        "guarantee",
        "no side effects",
        "100% safe",
    ];

    fn products() -> Vec<Product> {
        seeded()
            .expect("the seed can be read")
            .into_iter()
            .map(|(product, _)| product)
            .collect()
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
                assert!(!list.0.is_empty(), "{name}");
            }
            assert!(
                product
                    .concerns
                    .0
                    .iter()
                    .all(|concern| CONCERNS.contains(&concern.as_str())),
                "{name}"
            );
            assert!(!product.concerns.0.is_empty(), "{name}");
            let lines = [
                &product.hindi_name,
                &product.tagline,
                &product.how_to_use,
                &product.cautions,
                &product.storage,
            ];
            assert!(lines.iter().all(|line| line.len() > 5), "{name}");
            assert!(
                product
                    .variants()
                    .all(|variant| variant.price >= product.base_price),
                "{name}"
            );
        }
    }

    #[test]
    fn no_product_claims_what_the_law_forbids() {
        let text = SEED.to_lowercase();
        for claim in FORBIDDEN {
            assert!(!text.contains(claim), "the seed says {claim:?}");
        }
    }

    #[test]
    fn the_seed_holds_lists_in_every_form_that_imports_bring() {
        let values: Vec<Value> = serde_json::from_str(SEED).expect("the seed can be read");
        let lists = || {
            values
                .iter()
                .flat_map(|value| [&value["ingredients"], &value["benefits"]])
        };
        let holds_list = |list: &Value| list.as_str().is_some_and(|text| text.starts_with('['));
        assert!(lists().any(Value::is_array));
        assert!(lists().any(holds_list));
        assert!(lists().any(|list| list.is_string() && !holds_list(list)));
    }
}
