//! The tax classification of products, for the billing service.

use proto::catalog::v1::{
    ClassifiedProduct, ClassifyProductsRequest, ProductState,
    classification_service_client::ClassificationServiceClient,
};
use tonic::{Code, transport::Channel};

use crate::editing::Desk;

#[tokio::test]
async fn products_are_classified_also_when_they_are_not_sold_any_more() {
    let mut desk = Desk::open().await;
    let products = desk.shelf.products().await;
    let (usual, other) = (&products[0], &products[1]);
    desk.edit(&other.product_name, |content| {
        content.hsn_code = "30049011".to_owned();
        content.tax_class = "gst_12".to_owned();
    })
    .await;
    desk.move_to(&other.product_name, ProductState::Archived).await;
    let channel = Channel::builder(desk.shelf.served.url()).connect_lazy();
    let mut service = ClassificationServiceClient::new(channel);
    let unknown = "0190b6a0-0000-7000-a000-00000000ffff".to_owned();
    let product_ids = vec![usual.id.clone(), other.id.clone(), unknown, "x".to_owned()];
    let answer = service
        .classify_products(ClassifyProductsRequest { product_ids })
        .await;
    let mut told = answer.expect("it is answered").into_inner().products;
    told.sort_by_key(|product| product.hsn_code.clone());
    let product = |product_id: &str, hsn_code: &str, tax_class: &str| ClassifiedProduct {
        product_id: product_id.to_owned(),
        hsn_code: hsn_code.to_owned(),
        tax_class: tax_class.to_owned(),
    };
    assert_eq!(
        told,
        [
            product(&usual.id, "1211", "unclassified"),
            product(&other.id, "30049011", "gst_12")
        ]
    );
    let many = ClassifyProductsRequest {
        product_ids: vec![usual.id.clone(); 1_001],
    };
    let refused = service.classify_products(many).await.expect_err("it is too much");
    assert_eq!(refused.code(), Code::InvalidArgument);
}
