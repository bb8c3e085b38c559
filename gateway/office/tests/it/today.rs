//! Tests of the dashboard.

use reqwest::Method;
use serde_json::{Value, json};

use crate::fakes::{Office, data};

const ENDS_AT: &str = "2026-11-23T06:30:00Z";

async fn today(office: &Office, session: &str) -> Value {
    data(office.of(session, Method::GET, "/today").send().await.unwrap()).await
}

#[tokio::test]
async fn everybody_sees_of_the_day_what_their_role_permits() {
    let office = Office::start().await;
    let counts = json!([
        { "status": "placed", "orders": 3 },
        { "status": "return_requested", "orders": 0 },
    ]);
    let sales = json!([{ "day": "2026-11-25", "orders": 2, "total": 1077, "paid": 538.5 }]);
    let stock = json!({ "low": 1, "soldOut": 0, "returned": 3, "missing": 3 });
    assert_eq!(
        today(&office, "owner").await,
        json!({ "counts": counts, "endingOrders": 2, "nextEndsAt": ENDS_AT, "sales": sales, "stock": stock, "reviewsWaiting": 4, "reviewsFlagged": 1,
            "messagesOpen": 5, "messagesLate": 2, "toRefund": { "orders": 1, "amount": 538.5 },
            "toBePaid": { "orders": 1, "amount": 249 }, "withCarriers": { "orders": 1, "amount": 249 } })
    );
    assert_eq!(
        today(&office, "packer").await,
        json!({ "counts": counts, "endingOrders": 2, "nextEndsAt": ENDS_AT, "stock": stock })
    );
    assert_eq!(
        today(&office, "accountant").await,
        json!({ "counts": counts, "endingOrders": 2, "nextEndsAt": ENDS_AT, "sales": sales })
    );
}

#[tokio::test]
async fn the_owner_sees_problems_of_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("status.json");
    let office = Office::set_up(|settings| settings.server_status = Some(file.clone())).await;
    let unwatched = today(&office, "owner").await["server"].clone();
    assert_eq!(
        unwatched["failed"].as_array().map(Vec::len),
        Some(1),
        "{unwatched}"
    );
    // The format of `shop-admin watch`.
    let at = time::OffsetDateTime::now_utc()
        .format(&time::format_description::well_known::Rfc3339)
        .unwrap();
    let checks = json!([
        { "name": "order", "isHealthy": true, "message": "ready" },
        { "name": "disk of the shop", "isHealthy": false, "message": "12 MiB free, 0 %" },
    ]);
    let seen = json!({ "at": at, "checks": checks, "mailedAt": null, "mailedProblems": [] });
    std::fs::write(&file, seen.to_string()).unwrap();
    let failed = json!([{ "name": "disk of the shop", "message": "12 MiB free, 0 %" }]);
    assert_eq!(
        today(&office, "owner").await["server"],
        json!({ "at": at, "failed": failed })
    );
    assert_eq!(today(&office, "packer").await.get("server"), None);
    assert_eq!(today(&office, "accountant").await.get("server"), None);
}

#[tokio::test]
async fn reviews_that_cannot_be_counted_leave_the_rest_of_the_day() {
    let office = Office::start().await;
    office.review_server.stop();
    let day = testkit::eventually("the review service is away", async || {
        let day = today(&office, "owner").await;
        day.get("reviewsWaiting").is_none().then_some(day)
    })
    .await;
    assert_eq!(day.get("reviewsFlagged"), None);
    assert_eq!(day["stock"]["low"], 1);
}

#[tokio::test]
async fn messages_that_cannot_be_counted_leave_the_rest_of_the_day() {
    let office = Office::start().await;
    office.contact_server.stop();
    let day = testkit::eventually("the contact service is away", async || {
        let day = today(&office, "owner").await;
        day.get("messagesOpen").is_none().then_some(day)
    })
    .await;
    assert_eq!(day.get("messagesLate"), None);
    assert_eq!(day["stock"]["low"], 1);
}

#[tokio::test]
async fn counts_are_not_in_the_log() {
    let office = Office::start().await;
    today(&office, "owner").await;
    let authorized = office.record.take_authorized();
    let mut methods: Vec<_> = authorized.iter().map(|asked| asked.method.as_str()).collect();
    methods.sort_unstable();
    assert_eq!(
        methods,
        [
            "CountOpenOrders",
            "CountTickets",
            "CountWaitingReviews",
            "ListOwedMoney",
            "ListSales",
            "ListStockLevels",
            "SumCash"
        ]
    );
    assert!(authorized.iter().all(|asked| asked.subject.is_empty()));
}

#[tokio::test]
async fn a_background_request_does_not_extend_the_session() {
    let office = Office::start().await;
    let unattended = async |session: &str, is_alone: bool| {
        let mut request = office.of(session, Method::GET, "/today");
        if is_alone {
            request = request.header("X-Unattended", "1");
        }
        data(request.send().await.unwrap()).await;
        let asked = office.record.take_authorizations();
        asked.iter().all(|asked| asked.is_unattended)
    };
    assert!(unattended("owner", true).await);
    assert!(!unattended("owner", false).await);
}
