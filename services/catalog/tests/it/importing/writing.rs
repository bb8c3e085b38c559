//! Successful imports.

use proto::{
    catalog::v1::{EditedProduct, ListProductChangesRequest, ProductChange, ProductState},
    csv::v1::CsvImportState,
};
use tonic::Code;
use uuid::Uuid;

use super::{COLUMNS, exported, new};
use crate::{
    editing::{BINA, Desk, GILOY, giloy},
    execute,
};

impl Desk {
    async fn changes(&self, told: &EditedProduct) -> Vec<ProductChange> {
        let product_id = told.product.clone().expect("it comes along").id;
        let request = ListProductChangesRequest {
            product_id,
            ..ListProductChangesRequest::default()
        };
        let request = self.asked(request);
        let page = self.editing().list_product_changes(request).await;
        page.expect("the catalog answers").into_inner().changes
    }
}

fn version(told: &EditedProduct) -> i64 {
    told.product.as_ref().expect("it comes along").version
}

#[tokio::test]
async fn a_file_adds_drafts_and_changes_products_and_says_who_did() {
    let desk = Desk::open().await;
    desk.create(GILOY, giloy()).await.expect("it is kept");
    execute(&desk.database, "DELETE FROM outbox").await;
    let count = desk.all().await.len();
    let file = format!(
        "product_id,product_name,type,price,ingredients,storage\r\n\
         ,Bael Powder,box,149.00,\"Bael fruit\r\n Salt \r\n\",Keep it dry.\r\n\
         {GILOY},Giloy Powder,pouch,205,\"Dried stem (Tinospora cordifolia), 100%\",\r\n\
         ,\"'-5 Herbs\",pouch,99,,\r\n"
    );
    let import = desk.import(&file).await;
    assert_eq!(import.state(), CsvImportState::Applied, "{import:?}");
    assert_eq!(
        (import.rows_total, import.rows_done, import.rows_wrong),
        (3, 3, 0)
    );
    assert_eq!(import.started_by, BINA);

    let all = desk.all().await;
    assert_eq!(all.len(), count + 2);
    let names: Vec<_> = all[count..]
        .iter()
        .map(|told| {
            told.product
                .as_ref()
                .expect("it comes along")
                .product_name
                .as_str()
        })
        .collect();
    assert_eq!(
        names,
        ["Bael Powder", "-5 Herbs"],
        "new ones stand behind all others"
    );
    let bael = desk.named("Bael Powder").await;
    assert_eq!((bael.state(), version(&bael)), (ProductState::Draft, 1));
    let says = bael.product.as_ref().expect("it comes along");
    assert_eq!(says.ingredients, ["Bael fruit", "Salt"]);
    assert_eq!(says.variants.len(), 3, "its packs have prices");
    assert_eq!(desk.changes(&bael).await[0].changed_by, BINA);

    let changed = desk.get(GILOY).await;
    let says = changed.product.as_ref().expect("it comes along");
    assert_eq!((says.version, says.actual_price_paise), (2, 20_500));
    assert_eq!(says.storage, "", "an empty cell empties it");
    assert_eq!(
        says.cautions,
        giloy().cautions,
        "a column that is not there leaves it"
    );
    let last = &desk.changes(&changed).await[0];
    let fields: Vec<_> = last.fields.iter().map(|field| field.field.as_str()).collect();
    assert_eq!((last.version, fields), (2, vec!["actual_price_paise", "storage"]));
    let told: Vec<(i64, i64)> = sqlx::query_as(
        "SELECT aggregate_version, count(*) FROM outbox WHERE subject = 'shop.catalog.changed.v1' GROUP BY 1 ORDER BY 1",
    )
    .fetch_all(desk.database.pool())
    .await
    .expect("the outbox can be read");
    assert_eq!(told, [(1, 2), (2, 1)], "the world hears of each once");
}

#[tokio::test]
async fn importing_an_exported_file_changes_nothing() {
    let desk = Desk::open().await;
    desk.create(GILOY, giloy()).await.expect("it is kept");
    let before = desk.all().await;
    let file = exported(&before);
    let import = desk.import(&file).await;
    assert_eq!(import.state(), CsvImportState::Applied, "{import:?}");
    assert_eq!(
        import.rows_total,
        i32::try_from(before.len()).expect("they are few")
    );
    assert_eq!(desk.all().await, before);

    let dearer = file.replacen("\"199.00\"", "\"219.00\"", 1);
    assert_ne!(dearer, file);
    assert_eq!(desk.import(&dearer).await.state(), CsvImportState::Applied);
    let after = desk.all().await;
    let changed = before.iter().zip(&after).filter(|(old, new)| old != new);
    assert_eq!(changed.count(), 1, "and one cell changes one product");
}

#[tokio::test]
async fn a_dry_run_changes_nothing_and_uses_up_no_numbers_of_packs() {
    let desk = Desk::open().await;
    let before = desk.all().await;
    let file = format!("{COLUMNS}\n{}{}", new("Bael Powder"), new("Tulsi Leaf Powder"));
    let checked = desk.check(&file).await;
    assert_eq!(
        (checked.state(), checked.rows_total, checked.is_dry_run),
        (CsvImportState::Checked, 2, true),
        "{checked:?}"
    );
    assert_eq!(desk.all().await, before);
    assert_eq!(desk.import(&file).await.state(), CsvImportState::Applied);
    let sku = |told: &EditedProduct| {
        let product = told.product.as_ref().expect("it comes along");
        let number = product.variants[0]
            .sku
            .split('-')
            .next()
            .and_then(|p| p[1..].parse::<i64>().ok());
        number.expect("a pack has the number of its product")
    };
    let last = before.iter().map(sku).max().expect("the shop has products");
    assert_eq!(sku(&desk.named("Bael Powder").await), last + 1);
}

#[tokio::test]
async fn the_same_import_again_changes_nothing() {
    let desk = Desk::open().await;
    let id = Uuid::now_v7();
    let file = format!("{COLUMNS}\n{}", new("Bael Powder"));
    let first = desk.import_as(id, false, &file).await;
    assert_eq!(first.state(), CsvImportState::Applied);
    let stands = desk.all().await;
    let again = desk.import_as(id, false, &file).await;
    assert_eq!(again, first);
    assert_eq!(desk.all().await, stands);
    let other = desk.start_import(id, false, &new("Tulsi Leaf Powder")).await;
    assert_eq!(other.expect_err("it is another file").code(), Code::AlreadyExists);
}
