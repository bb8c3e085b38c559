//! Tests of shopper searches.

use proto::identity::v1::SearchShoppersRequest;
use runtime::status;
use sqlx::AssertSqlSafe;
use tonic::Code;

use crate::{
    EMAIL, Identity, PASSWORD,
    shoppers::{UNKNOWN, emails, looking_for},
};

const USHA: &str = "usha@gmail.com";

#[tokio::test(flavor = "multi_thread")]
async fn a_shopper_is_found_by_email_mobile_number_or_name() {
    let identity = Identity::with_account().await;
    identity.register(USHA, PASSWORD).await.expect("it is free");
    identity
        .sql("UPDATE accounts SET mobile_number = '9012345678' WHERE email = 'usha@gmail.com'")
        .await;
    identity.save(EMAIL, "Asha Patel", true).await;
    identity.save(EMAIL, "Om Patel", false).await;
    identity.save(USHA, "Usha Mehta", false).await;
    let (asha, usha) = (EMAIL.to_owned(), USHA.to_owned());
    let both = vec![usha.clone(), asha.clone()];
    for (query, expected) in [
        ("", both.clone()),
        (" Asha@Gmail.COM ", vec![asha.clone()]),
        ("asha@gmail", vec![]),
        ("+91 98765-43210", vec![asha.clone()]),
        ("9012345678", vec![usha.clone()]),
        ("9876543211", vec![]),
        ("pATEL", vec![asha.clone()]),
        ("sha", both.clone()),
        ("sha m", vec![usha.clone()]),
        ("om", vec![asha.clone()]),
        ("Pa", vec![asha.clone()]),
        ("at", vec![]),
        ("a%a", vec![]),
        ("___", vec![]),
        ("Bina", vec![]),
    ] {
        assert_eq!(identity.found(query).await, expected, "{query:?}");
    }
    for (request, field, code) in [
        (looking_for("A"), "query", "TOO_SHORT"),
        (looking_for(&"x".repeat(255)), "query", "TOO_LONG"),
        (
            SearchShoppersRequest {
                page_size: 101,
                ..looking_for("")
            },
            "page_size",
            "OUT_OF_RANGE",
        ),
    ] {
        let refused = identity.search(request).await.expect_err(field);
        assert_eq!(refused.code(), Code::InvalidArgument, "{refused}");
        let told = status::details(&refused).violations.remove(0);
        assert_eq!((told.field.as_str(), told.code.as_deref()), (field, Some(code)));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shopper_is_told_with_their_addresses_and_called_as_the_default_one() {
    let identity = Identity::with_account().await;
    let id = identity.id(EMAIL).await;
    let alone = identity.shopper(&id).await.expect("there is one");
    let shopper = alone.shopper.expect("it tells who");
    assert_eq!(
        (
            shopper.name.as_str(),
            shopper.email.as_str(),
            shopper.mobile_number.as_str()
        ),
        ("", EMAIL, "9876543210")
    );
    assert!(shopper.registered_at.ends_with('Z'), "{}", shopper.registered_at);
    identity.save(EMAIL, "Asha Patel", true).await;
    identity.save(EMAIL, "Om Patel", false).await;
    let told = identity.shopper(&id).await.expect("there is one");
    assert_eq!(told.shopper.expect("it tells who").name, "Asha Patel");
    let names: Vec<_> = told
        .addresses
        .into_iter()
        .map(|address| address.full_name)
        .collect();
    assert_eq!(names, ["Asha Patel", "Om Patel"]);

    let unknown = identity.shopper(UNKNOWN).await;
    assert_eq!(unknown.expect_err("there is none").code(), Code::NotFound);
    let nonsense = identity.shopper(EMAIL).await;
    assert_eq!(nonsense.expect_err("it is no id").code(), Code::InvalidArgument);
}

/// Accounts `n1@example.com` to `n5000@example.com`, the last one the newest, all named Meena; several share
/// a time.
const MANY: [&str; 2] = [
    "INSERT INTO accounts (id, email, password_hash, mobile_number, created_at)
     SELECT gen_random_uuid(), 'n' || n || '@example.com', 'x', '9000000000', now() + make_interval(mins => n / 4)
     FROM generate_series(1, 5000) AS n",
    "INSERT INTO addresses (id, account_id, full_name, mobile_number, delivery_address, pincode)
     SELECT gen_random_uuid(), id, 'Meena Shah', '9000000000', '12 Ring Road, Surat', '395007' FROM accounts
     WHERE email LIKE '%@example.com'",
];

#[tokio::test(flavor = "multi_thread")]
async fn pages_have_no_gaps_and_no_doubles_and_a_rare_name_is_found_behind_thousands() {
    let identity = Identity::with_account().await;
    identity.save(EMAIL, "Bina Ashworth", false).await;
    for statement in MANY {
        identity.sql(statement).await;
    }
    for (query, count) in [
        ("", 5_001),
        ("9000000000", 5_000),
        ("meena", 5_000),
        ("Me", 5_000),
    ] {
        let mut seen = Vec::new();
        let mut request = SearchShoppersRequest {
            page_size: 100,
            ..looking_for(query)
        };
        loop {
            let page = identity.search(request.clone()).await.expect("it answers");
            seen.extend(emails(&page.shoppers));
            request.page_token = page.next_page_token;
            if request.page_token.is_empty() {
                break;
            }
        }
        assert_eq!(seen.len(), count, "{query:?}");
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), count, "{query:?}");
    }
    for rare in ["ashworth", "Bi"] {
        assert_eq!(identity.found(rare).await, [EMAIL], "{rare}");
    }
}

/// Queries on growing tables, each with the index that answers it.
const QUESTIONS: [(&str, &str); 4] = [
    (
        "SELECT id FROM accounts WHERE (created_at, id) < (now(), gen_random_uuid())
         ORDER BY created_at DESC, id DESC LIMIT 50",
        "accounts_created_at",
    ),
    (
        "SELECT id FROM accounts WHERE mobile_number = '9876543210' AND (created_at, id) < (now(), gen_random_uuid())
         ORDER BY created_at DESC, id DESC LIMIT 50",
        "accounts_mobile_number",
    ),
    (
        "SELECT account_id FROM addresses WHERE lower(full_name) LIKE '%sha%' OR lower(full_name) LIKE '%sha%'",
        "addresses_full_name",
    ),
    (
        "SELECT account_id FROM addresses WHERE lower(full_name) LIKE 'om%' OR lower(full_name) LIKE '% om%'",
        "addresses_full_name",
    ),
];

#[tokio::test(flavor = "multi_thread")]
async fn every_search_is_answered_by_an_index() {
    let identity = Identity::open().await;
    let mut connection = identity.database.pool().acquire().await.expect("there is one");
    // Otherwise the planner would scan and sort an empty table.
    for setting in ["SET enable_seqscan = off", "SET enable_sort = off"] {
        let set = sqlx::query(AssertSqlSafe(setting))
            .execute(&mut *connection)
            .await;
        set.expect("it can be set");
    }
    for (question, index) in QUESTIONS {
        let plan: Vec<String> = sqlx::query_scalar(AssertSqlSafe(format!("EXPLAIN {question}")))
            .fetch_all(&mut *connection)
            .await
            .expect("it can be explained");
        let plan = plan.join("\n");
        assert!(
            plan.contains(index) && !plan.contains("Sort"),
            "{question}:\n{plan}"
        );
    }
}
