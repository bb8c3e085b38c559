//! Tests of products and prices through the service's gRPC API, with real PostgreSQL.

#![cfg(test)] // So that the lints for tests also apply to shared code.

mod classification;
mod editing;
mod importing;
mod lists;
mod orphaned_photos;
mod pack_names;
mod packs;
mod photo_files;
mod photos;
mod search;
mod shop;

use proto::catalog::v1::{
    GetProductRequest, ListProductsRequest, Product, ProductState, ProductType, Quote, QuoteLine,
    QuotePricesRequest, catalog_service_client::CatalogServiceClient,
};
use testkit::{FaultProxy, Served, TestDatabase};
use tonic::{Code, transport::Channel};

use crate::editing::Desk;

struct Shelf {
    catalog: CatalogServiceClient<Channel>,
    served: Served,
}

async fn open(database_url: &str) -> Shelf {
    let served = serve(database_url, catalog::PhotoSettings::default()).await;
    let mut catalog = CatalogServiceClient::new(Channel::builder(served.url()).connect_lazy());
    testkit::eventually("the catalog answers", async || {
        catalog.list_products(ListProductsRequest::default()).await.ok()
    })
    .await;
    Shelf { catalog, served }
}

/// Serves a catalog that may still be starting.
async fn serve(database_url: &str, photos: catalog::PhotoSettings) -> Served {
    let settings = catalog::Settings {
        database: database::Settings::new(database_url),
        events: outbox::Settings::new(testkit::nats_url()),
        photos,
    };
    testkit::serve(|frame| catalog::service(settings, frame)).await
}

async fn database() -> TestDatabase {
    testkit::database(&[]).await
}

impl Shelf {
    async fn products(&mut self) -> Vec<Product> {
        let answer = self.catalog.list_products(ListProductsRequest::default()).await;
        answer.expect("the catalog answers").into_inner().products
    }

    async fn product(&mut self, name: &str) -> Product {
        self.products()
            .await
            .into_iter()
            .find(|product| product.product_name == name)
            .expect("it is on sale")
    }

    async fn quote(&mut self, product_id: &str, weight_in_grams: i32) -> (String, Option<i64>) {
        let quote = self.whole_quote(product_id, weight_in_grams).await;
        assert_eq!(quote.sku.is_empty(), quote.price_paise.is_none());
        (quote.product_name, quote.price_paise)
    }

    async fn whole_quote(&mut self, product_id: &str, weight_in_grams: i32) -> Quote {
        let line = QuoteLine {
            product_id: product_id.to_owned(),
            weight_in_grams,
        };
        let answer = self
            .catalog
            .quote_prices(QuotePricesRequest { lines: vec![line] })
            .await;
        let quote = answer.expect("the catalog answers").into_inner().quotes.remove(0);
        assert_eq!(
            (quote.product_id.as_str(), quote.weight_in_grams),
            (product_id, weight_in_grams)
        );
        quote
    }
}

async fn execute(database: &TestDatabase, sql: &'static str) -> u64 {
    let done = sqlx::query(sql).execute(database.pool()).await;
    done.expect("it can be written").rows_affected()
}

