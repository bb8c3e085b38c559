//! Tests that a product's reviews and ratings belong to its id, regardless of its name.

use std::sync::Arc;

use fakes::catalog::v1::catalog_service_server::{CatalogService, CatalogServiceServer};
use proto::{
    catalog::v1::{ListProductsRequest, ListProductsResponse, Product},
    review::v1::{CreateReviewRequest, ListReviewsRequest, Review},
};
use testkit::eventually;
use tonic::{Code, Request, Response, Status, async_trait};
use uuid::Uuid;

use crate::{Reviews, review};

pub(crate) const KARELA: Uuid = Uuid::from_u128(0x0192_f3a0_7c00_7000_8000_0000_0000_0001);
const AMLA: Uuid = Uuid::from_u128(0x0192_f3a0_7c00_7000_8000_0000_0000_0002);

/// A catalog with these products, one per page.
struct Catalog(Arc<[Product]>);

#[async_trait]
impl CatalogService for Catalog {
    async fn list_products(
        &self,
        request: Request<ListProductsRequest>,
    ) -> Result<Response<ListProductsResponse>, Status> {
        let place: usize = request.into_inner().page_token.parse().unwrap_or(0);
        let next = Some(place + 1).filter(|next| *next < self.0.len());
        Ok(Response::new(ListProductsResponse {
            products: vec![self.0[place].clone()],
            next_page_token: next.map(|next| next.to_string()).unwrap_or_default(),
        }))
    }
}

impl Reviews {
    pub(crate) async fn list_of(
        &self,
        product_id: &str,
        product_name: &str,
        limit: i32,
    ) -> Result<Vec<Review>, Status> {
        let request = ListReviewsRequest {
            limit,
            product_name: product_name.to_owned(),
            product_id: product_id.to_owned(),
        };
        let answer = self.client.clone().list_reviews(request).await?;
        Ok(answer.into_inner().reviews)
    }

    async fn write(&self, product_id: Option<Uuid>, product_name: &str, text: &str, rating_tenths: i32) {
        let request = CreateReviewRequest {
            product_id: product_id.map(|id| id.to_string()).unwrap_or_default(),
            rating_tenths,
            ..review(product_name, text)
        };
        let kept = self.create(request.clone()).await.expect("it is a good review");
        assert_eq!(kept.product_id, request.product_id);
    }
}

