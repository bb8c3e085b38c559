//! The search words of products that an import and an edit share.

use proto::csv::v1::CsvImportState;
use sqlx::{Connection as _, PgConnection};
use testkit::eventually;
use uuid::Uuid;

use crate::editing::{Desk, GILOY, giloy};

#[tokio::test]
async fn an_edit_does_not_wait_for_the_words_of_an_import() {
    let desk = Desk::open().await;
    // A row of the second thousand waits for a name that another transaction may take.
    let connection = PgConnection::connect(desk.database.url()).await;
    let mut other = connection.expect("the database answers");
    let taking =
        "BEGIN; UPDATE products SET product_name = 'Powder Karela' WHERE product_name = 'Karela Powder'";
    sqlx::raw_sql(taking)
        .execute(&mut other)
        .await
        .expect("the name is free");
    let rows = (1..=1_000).map(|number| format!(",Herb {number},pouch,199\n"));
    let rows = rows.collect::<Vec<_>>().concat();
    let file = format!(
        "product_id,product_name,type,price\n,Giloy Root,pouch,199\n{rows},Powder Karela,pouch,199\n"
    );
    let import = Uuid::now_v7();
    desk.start_import(import, false, &file)
        .await
        .expect("the file is taken");
    eventually("the import waits for the name", async || {
        let waiting = "SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'";
        let waiting: i64 = sqlx::query_scalar(waiting)
            .fetch_one(desk.database.pool())
            .await
            .expect("the database answers");
        (waiting > 0).then_some(())
    })
    .await;
    // The word "giloy" is in the import's first thousand rows.
    desk.create(GILOY, giloy()).await.expect("it waits for no import");
    sqlx::raw_sql("ROLLBACK")
        .execute(&mut other)
        .await
        .expect("the name is free again");
    let imported = desk.import_as(import, false, &file).await;
    assert_eq!(imported.state(), CsvImportState::Applied, "{imported:?}");
}
