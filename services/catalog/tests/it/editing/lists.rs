//! The product list for staff.

use proto::catalog::v1::{ListEditedProductsRequest, ListEditedProductsResponse, ProductState};
use tonic::{Code, Status};

use super::{Desk, GILOY, fields, giloy};
use crate::execute;

async fn list(desk: &Desk, request: ListEditedProductsRequest) -> Result<ListEditedProductsResponse, Status> {
    let request = desk.asked(request);
    let listed = desk.editing().list_edited_products(request).await;
    listed.map(tonic::Response::into_inner)
}

fn names(page: ListEditedProductsResponse) -> Vec<String> {
    let products = page.products.into_iter().filter_map(|edited| edited.product);
    products.map(|product| product.product_name).collect()
}

#[tokio::test]
async fn products_are_found_by_state_and_by_a_part_of_a_name() {
    let mut desk = Desk::open().await;
    let on_sale = desk.shelf.products().await.len();
    desk.create(GILOY, giloy()).await.expect("it breaks no rule");
    desk.move_to("Karela Powder", ProductState::Archived).await;
    let found = async |state: ProductState, query: &str| {
        let request = ListEditedProductsRequest {
            state: state.into(),
            query: query.to_owned(),
            ..ListEditedProductsRequest::default()
        };
        names(list(&desk, request).await.expect("it can be asked"))
    };
    assert_eq!(found(ProductState::Unspecified, "").await.len(), on_sale + 1);
    assert_eq!(found(ProductState::Draft, "").await, ["Giloy Powder"]);
    assert_eq!(found(ProductState::Archived, "").await, ["Karela Powder"]);
    assert_eq!(found(ProductState::Published, "").await.len(), on_sale - 1);
    assert_eq!(found(ProductState::Unspecified, "GILOY").await, ["Giloy Powder"]);
    assert_eq!(found(ProductState::Unspecified, "गिलोय").await, ["Giloy Powder"]);
    assert_eq!(found(ProductState::Unspecified, "guduc").await, ["Giloy Powder"]);
    assert_eq!(found(ProductState::Published, "giloy").await, [""; 0]);
    for nothing in ["%", "_", "\", \""] {
        assert_eq!(
            found(ProductState::Unspecified, nothing).await,
            [""; 0],
            "{nothing}"
        );
    }
}

#[tokio::test]
async fn pages_follow_each_other_and_each_has_room() {
    let desk = Desk::open().await;
    let rows = (1..=70).map(|number| format!(",Product {number},pouch,100\n"));
    let rows = rows.collect::<Vec<_>>().concat();
    desk.import(&format!("product_id,product_name,type,price\n{rows}"))
        .await;
    // More than fits into one response.
    execute(
        &desk.database,
        "UPDATE products SET position = product_number / 3, description = repeat('x', 59000) WHERE state = 'draft'",
    )
    .await;
    let (mut seen, mut pages, mut page_token) = (Vec::new(), 0, String::new());
    loop {
        let request = ListEditedProductsRequest {
            state: ProductState::Draft.into(),
            page_size: 100,
            page_token,
            ..ListEditedProductsRequest::default()
        };
        let mut page = list(&desk, request).await.expect("a page is never too large");
        page_token = std::mem::take(&mut page.next_page_token);
        seen.extend(names(page));
        pages += 1;
        if page_token.is_empty() {
            break;
        }
    }
    let expected: Vec<String> =
        sqlx::query_scalar("SELECT product_name FROM products WHERE state = 'draft' ORDER BY position, id")
            .fetch_all(desk.database.pool())
            .await
            .expect("the products can be read");
    assert_eq!(seen, expected);
    assert_eq!(pages, 2);
}

#[tokio::test]
async fn an_invalid_list_request_is_refused_by_field() {
    let desk = Desk::open().await;
    let request = ListEditedProductsRequest {
        state: 9,
        query: "x".repeat(101),
        page_size: 101,
        page_token: "x".to_owned(),
    };
    let refused = list(&desk, request).await.expect_err("there is no such page");
    assert_eq!(refused.code(), Code::InvalidArgument);
    assert_eq!(fields(&refused), ["state", "query", "page_size", "page_token"]);
}