fn texts(reviews: &[Review]) -> Vec<&str> {
    reviews.iter().map(|review| review.review.as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_product_that_is_renamed_keeps_its_reviews_and_its_rating() {
    let reviews = Reviews::open().await;
    reviews.write(Some(KARELA), "Karela Powder", "old name", 50).await;
    reviews.write(None, "kakora powder", "unmatched", 10).await;
    reviews
        .write(Some(AMLA), "Karela Powder", "has the name now", 20)
        .await;
    reviews.write(Some(KARELA), "Kakora Powder", "new name", 41).await;

    let id = KARELA.to_string();
    let found = reviews
        .list_of(&id, "KAKORA powder", 200)
        .await
        .expect("it answers");
    assert_eq!(texts(&found), ["new name", "unmatched", "old name"]);
    let found = reviews
        .list_of(&id, "Kakora Powder", 2)
        .await
        .expect("it answers");
    assert_eq!(texts(&found), ["new name", "unmatched"]);
    let found = reviews.list_of(&id, "", 200).await.expect("it answers");
    assert_eq!(texts(&found), ["new name", "old name"], "of its own alone");
    let found = reviews
        .list_of("", "karela powder", 200)
        .await
        .expect("it answers");
    assert_eq!(
        texts(&found),
        ["has the name now", "old name"],
        "by the name alone"
    );
    let refused = reviews.list_of("karela", "", 200).await.expect_err("it is no id");
    assert_eq!(refused.code(), Code::InvalidArgument);

    let counted = |id: Option<Uuid>, name: &str, count, sum| {
        (
            id.map(Into::into).unwrap_or_default(),
            name.to_owned(),
            count,
            sum,
        )
    };
    let expected = [
        counted(Some(KARELA), "", 2, 91),
        counted(Some(AMLA), "", 1, 20),
        counted(None, "kakora powder", 1, 10),
    ];
    for page_size in [1, 2, 3, 1_000] {
        let ratings = reviews.ratings(page_size).await.expect("ratings can be listed");
        assert_eq!(ratings, expected, "in pages of {page_size}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_that_has_only_a_name_finds_its_product() {
    let named = |id: Uuid, product_name: &str, other_names: &[&str]| Product {
        id: id.to_string(),
        product_name: product_name.to_owned(),
        hindi_name: format!("{product_name} चूर्ण"),
        other_names: other_names.iter().map(|name| (*name).to_owned()).collect(),
        ..Product::default()
    };
    let products = [
        named(KARELA, "Karela", &["Bitter Melon"]),
        named(AMLA, "Amla", &["karela"]),
    ];
    let catalog = testkit::grpc(CatalogServiceServer::new(Catalog(products.into()))).await;
    let database = testkit::database(&[&review::MIGRATIONS]).await;
    sqlx::query(
        "INSERT INTO reviews (id, account_id, name, product_name, review, rating_tenths, is_sample)
         SELECT gen_random_uuid(), gen_random_uuid(), 'Asha', name, name, rating, rating = 0
         FROM unnest(ARRAY['KARELA', 'bitter melon', 'Amla चूर्ण', 'Karla', 'Karela'], ARRAY[50, 40, 30, 20, 0])
           AS kept (name, rating)",
    )
    .execute(database.pool())
    .await
    .expect("the reviews are kept");
    let settings = review::Settings {
        catalog_url: catalog.target(),
        sample_reviews: true,
        ..Reviews::settings(database.settings())
    };
    let reviews = Reviews::open_with(database, settings).await;
    let found = eventually("the reviews are linked", async || {
        let found = reviews.list_of(&KARELA.to_string(), "", 200).await.ok()?;
        (found.len() == 3).then_some(found)
    })
    .await;
    let mut found = texts(&found);
    found.sort_unstable();
    assert_eq!(found, ["KARELA", "Karela", "bitter melon"], "a sample too");
    let counted = |id: Option<Uuid>, count, sum| (id.map(Into::into).unwrap_or_default(), count, sum);
    let ratings = eventually("the others are linked too", async || {
        let ratings = reviews.ratings(1_000).await.ok()?;
        let of_products = ratings.iter().filter(|(id, ..)| !id.is_empty()).count();
        (of_products == 2).then_some(ratings)
    })
    .await;
    let ratings: Vec<(String, i64, i64)> = ratings
        .into_iter()
        .map(|(id, _, count, sum)| (id, count, sum))
        .collect();
    assert_eq!(
        ratings,
        [
            counted(Some(KARELA), 2, 90),
            counted(Some(AMLA), 1, 30),
            counted(None, 1, 20)
        ],
        "who knows what Karla is?"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_that_is_being_changed_finds_its_product_too() {
    let karela = Product {
        id: KARELA.to_string(),
        product_name: "Karela".to_owned(),
        ..Product::default()
    };
    let catalog = testkit::grpc(CatalogServiceServer::new(Catalog([karela].into()))).await;
    let database = testkit::database(&[&review::MIGRATIONS]).await;
    sqlx::query(
        "INSERT INTO reviews (id, account_id, name, product_name, review, rating_tenths)
         VALUES (gen_random_uuid(), gen_random_uuid(), 'Asha', 'Karela', 'Bitter.', 50)",
    )
    .execute(database.pool())
    .await
    .expect("the review is kept");
    let mut changing = database::begin(database.pool())
        .await
        .expect("the database is there");
    sqlx::query("SELECT id FROM reviews FOR UPDATE")
        .execute(&mut *changing)
        .await
        .expect("the review is there");
    let settings = review::Settings {
        catalog_url: catalog.target(),
        ..Reviews::settings(database.settings())
    };
    let reviews = Reviews::open_with(database, settings).await;
    eventually("the review is waited for", async || {
        let waiting = "SELECT count(*) FROM pg_stat_activity
                       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%SET product_id%'";
        let waiting: i64 = sqlx::query_scalar(waiting)
            .fetch_one(reviews.database.pool())
            .await
            .ok()?;
        (waiting > 0).then_some(())
    })
    .await;
    changing.commit().await.expect("the database is there");
    eventually("the review is linked", async || {
        let found = reviews.list_of(&KARELA.to_string(), "", 200).await.ok()?;
        (found.len() == 1).then_some(())
    })
    .await;
}
