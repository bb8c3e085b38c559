//! Refunds.

use payment::provider::{ProviderError, ProviderRefundState};
use payment_simulator::PaymentScenario;
use testkit::eventually;
use time::Duration;
use uuid::Uuid;

use super::simulated_account::{AMOUNT, SimulatedAccount};

#[tokio::test]
async fn a_refund_is_made_once_for_its_id() {
    let simulated = SimulatedAccount::open().await;
    let id = Uuid::new_v4();
    simulated.asked(id).await;
    let paid = simulated.paid(id).await;
    let (first, rest) = (Uuid::new_v4(), Uuid::new_v4());
    let refund = simulated.provider.refund(first, &paid.id, 40_000).await;
    let refund = refund.expect("it goes back");
    assert_eq!(
        (refund.amount_paise, refund.state),
        (40_000, ProviderRefundState::Processed)
    );
    assert_eq!(refund.payment_id, paid.id);
    let again = simulated.provider.refund(first, &paid.id, 40_000).await;
    assert_eq!(again.as_ref(), Ok(&refund));
    let known = simulated.provider.look_up_refund(&paid.id, &refund.id).await;
    assert_eq!(known, Ok(refund));

    let other = simulated.provider.refund(first, &paid.id, 50_000).await;
    assert!(
        matches!(other, Err(ProviderError::Rejected { status: 409, .. })),
        "{other:?}"
    );
    let too_much = simulated.provider.refund(rest, &paid.id, AMOUNT).await;
    assert!(
        matches!(too_much, Err(ProviderError::Rejected { status: 400, .. })),
        "{too_much:?}"
    );
    let rest = simulated.provider.refund(rest, &paid.id, AMOUNT - 40_000).await;
    rest.expect("the rest goes back");
    assert_eq!(simulated.refunded().await, AMOUNT);
    let payment = simulated
        .provider
        .find_payment(&paid.id)
        .await
        .expect("it is there")
        .expect("it is in rupees");
    assert!(payment.is_captured, "money that went back was there: {payment:?}");
}

#[tokio::test]
async fn a_refund_is_followed_from_pending_to_its_end() {
    let simulated = SimulatedAccount::open().await;
    for (scenario, end) in [
        (PaymentScenario::RefundPending, ProviderRefundState::Processed),
        (
            PaymentScenario::RefundPendingThenFailed,
            ProviderRefundState::Failed,
        ),
    ] {
        simulated.set_scenario(None, scenario).await;
        let id = Uuid::new_v4();
        simulated.asked(id).await;
        let paid = simulated.paid(id).await;
        let refund = simulated.provider.refund(Uuid::new_v4(), &paid.id, AMOUNT).await;
        let refund = refund.expect("it is on its way");
        assert_eq!(refund.state, ProviderRefundState::Pending, "{scenario:?}");
        simulated.forward(Duration::seconds(61)).await;
        eventually("the refund ends", async || {
            let now = simulated.provider.look_up_refund(&paid.id, &refund.id).await;
            now.ok().filter(|refund| refund.state == end)
        })
        .await;
    }
}