#[tokio::test]
async fn the_shop_sells_boxes_and_pouches_at_exact_prices() {
    let database = database().await;
    let mut shelf = open(database.url()).await;
    assert!(shelf.products().await.len() >= 12);

    let packs = |product: &Product| -> Vec<_> {
        product
            .variants
            .iter()
            .map(|variant| (variant.weight_in_grams, variant.price_paise))
            .collect()
    };
    let karela = shelf.product("Karela Powder").await;
    assert_eq!(
        (karela.r#type(), karela.actual_price_paise),
        (ProductType::Pouch, 24_900)
    );
    assert_eq!(packs(&karela), [(100, 24_900), (200, 32_400)]);
    let ashwagandha = shelf.product("Ashwagandha Powder").await;
    assert_eq!(ashwagandha.r#type(), ProductType::Box);
    assert_eq!(packs(&ashwagandha), [(75, 34_900), (100, 64_300), (250, 89_700)]);
}

#[tokio::test]
async fn a_product_is_got_by_its_id_and_by_nothing_else() {
    let database = database().await;
    let mut shelf = open(database.url()).await;
    let karela = shelf.product("Karela Powder").await;
    let request = GetProductRequest {
        product_id: karela.id.clone(),
    };
    let got = shelf
        .catalog
        .get_product(request)
        .await
        .expect("it is on sale")
        .into_inner()
        .product;
    assert_eq!(got, Some(karela));
    for product_id in ["", "karela", "0190b6a0-0000-7000-9000-000000000000"] {
        let request = GetProductRequest {
            product_id: product_id.to_owned(),
        };
        let missing = shelf
            .catalog
            .get_product(request)
            .await
            .expect_err("no product has this id");
        assert_eq!(missing.code(), Code::NotFound, "{product_id:?}");
    }
}

#[tokio::test]
async fn a_quote_tells_the_price_or_that_there_is_none() {
    let database = database().await;
    let mut shelf = open(database.url()).await;
    let karela = shelf.product("Karela Powder").await.id;
    assert_eq!(
        shelf.quote(&karela, 200).await,
        ("Karela Powder".to_owned(), Some(32_400))
    );
    assert_eq!(shelf.quote(&karela, 75).await, ("Karela Powder".to_owned(), None));
    assert_eq!(
        shelf.quote("0190b6a0-0000-7000-9000-000000000000", 100).await,
        (String::new(), None)
    );
    assert_eq!(shelf.quote("karela", 100).await, (String::new(), None));

    let line = QuoteLine {
        product_id: karela,
        weight_in_grams: 100,
    };
    let request = QuotePricesRequest {
        lines: vec![line; 51],
    };
    let refused = shelf
        .catalog
        .quote_prices(request)
        .await
        .expect_err("an order has at most 50 lines");
    assert_eq!(refused.code(), Code::InvalidArgument);
}

#[tokio::test]
async fn changes_of_the_samples_outlive_a_restart() {
    let mut desk = Desk::open().await;
    let count = desk.shelf.products().await.len();
    desk.edit("Karela Powder", |content| content.actual_price_paise = 25_900)
        .await;
    desk.move_to("Moringa Powder", ProductState::Archived).await;
    desk.shelf.served.stop();
    let mut shelf = open(desk.database.url()).await;
    assert_eq!(shelf.product("Karela Powder").await.actual_price_paise, 25_900);
    let names: Vec<_> = shelf
        .products()
        .await
        .into_iter()
        .map(|product| product.product_name)
        .collect();
    assert_eq!(names.len(), count - 1);
    assert!(!names.contains(&"Moringa Powder".to_owned()));
}

#[tokio::test]
async fn ten_thousand_products_are_read_page_by_page_each_once_and_in_order() {
    let mut desk = Desk::open().await;
    let columns = "position = product_number / 3, description = repeat('x', 1000)";
    desk.add_ten_thousand(|number| format!("Product {number},"), columns)
        .await;
    let mut names = Vec::new();
    let mut page_token = String::new();
    loop {
        let request = ListProductsRequest {
            page_size: 1_000,
            page_token,
        };
        let page = desk.shelf.catalog.list_products(request).await;
        let page = page.expect("a page is never too large").into_inner();
        assert!(page.products.len() <= 500, "the catalog bounds a page");
        names.extend(page.products.into_iter().map(|product| product.product_name));
        if page.next_page_token.is_empty() {
            break;
        }
        page_token = page.next_page_token;
    }
    let expected: Vec<String> = sqlx::query_scalar("SELECT product_name FROM products ORDER BY position, id")
        .fetch_all(desk.database.pool())
        .await
        .expect("the products can be read");
    assert_eq!(names, expected);

    // A caller without page tokens gets what fits into one response.
    let first = desk.shelf.products().await;
    assert!((1_000..10_000).contains(&first.len()), "{}", first.len());
}

#[tokio::test]
async fn a_page_that_cannot_be_is_refused() {
    let database = database().await;
    let mut shelf = open(database.url()).await;
    for (page_size, page_token, field) in [(-1, "", "page_size"), (1, "x", "page_token")] {
        let request = ListProductsRequest {
            page_size,
            page_token: page_token.to_owned(),
        };
        let refused = shelf.catalog.list_products(request).await;
        let refused = refused.expect_err("there is no such page");
        assert_eq!(refused.code(), Code::InvalidArgument);
        assert_eq!(runtime::status::details(&refused).violations[0].field, field);
    }
}

#[tokio::test]
async fn a_product_too_large_for_a_list_is_not_let_in() {
    let database = database().await;
    let _shelf = open(database.url()).await;
    let grown = sqlx::query(
        "UPDATE products SET description = repeat('x', 70000) WHERE product_name = 'Karela Powder'",
    )
    .execute(database.pool())
    .await;
    let error = grown.expect_err("it is too large");
    assert_eq!(database::violated_constraint(&error), Some("products_size"));
}

#[tokio::test]
async fn without_its_database_the_catalog_is_unavailable_and_comes_back_with_it() {
    let database = database().await;
    let (proxy, url) = FaultProxy::in_front_of(database.url()).await;
    let mut shelf = open(&url).await;
    proxy.cut();
    let failed = shelf
        .catalog
        .list_products(ListProductsRequest::default())
        .await
        .expect_err("the database is away");
    assert_eq!(failed.code(), Code::Unavailable, "{failed}");
    assert!(runtime::status::details(&failed).retry_after.is_some());
    proxy.restore();
    testkit::eventually("the catalog is back", async || {
        shelf
            .catalog
            .list_products(ListProductsRequest::default())
            .await
            .ok()
    })
    .await;
}
