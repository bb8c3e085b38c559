//! Pack names, for services that identify packs by product and weight.

use proto::catalog::v1::{
    FindPacksRequest, ListPacksRequest, NamePacksRequest, NamedPack, PackKey, ProductState,
    pack_service_client::PackServiceClient,
};
use tonic::{Code, transport::Channel};

use crate::editing::Desk;

#[tokio::test]
async fn a_pack_is_found_by_its_name_and_named_by_what_it_is_also_as_a_draft() {
    let mut desk = Desk::open().await;
    let products = desk.shelf.products().await;
    let (sold, draft) = (&products[0], &products[1]);
    desk.move_to(&draft.product_name, ProductState::Draft).await;
    let mut packs = PackServiceClient::new(Channel::builder(desk.shelf.served.url()).connect_lazy());

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

#[tokio::test]
async fn every_pack_is_listed_in_any_state_and_none_while_nothing_changed() {
    let mut desk = Desk::open().await;
    let products = desk.shelf.products().await;
    let packs = PackServiceClient::new(Channel::builder(desk.shelf.served.url()).connect_lazy());
    let list = async |known_version: &str, page_token: &str| {
        let request = ListPacksRequest {
            known_version: known_version.to_owned(),
            page_token: page_token.to_owned(),
        };
        packs.clone().list_packs(request).await
    };
    let all = list("", "").await.expect("it is answered").into_inner();
    let count: usize = products.iter().map(|product| product.variants.len()).sum();
    assert_eq!((all.packs.len(), all.next_page_token.as_str()), (count, ""));
    let (product, pack) = (&products[0], &products[0].variants[0]);
    let listed = all.packs.iter().find(|listed| listed.sku == pack.sku);
    let listed = listed.expect("it is listed");
    assert_eq!(
        (
            listed.product_id.as_str(),
            listed.product_name.as_str(),
            listed.price_paise
        ),
        (
            product.id.as_str(),
            product.product_name.as_str(),
            pack.price_paise
        )
    );
    let behind = list("", &all.packs[count - 2].sku).await.expect("it is answered");
    assert_eq!(behind.into_inner().packs, all.packs[count - 1..]);

    let again = list(&all.version, "").await.expect("it is answered").into_inner();
    assert_eq!((again.packs, &again.version), (vec![], &all.version));
    desk.move_to("Karela Powder", ProductState::Archived).await;
    let changed = list(&all.version, "").await.expect("it is answered").into_inner();
    assert_ne!(changed.version, all.version);
    let archived = changed
        .packs
        .iter()
        .filter(|pack| pack.state() == ProductState::Archived);
    assert_eq!(archived.count(), 2);

    let refused = list("", &"P".repeat(41)).await.expect_err("it is no token");
    assert_eq!(refused.code(), Code::InvalidArgument);
}
