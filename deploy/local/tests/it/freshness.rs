//! Changes of a product in the office appear in the shop.

use proto::catalog::v1::{ProductContent, ProductState, SetProductStateRequest};
use reqwest::Method;
use serde_json::Value;

use crate::{
    office::{edit_product, owned_shop},
    shop::OpenShop,
};

/// Waits until the response at `path` contains the words.
async fn shows(shop: &OpenShop, path: &str, words: &str) {
    testkit::eventually(words, async || {
        let answer = shop.request(Method::GET, path).send().await.ok()?;
        answer.text().await.ok()?.contains(words).then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_product_shows_and_after_an_outage_of_nats_too() {
    let mut shop = OpenShop::start().await;
    let cookie = owned_shop(&shop).await.cookie;
    let id = shop.products().await[0]["_id"]
        .as_str()
        .expect("it is text")
        .to_owned();

    let called =
        |name: &'static str| move |content: &mut ProductContent| name.clone_into(&mut content.product_name);
    edit_product(&shop, &cookie, &id, called("Kakora Powder")).await;
    shows(&shop, "products/cards", "Kakora Powder").await;
    for path in ["products/".to_owned(), format!("products/{id}")] {
        shows(&shop, &path, "Kakora Powder").await;
    }
    shows(&shop, "products/cards?search=kakoora", "Kakora Powder").await;

    shop.parts().stop_nats().expect("it is ours");
    edit_product(&shop, &cookie, &id, called("Kantola Powder")).await;
    shows(&shop, "products/cards", "Kantola Powder").await;
    shop.parts().start_nats().expect("it is ours");
    let archiving = SetProductStateRequest {
        product_id: id.clone(),
        version: 3,
        state: ProductState::Archived.into(),
        without_stock: false,
    };
    shop.call(&cookie, &archiving).await;
    testkit::eventually("it is not sold any more", async || {
        let answer = shop
            .request(Method::GET, &format!("products/{id}"))
            .send()
            .await
            .ok()?;
        let status = answer.status();
        let body: Value = answer.json().await.ok()?;
        (status == 404 && body["success"] == false).then_some(())
    })
    .await;
    shop.close().await;
}
