//! An import of as many products as the shop may ever have.

use proto::csv::v1::CsvImportState;

use super::{exported, places};
use crate::editing::Desk;

#[tokio::test]
async fn ten_thousand_products_are_added_and_changed_by_a_file() {
    let desk = Desk::open().await;
    let count = desk.all().await.len();
    let rows = (1..=10_000).map(|number| format!(",Herb {number},pouch,{}\n", number % 900 + 1));
    let rows = rows.collect::<Vec<_>>().concat();
    let head = "product_id,product_name,type,price\n";
    let added = desk.import(&format!("{head}{rows}")).await;
    assert_eq!(
        (added.state(), added.rows_done),
        (CsvImportState::Applied, 10_000),
        "{added:?}"
    );
    let all = desk.all().await;
    assert_eq!(all.len(), count + 10_000);
    let file = exported(&all[count..]).replace(",\"pouch\",", ",\"box\",");
    let changed = desk.import(&file).await;
    assert_eq!(changed.state(), CsvImportState::Applied, "{changed:?}");
    let boxes: i64 =
        sqlx::query_scalar("SELECT count(*) FROM products WHERE product_type = 'box' AND version = 2")
            .fetch_one(desk.database.pool())
            .await
            .expect("the products can be read");
    assert_eq!(boxes, 10_000);

    // Duplicate names and duplicate products are found across batches.
    let twice = format!("{head}{}", rows.replace("Herb ", "Root ")) + ",Root 1,pouch,1\n";
    let refused = desk.check(&twice).await;
    assert_eq!(refused.state(), CsvImportState::Refused);
    assert_eq!(places(&refused), [(10_002, "product_name")]);
    let again = exported(&all[count..=count]);
    let again = again.lines().nth(1).expect("it has a row");
    let twice = format!("{}{again}\r\n", file.replace("\"box\"", "\"pouch\""));
    let refused = desk.check(&twice).await;
    assert_eq!(places(&refused), [(10_002, "product_id")], "{refused:?}");
}
