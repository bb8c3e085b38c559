//! Opens the databases of an older version with the current version.

use std::{fs, path::PathBuf};

use serde_json::Value;
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection};
use url::Url;

use crate::shop::OpenShop;

/// The services that had a database then.
const SERVICES: [&str; 6] = [
    "catalog",
    "contact",
    "identity",
    "notification",
    "order",
    "review",
];

/// Shifts all times in a database by the time since the dump, so that expiring rows have the same age as
/// then.
const TO_TODAY: &str = "DO $$
    DECLARE found record;
    BEGIN
      FOR found IN SELECT table_name, column_name FROM information_schema.columns
        WHERE table_schema = 'public' AND data_type = 'timestamp with time zone' AND table_name <> '_sqlx_migrations'
      LOOP
        EXECUTE format('UPDATE public.%I SET %I = %I + (now() - timestamptz ''2026-11-22 15:23:42Z'')',
                       found.table_name, found.column_name, found.column_name);
      END LOOP;
    END $$";

fn dump(file: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/dumps/2026-11-22");
    fs::read_to_string(folder.join(file)).expect("the dump is there")
}

/// Restores the databases of the older version for a shop called `name`, with their roles.
async fn restore(name: &str) {
    let server = testkit::database_url();
    let mut superuser = PgConnection::connect(&server).await.expect("PostgreSQL answers");
    for service in SERVICES {
        let database = format!("{name}_{service}");
        for statement in [
            format!("CREATE ROLE {database} LOGIN"),
            format!("CREATE DATABASE {database} OWNER {database}"),
        ] {
            superuser
                .execute(AssertSqlSafe(statement))
                .await
                .expect("a superuser may");
        }
        let mut url = Url::parse(&server).expect("it is a URL");
        url.set_path(&database);
        let mut connection = PgConnection::connect(url.as_str()).await.expect("it answers");
        for statements in [
            format!("SET ROLE {database}"),
            dump(&format!("{service}.sql")),
            "RESET search_path".to_owned(),
            TO_TODAY.to_owned(),
        ] {
            sqlx::raw_sql(AssertSqlSafe(statements))
                .execute(&mut connection)
                .await
                .expect("the dump is whole");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shop_that_the_version_of_22_november_2026_kept_opens_whole() {
    let name = OpenShop::new_name();
    restore(&name).await;
    let shop = OpenShop::start_named(name).await;

    // The older version had no NATS. Its events are of 22 November, too old for mails.
    let orders: Vec<Value> = serde_json::from_str(&dump("orders.json")).expect("it is JSON");
    assert_eq!(orders.len(), 4);

    let products = shop.products().await;
    assert_eq!(products.len(), 12);
    assert_eq!(shop.kept_orders().await, 4);
    for order in orders.iter().filter(|order| order["key"].is_string()) {
        let (status, again) = shop.order(&order["payload"], order["key"].as_str()).await;
        assert_eq!(status, 201, "{again}");
        assert_eq!(
            again["data"]["orderId"], order["answer"]["data"]["orderId"],
            "a retry"
        );
    }
    assert_eq!(shop.kept_orders().await, 4, "retries are no orders");

    let reviews = shop.request(reqwest::Method::GET, "users/getallreview");
    let reviews = reviews.send().await.expect("the gateway answers");
    let reviews = reviews.text().await.expect("it is text");
    for words in ["Bitter, as it should be.", "Fine.", "Again."] {
        assert!(reviews.contains(words), "{words}");
    }

    shop.log_in("asha@gmail.com", "monsoon-42-rain").await;
    shop.log_in("ravi@gmail.com", "turmeric-77-root").await;

    let (status, placed) = shop.order(&shop.good_order().await, None).await;
    assert_eq!(status, 201, "{placed}");
    shop.mail("asha@example.com", "Order Confirmed!").await;
    let to_asha =
        |mail: &String| mail.contains("\nTo: asha@example.com") && mail.contains("Order Confirmed!");
    let confirmed = shop.mails().iter().filter(|mail| to_asha(mail)).count();
    assert_eq!(
        confirmed, 1,
        "an order confirmed by the older version is not confirmed again"
    );
    shop.close().await;
}
