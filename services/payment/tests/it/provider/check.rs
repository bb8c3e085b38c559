//! The check for Razorpay's test mode finds no difference in the simulator, and finds the differences of a
//! wrong set-up.

use reqwest::Client;
use serde_json::json;
use tokio::sync::oneshot;

use super::simulated_account::SimulatedAccount;

#[path = "../../../examples/razorpay_check/walk.rs"]
mod walk;

use walk::{Step, paying, without_paying};

fn differing(steps: &[Step]) -> Vec<&Step> {
    steps.iter().filter(|step| step.differs.is_some()).collect()
}

#[tokio::test]
async fn the_simulator_answers_as_the_check_of_razorpay_expects() {
    let account = SimulatedAccount::open().await;
    let steps = without_paying(&account.provider, &account.stranger()).await;
    assert!(steps.len() > 10 && differing(&steps).is_empty(), "{steps:?}");

    let (shown, page) = oneshot::channel();
    let shopper = async {
        let page: String = page.await.expect("a page is shown");
        let form = Client::builder()
            .no_proxy()
            .build()
            .expect("a client can be built");
        let pressed = form
            .post(page)
            .form(&[("button", "upi"), ("close_tab", "on")])
            .send()
            .await;
        assert_eq!(pressed.expect("the page answers").status(), 200);
    };
    let show = |page: &str| shown.send(page.to_owned()).expect("the shopper waits for it");
    let (steps, ()) = tokio::join!(paying(&account.provider, show), shopper);
    assert!(steps.len() > 5 && differing(&steps).is_empty(), "{steps:?}");
}

#[tokio::test]
async fn the_check_of_razorpay_says_what_differs() {
    let account = SimulatedAccount::open().await;
    // Swapped: the first provider has a wrong secret, and the second has the right one.
    let steps = without_paying(&account.stranger(), &account.provider).await;
    let differing = differing(&steps);
    let whats: Vec<_> = differing.iter().map(|step| step.what).collect();
    assert!(whats.contains(&"the same attempt is the same link"), "{whats:?}");
    assert!(
        whats.contains(&"a key under another secret is refused with 401"),
        "{whats:?}"
    );
    let told = json!(differing.iter().map(|step| &step.differs).collect::<Vec<_>>());
    assert!(!told.to_string().contains("simulated-key-secret"), "{told}");
}
