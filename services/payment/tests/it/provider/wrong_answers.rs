//! Answers that do not match the documentation.

use axum::{
    Json, Router,
    http::{StatusCode, header::LOCATION},
    response::{IntoResponse as _, Response},
};
use payment::provider::{Provider, ProviderError};
use serde_json::json;
use time::OffsetDateTime;
use tokio::{net::TcpListener, task::JoinSet};
use uuid::Uuid;

use super::simulated_account::{account, link_request, provider};

/// A provider that always gives this answer, until the set is dropped.
async fn answers(answer: fn() -> Response) -> (Provider, JoinSet<()>) {
    let router = Router::new().fallback(async move || answer());
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
    let address = listener.local_addr().expect("it has an address");
    let mut tasks = JoinSet::new();
    tasks.spawn(async move {
        axum::serve(listener, router).await.expect("it serves");
    });
    (provider(&account(&format!("http://{address}/"), "secret")), tasks)
}

#[tokio::test]
async fn bodies_that_are_none_are_unreadable() {
    const BODIES: [fn() -> Response; 6] = [
        || "".into_response(),
        || "<html>".into_response(),
        || r#"{"id":"plink_1"}"#.into_response(),
        || r#"{"id":"plink_1","amount":"99900","status":"created","short_url":"x"}"#.into_response(),
        || "x".repeat(2 * 1024 * 1024).into_response(),
        || (StatusCode::FOUND, [(LOCATION, "http://127.0.0.1:9/")]).into_response(),
    ];
    for (place, body) in BODIES.into_iter().enumerate() {
        let (provider, _tasks) = answers(body).await;
        let answer = provider.create_link(&link_request(Uuid::new_v4())).await;
        assert!(
            matches!(answer, Err(ProviderError::Unreadable(_))),
            "{place}: {answer:?}"
        );
    }
}

#[tokio::test]
async fn amounts_and_states_that_there_are_not_are_unreadable() {
    const BODIES: [fn() -> Response; 3] = [
        || r#"{"id":"rfnd_1","payment_id":"pay_1","amount":100,"status":"lost"}"#.into_response(),
        || r#"{"id":"rfnd_1","payment_id":"pay_1","amount":-100,"status":"processed"}"#.into_response(),
        || r#"{"id":"rfnd_1","payment_id":"pay_2","amount":100,"status":"processed"}"#.into_response(),
    ];
    for (place, body) in BODIES.into_iter().enumerate() {
        let (provider, _tasks) = answers(body).await;
        let answer = provider.look_up_refund("pay_1", "rfnd_1").await;
        assert!(
            matches!(answer, Err(ProviderError::Unreadable(_))),
            "{place}: {answer:?}"
        );
    }
}

#[tokio::test]
async fn a_firewalls_page_is_no_refusal_and_too_many_calls_are_for_later() {
    const PAGES: [fn() -> Response; 2] = [
        || (StatusCode::FORBIDDEN, "<html>").into_response(),
        || (StatusCode::BAD_REQUEST, r#"{"message":"blocked"}"#).into_response(),
    ];
    for page in PAGES {
        let (provider, _tasks) = answers(page).await;
        let answer = provider.find_payment("pay_1").await;
        assert!(matches!(answer, Err(ProviderError::Unreadable(_))), "{answer:?}");
    }
    let (provider, _tasks) = answers(|| StatusCode::TOO_MANY_REQUESTS.into_response()).await;
    let answer = provider.find_payment("pay_1").await;
    assert!(matches!(answer, Err(ProviderError::Unavailable(_))), "{answer:?}");
}

#[tokio::test]
async fn an_invalid_id_is_not_asked_about() {
    let (provider, _tasks) = answers(|| panic!("it is not asked")).await;
    for id in ["", "..", "../orders", "pay_1?x=1", "pay 1", "é"] {
        let answer = provider.find_payment(id).await;
        assert!(
            matches!(answer, Err(ProviderError::Rejected { status: 0, .. })),
            "{id:?}: {answer:?}"
        );
    }
}

#[tokio::test]
async fn an_item_that_cannot_be_read_hides_no_other() {
    const LISTED: fn() -> Response = || {
        let item = |number: u32| {
            let status = if number == 4 { "reversed" } else { "processed" };
            json!({ "id": format!("rfnd_{number}"), "payment_id": "pay_1", "amount": 100, "currency": "INR", "status": status,
                "created_at": 1_700_000_000 })
        };
        Json(json!({ "items": (0..10).map(item).collect::<Vec<_>>() })).into_response()
    };
    let (provider, _tasks) = answers(LISTED).await;
    let now = OffsetDateTime::now_utc();
    let page = provider.list_refunds(now, now, 0).await.expect("it is listed");
    assert_eq!(page.items.len(), 9);
    let unread: Vec<_> = page.unread.iter().map(|unread| unread.id.as_str()).collect();
    assert_eq!(unread, ["rfnd_4"]);
    // Every refund of a payment matters here, so an unreadable one is an error.
    let of_payment = provider.refunds_of("pay_1").await;
    assert!(
        matches!(of_payment, Err(ProviderError::Unreadable(_))),
        "{of_payment:?}"
    );
}
