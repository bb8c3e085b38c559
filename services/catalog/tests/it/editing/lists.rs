//! The product list for staff.

use proto::catalog::v1::{ListEditedProductsRequest, ListEditedProductsResponse, ProductState};
use tonic::{Code, Status};

use super::{Desk, GILOY, fields, giloy};
use crate::execute;

async fn list(desk: &Desk, request: ListEditedProductsRequest) -> Result<ListEditedProductsResponse, Status> {
    let request = desk.asked("ListEditedProducts", request);
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
    execute(
        &desk.database,
        "UPDATE products SET state = 'archived' WHERE product_name = 'Karela Powder'",
    )
    .await;
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
    // More products than fit into one response.
    let adding = sqlx::query(
        "INSERT INTO products (id, position, product_name, hindi_name, tagline, product_type, base_price_rupees,
           discount_percent, photos, description, ingredients, benefits, other_names, concerns, how_to_use, cautions,
           storage, state)
         SELECT gen_random_uuid(), 100 + n / 3, 'Product ' || n, '', '', 'pouch', 100, 0, '[]', repeat('x', 59000), '[]',
           '[]', '[]', '[]', '', '', '', 'draft' FROM generate_series(1, 70) AS n",
    );
    adding
        .execute(desk.database.pool())
        .await
        .expect("an operator may");
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
