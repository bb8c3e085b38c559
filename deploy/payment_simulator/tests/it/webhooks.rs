//! The delivery of webhooks.

use std::collections::HashSet;

use payment_simulator::{PaymentScenario, signature};
use serde_json::json;

use crate::{receiver::Receiver, shop::Shop};

#[tokio::test]
async fn a_late_webhook_waits_for_the_clock() {
    let shop = Shop::open().await;
    let mut request = Shop::link_request("VM-1", PaymentScenario::LateWebhook);
    request["notes"]["scenario_delay"] = json!("600");
    assert_eq!(shop.post("v1/payment_links", &request).await.0, 200);
    shop.pay("VM-1", "upi").await;
    shop.forward(590).await;
    assert_eq!(shop.get("simulator/webhooks").await["sent"], 0);
    shop.forward(20).await;
    assert_eq!(shop.events(2).await, ["payment.captured", "payment_link.paid"]);
}

#[tokio::test]
async fn each_webhook_comes_twice() {
    let shop = Shop::open().await;
    shop.link("VM-1", PaymentScenario::DuplicateWebhooks).await;
    shop.pay("VM-1", "upi").await;
    shop.taken(4).await;
    let received = shop.receiver.received();
    let different: HashSet<_> = received
        .iter()
        .map(|webhook| (&webhook.event_id, &webhook.body))
        .collect();
    assert_eq!((received.len(), different.len()), (4, 2));
}

/// The receiver answers when both have arrived, so sequential senders would fail.
#[tokio::test]
async fn two_senders_come_with_the_same_webhook_at_once() {
    let shop = Shop::open().await;
    shop.receiver.answer_pairs_only();
    shop.link("VM-1", PaymentScenario::ConcurrentWebhooks).await;
    shop.pay("VM-1", "upi").await;
    let report = shop.taken(4).await;
    assert_eq!(report["sent"], 4, "{report}");
}

#[tokio::test]
async fn a_webhook_is_answered_before_the_call_that_created_the_link() {
    let shop = Shop::open().await;
    let link = shop.link("VM-1", PaymentScenario::WebhookBeforeResponse).await;
    assert_eq!(link["status"], "created", "it is answered as it was created");
    let report = shop.get("simulator/webhooks").await;
    assert_eq!(report["accepted"], 2, "{report}");
    let found = shop.get("v1/payment_links?reference_id=VM-1").await;
    assert_eq!(found["payment_links"][0]["status"], "paid");
}

#[tokio::test]
async fn a_webhook_with_a_wrong_signature_keeps_it_at_each_retry() {
    let shop = Shop::open().await;
    shop.receiver.respond_next(&[400, 400]);
    shop.link("VM-1", PaymentScenario::WrongSignature).await;
    let paid = shop.pay("VM-1", "upi").await;
    shop.taken(2).await;
    let received = shop.receiver.received();
    assert!(received.len() >= 4, "those that were refused came again");
    for webhook in received {
        let signed = signature::sign(&shop.settings.webhook_secret, &webhook.body);
        assert_ne!(webhook.signature, signed);
        assert_eq!(webhook.signature.len(), signed.len());
    }
    let back = paid["callback_url"].as_str().expect("the browser comes back");
    let link = shop.get("v1/payment_links?reference_id=VM-1").await;
    let right = signature::PaymentCallback {
        payment_link_id: link["payment_links"][0]["id"].as_str().expect("it has an id"),
        reference_id: "VM-1",
        status: "paid",
        payment_id: paid["payment_id"].as_str().expect("it has an id"),
    };
    assert!(back.contains("razorpay_signature="), "{back}");
    assert!(!back.contains(&right.sign(&shop.settings.key_secret)), "{back}");
}

#[tokio::test]
async fn the_failed_event_arrives_after_the_captured_one() {
    let shop = Shop::open().await;
    shop.receiver.respond_next(&[503, 503]);
    shop.link("VM-1", PaymentScenario::FailedArrivesAfterCaptured)
        .await;
    let paid = shop.pay("VM-1", "upi").await;
    assert_eq!(paid["outcome"], "paid");
    shop.taken(3).await;
    let events = shop.receiver.events();
    assert_eq!(
        events.last().map(String::as_str),
        Some("payment.failed"),
        "{events:?}"
    );
    for webhook in shop.receiver.received() {
        let payment = &webhook.json()["payload"]["payment"]["entity"];
        assert_eq!(payment["id"], paid["payment_id"], "it is the same payment");
    }
}

