//! What packs are called, for services that keep them by product and weight.

use proto::catalog::v1::{
    FindPacksRequest, NamePacksRequest, NamedPack, PackKey, pack_service_client::PackServiceClient,
};
use tonic::{Code, transport::Channel};

use crate::{database, open};

#[tokio::test]
async fn a_pack_is_found_by_its_name_and_named_by_what_it_is_also_as_a_draft() {
    let database = database().await;
    let mut shelf = open(database.url()).await;
    let products = shelf.products().await;
    let (sold, draft) = (&products[0], &products[1]);
    let hiding = sqlx::query("UPDATE products SET state = 'draft' WHERE id = $1::uuid").bind(&draft.id);
    let hidden = hiding
        .execute(database.pool())
        .await
        .expect("an operator may do this");
    assert_eq!(hidden.rows_affected(), 1);
    let mut packs = PackServiceClient::new(Channel::builder(shelf.served.url()).connect_lazy());

    let skus = [sold, draft].map(|product| product.variants[0].sku.clone());
    let skus = [skus.to_vec(), vec!["P9999-1".to_owned()]].concat();
    let found = packs.find_packs(FindPacksRequest { skus: skus.clone() }).await;
    let mut found = found.expect("it is answered").into_inner().packs;
    found.sort_by(|one, other| one.sku.cmp(&other.sku));
    let mut expected = [sold, draft].map(|product| NamedPack {
        sku: product.variants[0].sku.clone(),
        product_id: product.id.clone(),
        weight_in_grams: product.variants[0].weight_in_grams,
        product_name: product.product_name.clone(),
    });
    expected.sort_by(|one, other| one.sku.cmp(&other.sku));
    assert_eq!(found, expected);

    let keys = found.iter().map(|pack| PackKey {
        product_id: pack.product_id.clone(),
        weight_in_grams: pack.weight_in_grams,
    });
    let none = PackKey {
        product_id: sold.id.clone(),
        weight_in_grams: 7,
    };
    let request = NamePacksRequest {
        packs: keys.chain([none]).collect(),
    };
    let named = packs.name_packs(request).await.expect("it is answered");
    let mut named = named.into_inner().packs;
    named.sort_by(|one, other| one.sku.cmp(&other.sku));
    assert_eq!(named, expected);

    let many = FindPacksRequest {
        skus: vec![skus[0].clone(); 1_001],
    };
    let refused = packs.find_packs(many).await.expect_err("it is too much");
    assert_eq!(refused.code(), Code::InvalidArgument);
}
