//! Refused imports. A refused file changes nothing.

use proto::{catalog::v1::ProductState, csv::v1::CsvImportState};

use super::{COLUMNS, new, places};
use crate::editing::{Desk, GILOY, giloy};

#[tokio::test]
async fn one_wrong_row_refuses_all_and_says_where_it_is_wrong() {
    let desk = Desk::open().await;
    let before = desk.all().await;
    let file = format!(
        "{COLUMNS}\n{}\
         ,published,Tulsi Leaf Powder,,,sachet,1.5.0,91,,,,,,,,,,,\n\
         ,,Amla Leaf Powder,,,pouch,99.50,10,https://elsewhere/a.webp,,,,,,,,,gst_28,121\n\
         x,,Name,,,pouch,1,,,,,,,,,,,,\n",
        new("Bael Powder")
    );
    let import = desk.import(&file).await;
    assert_eq!(import.state(), CsvImportState::Refused, "{import:?}");
    assert_eq!(import.rows_wrong, 3);
    assert_eq!(
        places(&import),
        [
            (3, "type"),
            (3, "price"),
            (3, "state"),
            (3, "discount"),
            (4, "photos"),
            (4, "price"),
            (4, "tax_class"),
            (4, "hsn_code"),
            (5, "product_id"),
        ]
    );
    assert_eq!(desk.all().await, before);
}

#[tokio::test]
async fn everything_that_is_wrong_is_told_at_once() {
    let desk = Desk::open().await;
    desk.create(GILOY, giloy()).await.expect("it is kept");
    let file = format!(
        "product_id,product_name,type,price,discount,concerns,tax_class,hsn_code\n\
         ,Bael Powder,sachet,much,110,heart,gst_99,12\n\
         {GILOY},Giloy Powder,sachet,99,110,heart,,\n\
         0190b6a0-0000-7000-a000-00000000ffff,Giloy Stem,pouch,much,,,,\n"
    );
    for is_dry_run in [true, false] {
        let import = desk.import_as(uuid::Uuid::now_v7(), is_dry_run, &file).await;
        assert_eq!(import.state(), CsvImportState::Refused, "{import:?}");
        assert_eq!(
            places(&import),
            [
                (2, "type"),
                (2, "price"),
                (2, "concerns"),
                (2, "discount"),
                (2, "tax_class"),
                (2, "hsn_code"),
                (3, "type"),
                (3, "concerns"),
                (3, "discount"),
                (4, "product_id"),
                (4, "price"),
            ]
        );
    }
}

#[tokio::test]
async fn names_are_those_of_one_product_also_within_a_file() {
    let desk = Desk::open().await;
    desk.create(GILOY, giloy()).await.expect("it is kept");
    let file = format!(
        "product_id,product_name,type,price\n\
         ,Bael Powder,pouch,10\n\
         ,Bael Powder,pouch,10\n\
         ,Karela Powder,pouch,10\n\
         {GILOY},Karela Powder,pouch,10\n\
         {GILOY},Giloy Leaf,pouch,10\n\
         0190b6a0-0000-7000-a000-00000000ffff,Giloy Stem,pouch,10\n"
    );
    let import = desk.check(&file).await;
    assert_eq!(import.state(), CsvImportState::Refused, "{import:?}");
    assert_eq!(
        places(&import),
        [
            (3, "product_name"),
            (4, "product_name"),
            (5, "product_name"),
            (6, "product_id"),
            (7, "product_id"),
        ]
    );
    let names = "product_id,product_name\n";
    let swapped = format!("{names}{GILOY},Giloy Powder\n");
    assert_eq!(
        desk.check(&swapped).await.state(),
        CsvImportState::Checked,
        "a product may keep its name"
    );
}

#[tokio::test]
async fn a_product_on_sale_stays_whole_claims_nothing_new_and_changes_no_state() {
    let desk = Desk::open().await;
    desk.create(GILOY, giloy()).await.expect("it is kept");
    let published = desk.set_state(1, ProductState::Published).await;
    let published = published.expect("it is whole");
    let import = async |head: &str, cells: &str| {
        let import = desk
            .import(&format!("product_id,{head}\n{GILOY},{cells}\n"))
            .await;
        let places = places(&import)
            .into_iter()
            .map(|(line, column)| format!("{line} {column}"));
        let messages: Vec<_> = import.errors.iter().map(|error| error.message.clone()).collect();
        (import.state(), places.collect::<Vec<_>>(), messages.join("|"))
    };
    let (state, places, message) = import("benefits", "\"A plain bitter\nIt cures diabetes\"").await;
    assert_eq!(
        (state, places),
        (CsvImportState::Refused, vec!["2 benefits".to_owned()])
    );
    assert!(
        message.starts_with("Line 2 of the cell: “cures diabetes” "),
        "{message}"
    );
    let (state, places, _) = import("tagline,storage,cautions", ",,Ask your doctor.").await;
    assert_eq!(
        (state, places),
        (
            CsvImportState::Refused,
            vec!["2 tagline".to_owned(), "2 storage".to_owned()]
        )
    );
    let (state, places, _) = import("state,price", "draft,10").await;
    assert_eq!(
        (state, places),
        (CsvImportState::Refused, vec!["2 state".to_owned()])
    );
    assert_eq!(desk.get(GILOY).await, published);

    let (state, _, _) = import("state,price", "published,10").await;
    assert_eq!(state, CsvImportState::Applied);
    let says = desk.get(GILOY).await.product.expect("it comes along");
    assert_eq!((says.actual_price_paise, says.version), (1_000, 3));
}
