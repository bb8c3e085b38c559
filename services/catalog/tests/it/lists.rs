//! The database refuses lists of another form.

use crate::{database, open};

const LISTS: [&str; 5] = ["photos", "ingredients", "benefits", "other_names", "concerns"];

/// Values that are no list of trimmed texts.
const FORMS: [&str; 8] = [
    r#""Karela""#,
    r#""[\"Karela\"]""#,
    r#"["Karela", ""]"#,
    r#"["Karela "]"#,
    r#"["\tKarela"]"#,
    r#"["Karela", 7]"#,
    "null",
    r#"{"a": "Karela"}"#,
];

#[tokio::test]
async fn a_list_of_a_product_has_trimmed_texts_and_nothing_else() {
    let database = database().await;
    let _shelf = open(database.url()).await;
    let write = async |name: &str, form: &str| {
        let sql = format!("UPDATE products SET {name} = $1::jsonb WHERE product_name = 'Karela Powder'");
        let writing = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(form);
        writing.execute(database.pool()).await
    };
    for name in LISTS {
        for form in FORMS {
            let error = write(name, form).await.expect_err(form);
            assert_eq!(
                database::violated_constraint(&error),
                Some("products_lists"),
                "{name}: {form}"
            );
        }
        for form in ["[]", r#"["Karela", "Jamun seed"]"#] {
            let written = write(name, form).await.expect("it is a list of texts");
            assert_eq!(written.rows_affected(), 1);
        }
    }
}
