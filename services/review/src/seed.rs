//! Sample reviews, which show a new shop's pages as shoppers would see them. They are invented: a shop that
//! sells sets `SAMPLE_REVIEWS=false`.

use serde::Deserialize;
use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::review::{review_store, rules::Review};

const SEED: &str = include_str!("../seed/reviews.json");

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SampleReview {
    id: Uuid,
    /// Always true: it tells readers of the file that no shopper wrote this.
    sample: bool,
    name: String,
    product_name: String,
    review: String,
    rating_tenths: i16,
    #[serde(with = "time::serde::rfc3339")]
    created_at: OffsetDateTime,
}

/// Adds the samples once; samples deleted by an operator are not added again. If replicas start together, the
/// second waits for the first.
pub async fn populate(db: &PgPool) -> anyhow::Result<()> {
    let mut transaction = database::begin(db).await?;
    if review_store::begin_populating(&mut transaction).await? {
        for review in sample_reviews()? {
            review_store::add_sample(&mut transaction, &review).await?;
        }
    }
    transaction.commit().await?;
    Ok(())
}

/// Deletes the samples, so that they can be added again.
pub async fn remove_samples(db: &PgPool) -> sqlx::Result<()> {
    let mut transaction = database::begin(db).await?;
    review_store::remove_samples(&mut transaction).await?;
    transaction.commit().await
}

fn sample_reviews() -> serde_json::Result<Vec<Review>> {
    let seeded: Vec<SampleReview> = serde_json::from_str(SEED)?;
    Ok(seeded
        .into_iter()
        .filter(|seeded| seeded.sample)
        .map(to_review)
        .collect())
}

fn to_review(seeded: SampleReview) -> Review {
    Review {
        id: seeded.id,
        name: seeded.name,
        product_name: seeded.product_name,
        review: seeded.review,
        rating_tenths: seeded.rating_tenths,
        is_sample: seeded.sample,
        written_at: seeded.created_at,
        edited_at: None,
        is_verified: false,
        product_id: None,
        shop_answer: None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::review::rules::ReviewDetails;

    #[test]
    fn the_samples_keep_the_rules_and_claim_nothing() {
        let samples = sample_reviews().expect("the seed can be read");
        assert!(samples.len() >= 12);
        let ids: HashSet<_> = samples.iter().map(|review| review.id).collect();
        assert_eq!(ids.len(), samples.len());
        for review in samples {
            let details = ReviewDetails {
                account_id: Uuid::nil().to_string(),
                name: review.name,
                product_name: review.product_name,
                review: review.review.clone(),
                rating_tenths: review.rating_tenths.into(),
                product_id: String::new(),
            };
            details.validate().expect("a sample keeps every rule");
            // Also as a shopper's statement.
            let claims = claims::find(&review.review);
            assert!(claims.is_empty(), "{claims:?} in {:?}", review.review);
        }
    }
}
