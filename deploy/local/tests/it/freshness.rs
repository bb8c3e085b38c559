//! Changes of a product appear in the shop, also changes by SQL.

use reqwest::Method;
use serde_json::Value;
use sqlx::{Connection as _, Executor as _, PgConnection};

use crate::shop::OpenShop;

async fn catalog(shop: &OpenShop) -> PgConnection {
    let url = shop.shop.database_url("catalog");
    PgConnection::connect(url).await.expect("the role may connect")
}

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
    let mut database = catalog(&shop).await;
    let id = shop.products().await[0]["_id"]
        .as_str()
        .expect("it is text")
        .to_owned();

    database
        .execute("UPDATE products SET product_name = 'Kakora Powder' WHERE product_name = 'Karela Powder'")
        .await
        .expect("an operator may");
    shows(&shop, "products/cards", "Kakora Powder").await;
    for path in ["products/".to_owned(), format!("products/{id}")] {
        shows(&shop, &path, "Kakora Powder").await;
    }
    shows(&shop, "products/cards?search=kakoora", "Kakora Powder").await;

    shop.parts().stop_nats().expect("it is ours");
    database
        .execute("UPDATE products SET product_name = 'Kantola Powder' WHERE product_name = 'Kakora Powder'")
        .await
        .expect("an operator may during an outage");
    shows(&shop, "products/cards", "Kantola Powder").await;
    shop.parts().start_nats().expect("it is ours");
    database
        .execute("UPDATE products SET state = 'archived' WHERE product_name = 'Kantola Powder'")
        .await
        .expect("an operator may");
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
