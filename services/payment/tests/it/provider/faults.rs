//! Failures of the provider. After each, the outcome is unknown and the call can be repeated safely.

use payment::provider::ProviderError;
use payment_simulator::PaymentScenario;
use tokio::net::TcpListener;
use uuid::Uuid;

use super::simulated_account::{AMOUNT, SimulatedAccount, account, link_request, provider};

#[track_caller]
fn assert_away<T: std::fmt::Debug>(answer: &Result<T, ProviderError>) {
    assert!(matches!(answer, Err(ProviderError::Unavailable(_))), "{answer:?}");
}

#[tokio::test]
async fn a_call_that_failed_with_500_works_later() {
    let simulated = SimulatedAccount::open().await;
    simulated.set_scenario(None, PaymentScenario::ServerErrors).await;
    let id = Uuid::new_v4();
    for _ in 0..2 {
        assert_away(&simulated.provider.create_link(&link_request(id)).await);
        assert_eq!(
            simulated.look_up(id).await.reference,
            None,
            "the failed call did nothing"
        );
    }
    let asked = simulated.asked(id).await;
    for _ in 0..2 {
        assert_away(&simulated.provider.look_up(id, Some(&asked.reference)).await);
    }
    for _ in 0..2 {
        assert_away(&simulated.provider.close(id, Some(&asked.reference)).await);
    }
    let closed = simulated.provider.close(id, Some(&asked.reference)).await;
    assert!(!closed.expect("it is closed").is_open);
}

#[tokio::test]
async fn an_answer_that_was_lost_is_found_and_not_asked_for_anew() {
    let simulated = SimulatedAccount::open().await;
    simulated
        .set_scenario(None, PaymentScenario::ServerErrorAfterEffect)
        .await;
    let id = Uuid::new_v4();
    assert_away(&simulated.provider.create_link(&link_request(id)).await);
    simulated.set_scenario(Some(id), PaymentScenario::Success).await;
    let known = simulated.look_up(id).await.reference;
    assert!(known.is_some(), "it was done");
    assert_eq!(Some(simulated.asked(id).await.reference), known);
}

/// Waits as long as the adapter does.
#[tokio::test]
async fn an_answer_that_never_comes_is_given_up_and_found_later() {
    let simulated = SimulatedAccount::open().await;
    simulated
        .set_scenario(None, PaymentScenario::NoResponseAfterEffect)
        .await;
    let id = Uuid::new_v4();
    assert_away(&simulated.provider.create_link(&link_request(id)).await);
    simulated.set_scenario(Some(id), PaymentScenario::Success).await;
    let known = simulated.look_up(id).await.reference;
    assert!(known.is_some(), "it was done");
    assert_eq!(Some(simulated.asked(id).await.reference), known);
}

#[tokio::test]
async fn a_refund_whose_answer_was_lost_is_made_once() {
    let simulated = SimulatedAccount::open().await;
    let id = Uuid::new_v4();
    simulated.asked(id).await;
    let paid = simulated.paid(id).await;
    simulated
        .set_scenario(Some(id), PaymentScenario::ServerErrorAfterEffect)
        .await;
    let refund_id = Uuid::new_v4();
    assert_away(&simulated.provider.refund(refund_id, &paid.id, AMOUNT).await);
    let refund = simulated.provider.refund(refund_id, &paid.id, AMOUNT).await;
    let refund = refund.expect("it is told");
    assert_away(&simulated.provider.look_up_refund(&paid.id, &refund.id).await);
    let again = simulated.provider.look_up_refund(&paid.id, &refund.id).await;
    assert_eq!(again, Ok(refund));
    assert_eq!(simulated.refunded().await, AMOUNT);
}

#[tokio::test]
async fn an_unreachable_provider_is_away() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
    let address = listener.local_addr().expect("it has an address");
    drop(listener);
    let provider = provider(&account(&format!("http://{address}"), "secret"));
    assert_away(&provider.create_link(&link_request(Uuid::new_v4())).await);
}
