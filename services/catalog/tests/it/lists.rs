use crate::{database, open};

const LISTS: [&str; 5] = ["photos", "ingredients", "benefits", "other_names", "concerns"];

/// The forms of lists that SQL imports may write, and the stored list.
const FORMS: [(&str, &str); 11] = [
    (r#"["Karela", "Jamun seed"]"#, r#"["Karela", "Jamun seed"]"#),
    (r#""[\"Karela\", \"Jamun seed\"]""#, r#"["Karela", "Jamun seed"]"#),
    (r#""Dried bitter gourd""#, r#"["Dried bitter gourd"]"#),
    (r#"" Dried [bitter gourd \n""#, r#"["Dried [bitter gourd"]"#),
    (r#"["", "  ", "Karela", 7, null, ["Jamun"]]"#, r#"["Karela"]"#),
    (r#""[\"Karela\", 7]""#, r#"["[\"Karela\", 7]"]"#),
    (
        r#""[\"Karela\", \"\\u0000\"]""#,
        r#"["[\"Karela\", \"\\u0000\"]"]"#,
    ),
    (r#""7""#, r#"["7"]"#),
    (r#""""#, "[]"),
    ("null", "[]"),
    (r#"{"a": 1}"#, "[]"),
];

#[tokio::test]
async fn every_form_of_a_list_is_kept_as_a_list() {
    let database = database().await;
    let mut shelf = open(database.url()).await;
    for (form, list) in FORMS {
        for name in LISTS {
            let sql = format!(
                "UPDATE products SET {name} = $1::jsonb WHERE product_name = 'Karela Powder' RETURNING {name} = $2::jsonb"
            );
            let kept: bool = sqlx::query_scalar(sqlx::AssertSqlSafe(sql))
                .bind(form)
                .bind(list)
                .fetch_one(database.pool())
                .await
                .expect("an import may write it");
            assert!(kept, "{name}: {form}");
        }
    }
    sqlx::query("UPDATE products SET benefits = to_jsonb('[\" One \", \"Two\"]'::text), ingredients = to_jsonb(repeat('[', 50000))")
        .execute(database.pool())
        .await
        .expect("an import may write it");
    for product in shelf.products().await {
        assert_eq!(product.benefits, ["One", "Two"]);
        assert_eq!(product.ingredients, ["[".repeat(50_000)]);
    }
}
