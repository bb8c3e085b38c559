//! Drafts, published and archived products.

use std::time::Duration;

use futures_util::StreamExt as _;
use prost::Message as _;
use proto::{
    catalog::v1::{GetProductRequest, ProductState, SearchProductsRequest},
    event::v1::CatalogChanged,
};
use tonic::Code;

use super::{Desk, GILOY, fields, giloy, reason};

/// The shopper's view: if the product is listed, found by name and by id; and its quote.
async fn seen(desk: &mut Desk) -> ([bool; 3], (String, Option<i64>)) {
    let is_listed = desk
        .shelf
        .products()
        .await
        .iter()
        .any(|product| product.id == GILOY);
    let words = SearchProductsRequest {
        words: "giloy powder".to_owned(),
        ..SearchProductsRequest::default()
    };
    let found = desk.shelf.catalog.search_products(words).await;
    let found = found.expect("it can be looked for").into_inner().product_ids;
    let one = GetProductRequest {
        product_id: GILOY.to_owned(),
    };
    let got = desk.shelf.catalog.get_product(one).await;
    let is_seen = [is_listed, found.iter().any(|id| id == GILOY), got.is_ok()];
    (is_seen, desk.shelf.quote(GILOY, 100).await)
}

#[tokio::test]
async fn a_draft_is_seen_by_staff_only_and_an_archived_product_is_not_sold() {
    let mut desk = Desk::open().await;
    let draft = desk.create(GILOY, giloy()).await.expect("it breaks no rule");
    assert_eq!(
        (draft.state(), draft.tax_class.as_str()),
        (ProductState::Draft, "gst_5")
    );
    let product = draft.product.expect("it is there");
    let prices: Vec<_> = product.variants.iter().map(|pack| pack.price_paise).collect();
    assert_eq!((product.version, prices), (1, vec![19_900, 25_900]));
    assert_eq!(seen(&mut desk).await, ([false; 3], (String::new(), None)));

    let published = desk
        .set_state(1, ProductState::Published)
        .await
        .expect("it is whole");
    assert_eq!(published.product.map(|product| product.version), Some(2));
    let name = "Giloy Powder".to_owned();
    assert_eq!(seen(&mut desk).await, ([true; 3], (name.clone(), Some(19_900))));
    let last = desk.shelf.products().await.pop().expect("it is listed");
    assert_eq!(last.id, GILOY, "behind all others");

    // A repeated change changes nothing, from any version.
    let again = desk
        .set_state(1, ProductState::Published)
        .await
        .expect("it is published");
    assert_eq!(again.product.map(|product| product.version), Some(2));

    desk.set_state(2, ProductState::Archived)
        .await
        .expect("anything may");
    assert_eq!(seen(&mut desk).await, ([false; 3], (name, None)));
    desk.set_state(3, ProductState::Draft)
        .await
        .expect("anything may");
    assert_eq!(seen(&mut desk).await, ([false; 3], (String::new(), None)));
}

#[tokio::test]
async fn the_world_is_told_of_each_change() {
    let settings = outbox::Settings::new(testkit::nats_url());
    let client = outbox::connect(&settings).await.expect("it is an address");
    let subscribed = client.subscribe("shop.catalog.changed.v1").await;
    let mut messages = subscribed.expect("every client may");
    client.flush().await.expect("NATS answers");
    let desk = Desk::open().await;
    // Other tests publish events with the usual id, too.
    let id = uuid::Uuid::now_v7().to_string();
    desk.create(&id, giloy()).await.expect("it breaks no rule");
    let request = proto::catalog::v1::SetProductStateRequest {
        product_id: id.clone(),
        version: 1,
        state: ProductState::Published.into(),
        without_stock: true,
    };
    for _ in 0..2 {
        let request = desk.asked(request.clone());
        let published = desk.editing().set_product_state(request).await;
        published.expect("it is whole");
    }
    desk.edit("Giloy Powder", |content| content.actual_price_paise = 20_500)
        .await;
    // The second call changed nothing, so there is no event of it.
    let mut told = Vec::new();
    while told.last() != Some(&3) {
        let message = tokio::time::timeout(Duration::from_secs(30), messages.next()).await;
        let message = message.expect("it is told in time").expect("NATS is there");
        let event = CatalogChanged::decode(message.payload).expect("it is of this schema");
        if event.product_id == id {
            let headers = message.headers.expect("the relay writes some");
            let aggregate_id = headers.get("Aggregate-Id");
            assert_eq!(aggregate_id.map(async_nats::HeaderValue::as_str), Some(&*id));
            told.push(event.version);
        }
    }
    assert_eq!(told, [1, 2, 3]);
}

#[tokio::test]
async fn required_facts_are_there_before_a_product_is_sold_and_stay() {
    let desk = Desk::open().await;
    let mut bare = giloy();
    bare.hindi_name = String::new();
    bare.tagline = " ".to_owned();
    bare.photos = Vec::new();
    bare.description = String::new();
    bare.ingredients = Vec::new();
    bare.how_to_use = String::new();
    bare.cautions = String::new();
    bare.storage = String::new();
    // The optional fields.
    bare.benefits = Vec::new();
    bare.other_names = Vec::new();
    bare.concerns = Vec::new();
    bare.tax_class = String::new();
    desk.create(GILOY, bare.clone())
        .await
        .expect("a draft may be bare");
    let refused = desk.set_state(1, ProductState::Published).await;
    let refused = refused.expect_err("it is not whole");
    assert_eq!(
        (refused.code(), reason(&refused).as_str()),
        (Code::FailedPrecondition, "INCOMPLETE")
    );
    let missing = [
        "hindi_name",
        "tagline",
        "photos",
        "description",
        "ingredients",
        "how_to_use",
        "cautions",
        "storage",
    ];
    assert_eq!(fields(&refused), missing);
    assert_eq!(desk.get(GILOY).await.state(), ProductState::Draft);

    desk.update(1, giloy()).await.expect("it breaks no rule");
    desk.set_state(2, ProductState::Published)
        .await
        .expect("it is whole");
    bare = giloy();
    bare.cautions = String::new();
    let refused = desk.update(3, bare).await.expect_err("it is on sale");
    assert_eq!(reason(&refused), "INCOMPLETE");
    assert_eq!(fields(&refused), ["cautions"]);
}

#[tokio::test]
async fn no_state_is_no_state() {
    let desk = Desk::open().await;
    desk.create(GILOY, giloy()).await.expect("it breaks no rule");
    let refused = desk.set_state(1, ProductState::Unspecified).await;
    let refused = refused.expect_err("the state is missing");
    assert_eq!(
        (refused.code(), fields(&refused)),
        (Code::InvalidArgument, vec!["state".to_owned()])
    );
}