#[tokio::test]
async fn a_webhook_is_sent_again_until_it_is_accepted() {
    let shop = Shop::open().await;
    shop.link("VM-1", PaymentScenario::Declined).await;
    shop.receiver.respond_next(&[500, 302, 404, 200]);
    shop.pay("VM-1", "upi").await;
    let report = shop.taken(1).await;
    let event = &report["events"][0];
    assert_eq!(
        (&event["attempts"], &event["is_accepted"]),
        (&json!(4), &json!(true)),
        "{report}"
    );
    let statuses: Vec<_> = (0..4)
        .map(|attempt| &event["responses"][attempt]["status"])
        .collect();
    assert_eq!(statuses, [500, 302, 404, 200]);
    let ids: HashSet<_> = shop
        .receiver
        .received()
        .into_iter()
        .map(|webhook| webhook.event_id)
        .collect();
    assert_eq!(ids.len(), 1, "all attempts have the event's id");
}

#[tokio::test]
async fn retries_end_after_a_day() {
    let shop = Shop::open().await;
    shop.send_webhooks_to("http://127.0.0.1:9/nowhere");
    shop.link("VM-1", PaymentScenario::Declined).await;
    shop.pay("VM-1", "upi").await;
    // Pauses double up to an hour, so each of these steps ends at most one.
    let report = testkit::eventually("it is given up", async || {
        shop.forward(60 * 60).await;
        let report = shop.get("simulator/webhooks").await;
        (report["events"][0]["is_given_up"] == true).then_some(report)
    })
    .await;
    assert_eq!(report["accepted"], 0, "{report}");
    assert_eq!(report["events"][0]["responses"][0]["status"], json!(null));
}

#[tokio::test]
async fn an_event_of_before_is_repeated_as_it_was() {
    let shop = Shop::open().await;
    shop.link("VM-1", PaymentScenario::Declined).await;
    shop.pay("VM-1", "upi").await;
    let report = shop.taken(1).await;
    let event_id = report["events"][0]["event_id"].as_str().expect("it has an id");
    let path = format!("simulator/webhooks/{event_id}/resend");
    assert_eq!(shop.post(&path, &json!({})).await.0, 200);
    let received = shop.receiver.received();
    assert_eq!(received.len(), 2);
    assert_eq!(received[0].body, received[1].body);
    assert_eq!(received[0].signature, received[1].signature);
    assert_eq!(
        shop.post("simulator/webhooks/evt_none/resend", &json!({}))
            .await
            .0,
        400
    );
}

#[tokio::test]
async fn a_second_sender_brings_each_webhook_to_its_own_address() {
    let shop = Shop::open().await;
    let (second, second_url) = Receiver::start().await;
    let (first, first_url) = Receiver::start().await;
    shop.simulator().send_webhooks_to_both(first_url, second_url);
    shop.link("VM-1", PaymentScenario::Success).await;
    shop.pay("VM-1", "upi").await;
    shop.taken(4).await;
    let ids = |receiver: &Receiver| {
        let received = receiver.received().into_iter();
        received.map(|webhook| webhook.event_id).collect::<HashSet<_>>()
    };
    assert_eq!(first.received().len(), 2);
    assert_eq!(ids(&first), ids(&second), "the same two came to both");
}

#[tokio::test]
async fn money_is_told_of_while_the_answer_is_held() {
    let shop = Shop::open().await;
    shop.simulator().hold_response("VM-9");
    shop.simulator()
        .set_order_scenario("VM-9", PaymentScenario::DuplicateWebhooks);
    let request = json!({
        "amount": 99_900, "currency": "INR", "reference_id": "attempt-9", "notes": { "order": "VM-9" },
    });
    let making = shop.post("v1/payment_links", &request);
    let paying = async {
        let button = json!({ "order": "VM-9", "button": "upi" });
        while shop.post("simulator/pay", &button).await.0 != 200 {
            tokio::task::yield_now().await;
        }
        // Each event is sent twice, as the order's scenario says.
        shop.taken(4).await;
        shop.simulator().release_response("VM-9");
    };
    let ((status, link), ()) = tokio::join!(making, paying);
    assert_eq!((status, &link["status"]), (200, &json!("created")), "{link}");
}
