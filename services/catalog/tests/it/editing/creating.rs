//! Creating products.

use proto::catalog::v1::{CreateProductRequest, ProductContent, ProductState};
use tonic::Code;

use crate::execute;

use super::{Desk, GILOY, fields, giloy, reason, with_tagline};

/// The number of the service's connections.
const AT_THE_GATE: i64 = 4;

/// The query that counts the transactions waiting at the gate.
const WAITING: &str = "SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = database
    WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted";

#[tokio::test]
async fn the_same_product_again_is_the_same_one_as_it_then_stands() {
    let desk = Desk::open().await;
    let created = desk.create(GILOY, giloy()).await.expect("it breaks no rule");
    assert_eq!(
        desk.create(GILOY, giloy()).await.expect("it is the same"),
        created
    );
    desk.update(1, with_tagline("Another line"))
        .await
        .expect("it stands so");
    desk.set_state(2, ProductState::Published)
        .await
        .expect("it is whole");
    let again = desk.create(GILOY, giloy()).await.expect("it is the same");
    assert_eq!(again, desk.get(GILOY).await, "with what became of it");

    let other = desk.create(GILOY, with_tagline("Another line")).await;
    let other = other.expect_err("it was not created so");
    assert_eq!(
        (other.code(), reason(&other).as_str()),
        (Code::AlreadyExists, "PRODUCT_EXISTS")
    );
}

#[tokio::test]
async fn a_name_and_an_id_are_of_one_product() {
    let mut desk = Desk::open().await;
    let karela = desk.shelf.product("Karela Powder").await;
    let seeded = desk
        .create(&karela.id, giloy())
        .await
        .expect_err("a seeded one has the id");
    assert_eq!(reason(&seeded), "PRODUCT_EXISTS");
    let content = ProductContent {
        product_name: " Karela Powder ".to_owned(),
        ..giloy()
    };
    let taken = desk
        .create(GILOY, content)
        .await
        .expect_err("another has the name");
    assert_eq!(
        (taken.code(), reason(&taken).as_str()),
        (Code::AlreadyExists, "NAME_TAKEN")
    );
    assert_eq!(fields(&taken), ["product_name"]);
    assert_eq!(desk.shelf.product("Karela Powder").await, karela);
}

#[tokio::test]
async fn many_at_once_make_one() {
    let desk = Desk::open().await;
    // The gate lets several transactions continue at once, before each sees the others' rows. Then PostgreSQL
    // may report the duplicate name first.
    for gate in [
        "CREATE FUNCTION wait_at_the_gate() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NEW; END $$",
        "CREATE TRIGGER gate BEFORE INSERT ON products FOR EACH ROW EXECUTE FUNCTION wait_at_the_gate()",
    ] {
        execute(&desk.database, gate).await;
    }
    let mut holder = desk.database.pool().acquire().await.expect("a connection");
    for round in 10..20 {
        let id = format!("0190b6a0-0000-7000-8000-0000000000{round}");
        let content = ProductContent {
            product_name: format!("Giloy {round}"),
            ..giloy()
        };
        let close = sqlx::query("SELECT pg_advisory_lock(1)").execute(&mut *holder);
        close.await.expect("the gate closes");
        let creating = (0..AT_THE_GATE).map(|_| desk.create(&id, content.clone()));
        let opening = async {
            testkit::eventually("all wait at the gate", async || {
                let waiting = sqlx::query_scalar::<_, i64>(WAITING).fetch_one(desk.database.pool());
                (waiting.await.ok()? == AT_THE_GATE).then_some(())
            })
            .await;
            let open = sqlx::query("SELECT pg_advisory_unlock(1)").execute(&mut *holder);
            open.await.expect("the gate opens");
        };
        let (answers, ()) = tokio::join!(futures_util::future::join_all(creating), opening);
        for answer in answers {
            let product = answer.expect("it is the same").product.expect("it is there");
            assert_eq!(product.version, 1);
        }
    }
}

#[tokio::test]
async fn broken_rules_are_reported_by_field() {
    let desk = Desk::open().await;
    let wrong = ProductContent {
        product_name: String::new(),
        tagline: "a\u{202e}b".to_owned(),
        r#type: 0,
        actual_price_paise: 19_950,
        discount_percent: 91,
        photos: vec!["https://example.com/a.webp".to_owned()],
        ingredients: vec!["Stem".to_owned(), "x".repeat(201)],
        concerns: vec!["cancer".to_owned()],
        tax_class: "gst_28".to_owned(),
        hsn_code: "12119".to_owned(),
        ..giloy()
    };
    let refused = desk.create(GILOY, wrong).await.expect_err("it breaks rules");
    assert_eq!(refused.code(), Code::InvalidArgument);
    let mut told = fields(&refused);
    told.sort_unstable();
    assert_eq!(
        told,
        [
            "actual_price_paise",
            "concerns[0]",
            "discount_percent",
            "hsn_code",
            "ingredients[1]",
            "photos[0]",
            "product_name",
            "tagline",
            "tax_class",
            "type",
        ]
    );
    let refused = desk.create("giloy", giloy()).await.expect_err("that is no id");
    assert_eq!(fields(&refused), ["product_id"]);
}

#[tokio::test]
async fn the_largest_product_that_the_rules_let_in_is_kept() {
    let desk = Desk::open().await;
    let mut large = giloy();
    // Three bytes per letter.
    large.description = "ग".repeat(5_000);
    large.how_to_use = "ग".repeat(1_000);
    large.cautions = "ग".repeat(1_000);
    large.storage = "ग".repeat(1_000);
    large.ingredients = vec!["ग".repeat(200); 30];
    large.benefits = vec!["ग\"\\".repeat(100); 20];
    large.other_names = vec!["ग".repeat(100); 30];
    let refused = desk.create(GILOY, large.clone()).await;
    assert_eq!(fields(&refused.expect_err("it is too large")), ["description"]);
    large.description = "ग".repeat(3_300);
    // The database has the same limit.
    while let Err(refused) = desk.create(GILOY, large.clone()).await {
        assert_eq!(fields(&refused), ["description"], "{refused}");
        large.description.pop();
    }
    let letters = large.description.chars().count();
    assert!((2_000..3_300).contains(&letters), "{letters}");
}

#[tokio::test]
async fn writing_needs_a_staff_token() {
    let desk = Desk::open().await;
    let request = CreateProductRequest {
        product_id: GILOY.to_owned(),
        content: Some(giloy()),
    };
    let refused = desk.editing().create_product(request).await;
    assert_eq!(
        refused.expect_err("there is no staff token").code(),
        Code::PermissionDenied
    );
}
