//! Export and import of stock files, through the office, the inventory, and the catalog's pack names.

use std::time::Duration;

use reqwest::Method;
use serde_json::Value;

use crate::{
    office::{Colleague, owned_shop},
    shop::{OpenShop, answer},
};

const IMPORT: &str = "01936f00-0000-7000-8000-0000000000f1";

/// Imports a file. Returns its result.
async fn import(shop: &OpenShop, owner: &Colleague<'_>, file: &str) -> Value {
    let path = format!("imports/stock/{IMPORT}");
    let request = shop.office(Method::POST, &path).header("cookie", &owner.cookie);
    let request = request.header("content-type", "text/csv").body(file.to_owned());
    let (status, started) = answer(request).await;
    assert_eq!(status, 202, "{started}");
    testkit::eventually("the file is through", async || {
        let (status, import) = owner.get(&path).await;
        assert_eq!(status, 200, "{import}");
        Some(import["data"].clone()).filter(|import| import["state"] != "running")
    })
    .await
}

async fn shelves(shop: &OpenShop, owner: &Colleague<'_>) -> String {
    let request = shop
        .office(Method::GET, "stock/export.csv")
        .header("cookie", &owner.cookie);
    let file = request
        .timeout(Duration::from_mins(1))
        .send()
        .await
        .expect("the office answers");
    assert_eq!(file.status(), 200);
    String::from_utf8(file.bytes().await.expect("the file is whole").to_vec()).expect("it is UTF-8")
}

/// The numbers of packs of a batch in a file.
fn packs_of(file: &str, batch: &str) -> Vec<i64> {
    let rows = file.lines().map(|row| row.split(',').collect::<Vec<_>>());
    let rows = rows.filter(|cells| cells[1] == batch);
    rows.map(|cells| cells[6].parse().expect("a number")).collect()
}

#[tokio::test]
async fn an_exported_stock_file_can_be_imported_again() {
    let shop = OpenShop::start().await;
    let owner = owned_shop(&shop).await;
    let before = shelves(&shop, &owner).await;
    let mut lines = before.lines();
    let (head, first) = (
        lines.next().expect("it has columns"),
        lines.next().expect("it has rows"),
    );
    let cells: Vec<_> = first.split(',').collect();
    let (sku, batch) = (cells[0], cells[1]);
    assert!(sku.starts_with('P'), "the catalog names it: {first}");

    let through = import(&shop, &owner, &format!("{head}\r\n{first}\r\n")).await;
    assert_eq!(through["state"], "applied", "{through}");
    let after = shelves(&shop, &owner).await;
    let first_count: i64 = packs_of(&before, batch).iter().sum();
    let count: i64 = packs_of(&after, batch).iter().sum();
    let more: i64 = cells[6].parse().expect("a number");
    assert_eq!(count, first_count + more, "{batch}");
}
