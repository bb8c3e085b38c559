//! Creating payment links and polling them.

use payment::provider::{PaymentLinkRequest, ProviderError};
use payment_simulator::PaymentScenario;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::simulated_account::{AMOUNT, SimulatedAccount, link_request};

#[tokio::test]
async fn an_attempt_is_asked_for_once_declined_and_paid() {
    let simulated = SimulatedAccount::open().await;
    let id = Uuid::new_v4();
    let asked = simulated.asked(id).await;
    assert!(asked.reference.starts_with("plink_"), "{asked:?}");
    assert!(asked.pay_url.is_some() && asked.upi_link.is_none(), "{asked:?}");
    assert_eq!(
        simulated.asked(id).await,
        asked,
        "the same attempt is the same link"
    );
    let looked = simulated.look_up(id).await;
    assert_eq!(
        (looked.is_open, looked.payments.as_slice()),
        (true, [].as_slice())
    );

    simulated.press(id, "decline").await;
    let looked = simulated.look_up(id).await;
    let [declined] = looked.payments.as_slice() else {
        panic!("one try: {looked:?}");
    };
    assert!(
        looked.is_open && !declined.is_captured && declined.decline.is_some(),
        "{looked:?}"
    );

    let paid = simulated.paid(id).await;
    assert_eq!((paid.attempt_id, paid.amount_paise), (Some(id), AMOUNT));
    // The simulator's fee: 2 %, plus 18 % GST.
    assert_eq!((paid.fee_paise, paid.fee_tax_paise), (1_998 + 360, 360));
    let looked = simulated.provider.look_up(id, Some(&asked.reference)).await;
    let looked = looked.expect("the link is there");
    assert_eq!((looked.is_open, looked.payments.len()), (false, 2));
    assert!(looked.payments.contains(&paid), "{looked:?}");
    assert_eq!(
        simulated.asked(id).await.reference,
        asked.reference,
        "also when it is paid"
    );
}

#[tokio::test]
async fn an_attempt_that_was_never_sent_is_unknown() {
    let simulated = SimulatedAccount::open().await;
    simulated.asked(Uuid::new_v4()).await;
    let looked = simulated.look_up(Uuid::new_v4()).await;
    assert_eq!(
        (looked.reference, looked.is_open, looked.payments),
        (None, false, Vec::new())
    );
    let unknown = simulated
        .provider
        .look_up(Uuid::new_v4(), Some("plink_unknown"))
        .await;
    assert!(
        matches!(unknown, Err(ProviderError::Rejected { status: 400, .. })),
        "{unknown:?}"
    );
}

#[tokio::test]
async fn a_link_ends_later_than_a_window_that_is_nearly_over() {
    let simulated = SimulatedAccount::open().await;
    let now = OffsetDateTime::now_utc();
    let late = PaymentLinkRequest {
        ends_at: now + Duration::minutes(1),
        ..link_request(Uuid::new_v4())
    };
    let asked = simulated
        .provider
        .create_link(&late)
        .await
        .expect("it is asked for");
    assert!(asked.ends_at >= now + Duration::minutes(15), "{asked:?}");
}

#[tokio::test]
async fn another_amount_is_never_asked_for_under_the_same_attempt() {
    let simulated = SimulatedAccount::open().await;
    let id = Uuid::new_v4();
    simulated.asked(id).await;
    let other = PaymentLinkRequest {
        amount_paise: AMOUNT + 1,
        ..link_request(id)
    };
    let refused = simulated.provider.create_link(&other).await;
    assert!(
        matches!(refused, Err(ProviderError::Rejected { .. })),
        "{refused:?}"
    );
}

#[tokio::test]
async fn a_request_that_is_not_allowed_is_refused_and_says_why() {
    let simulated = SimulatedAccount::open().await;
    let refused = simulated
        .provider
        .create_link(&PaymentLinkRequest {
            amount_paise: 99,
            ..link_request(Uuid::new_v4())
        })
        .await;
    let Err(ProviderError::Rejected {
        status,
        code,
        description,
    }) = refused
    else {
        panic!("it is refused: {refused:?}");
    };
    assert_eq!((status, code.as_str()), (400, "BAD_REQUEST_ERROR"));
    assert!(description.contains("INR 1.00"), "{description}");
    let stranger = simulated
        .stranger()
        .create_link(&link_request(Uuid::new_v4()))
        .await;
    assert!(
        matches!(stranger, Err(ProviderError::Rejected { status: 401, .. })),
        "{stranger:?}"
    );
}

#[tokio::test]
async fn a_link_is_closed_and_what_was_paid_meanwhile_is_told() {
    let simulated = SimulatedAccount::open().await;
    let id = Uuid::new_v4();
    let asked = simulated.asked(id).await;
    for time in ["first", "second"] {
        let closed = simulated
            .provider
            .close(id, Some(&asked.reference))
            .await
            .expect("it is closed");
        assert!(
            !closed.is_open && closed.payments.is_empty(),
            "{time}: {closed:?}"
        );
    }

    simulated
        .set_scenario(None, PaymentScenario::CapturedAfterExpiry)
        .await;
    let waiting = Uuid::new_v4();
    simulated.asked(waiting).await;
    assert_eq!(simulated.press(waiting, "upi").await["outcome"], "waiting");
    let closed = simulated
        .provider
        .close(waiting, None)
        .await
        .expect("it is closed");
    assert!(!closed.is_open, "{closed:?}");
    let [late] = closed.payments.as_slice() else {
        panic!("the money came when it was closed: {closed:?}");
    };
    assert!(late.is_captured && late.attempt_id == Some(waiting), "{late:?}");

    let unknown = simulated
        .provider
        .close(Uuid::new_v4(), None)
        .await
        .expect("there is nothing to close");
    assert_eq!(unknown.reference, None);
}

#[tokio::test]
async fn a_wrong_amount_is_told_as_it_came() {
    let simulated = SimulatedAccount::open().await;
    simulated.set_scenario(None, PaymentScenario::WrongAmount).await;
    let id = Uuid::new_v4();
    simulated.asked(id).await;
    assert_eq!(simulated.paid(id).await.amount_paise, AMOUNT - 100);
}
