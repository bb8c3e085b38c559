//! Payers appear in no log, trace, metric, event or finding, and the provider's secrets appear nowhere. The
//! test runs all payment flows of some orders and reads all data of the shop afterwards.

use payment_simulator::{PaymentScenario, Settings, signature::sign};
use reqwest::{Client, Method};
use serde_json::{Value, json};
use testkit::eventually;
use time::{OffsetDateTime, UtcOffset};
use url::Url;
use uuid::Uuid;

use crate::{
    online_payments::{Owner, PaidOnline},
    stored_data,
};

/// The payer's data from a provider and a bank.
const PAYER: [&str; 7] = [
    "asha.pays@okhdfc",
    "ASHA.PAYS@OKHDFC",
    // The payer of the simulated provider.
    "simulated.shopper@okbank",
    "4111111111111111",
    NAME,
    "asha.pays@example.net",
    "9811122233",
];

/// Where a payer may appear: in the provider's raw events, and by name only in the bank's statement lines.
const WORDS_OF_PROVIDER: &str = "payment's provider_events";
const WORDS_OF_BANK: &str = "payment's bank_credits";
const NAME: &str = "ASHALATA";

/// A readable text, and its place.
struct Seen {
    place: String,
    text: String,
}

/// A provider's event of a payment, with all data of its payer.
fn event(payment_id: &str) -> Vec<u8> {
    let entity = json!({
        "id": payment_id,
        "entity": "payment",
        "status": "captured",
        "method": "card",
        "vpa": PAYER[0],
        "card": { "number": PAYER[3], "name": NAME },
        "email": PAYER[5],
        "contact": PAYER[6],
        "notes": [],
    });
    let event = json!({ "event": "payment.captured", "payload": { "payment": { "entity": entity } } });
    event.to_string().into_bytes()
}

impl PaidOnline {
    /// Sends a webhook like the provider's, and returns its signature.
    async fn tell(&self, secret: &str, body: Vec<u8>, expected: u16) -> String {
        let url = format!("{}/api/v1/payments/webhooks/razorpay", self.program.url());
        let signature = sign(secret, &body);
        let request = self.browser.post(url).body(body);
        let request = request.header("x-razorpay-signature", &signature);
        let answer = request.send().await.expect("the gateway answers");
        assert_eq!(answer.status(), expected);
        signature
    }

    /// An order whose payment is declined, then paid by card, reported again and by a stranger, and refunded.
    /// Returns the signatures.
    async fn pays_and_gets_it_back(&self, owner: &Owner<'_>, account: &Settings) -> Vec<String> {
        let (number, _) = self.placed().await;
        let page = self.page(&number).await;
        page.press("decline").await;
        self.until(&number, "declined").await;
        // As the runbook of payments finds it.
        eventually("a span has the declined payment", async || {
            let spans = self.collector.spans();
            let mut attributes = spans.iter().flat_map(|span| &span.attributes);
            let is_found = attributes.any(|attribute| {
                attribute.key == "payment.state" && format!("{:?}", attribute.value).contains("declined")
            });
            is_found.then_some(())
        })
        .await;
        let paid = page.press("card").await;
        let back: Url = paid["callback_url"]
            .as_str()
            .expect("it leads back")
            .parse()
            .expect("it is an address");
        let returned_to_origin = self.browser.get(back.clone()).send().await;
        returned_to_origin.expect("the gateway answers");
        self.until(&number, "paid").await;
        let payment_id = paid["payment_id"].as_str().expect("a text");
        let mut signatures = vec![
            self.tell(&account.webhook_secret, event(payment_id), 200).await,
            self.tell("a guess", event(payment_id), 403).await,
            self.tell(&account.webhook_secret, [b"{", PAYER[0].as_bytes()].concat(), 422)
                .await,
        ];
        let of_way_back = back.query_pairs().find(|(name, _)| name == "razorpay_signature");
        signatures.push(of_way_back.expect("the way back is signed").1.into_owned());
        self.refund(owner, &number).await;
        self.until(&number, "partly_refunded").await;
        signatures
    }

    /// The owner refunds a part of an order's payment.
    async fn refund(&self, owner: &Owner<'_>, number: &str) {
        let payments = owner.get(&format!("orders/{number}/payments")).await;
        let payment_id = payments["payments"][0]["paymentId"].as_str().expect("a text");
        let wanted =
            json!({ "refundId": Uuid::now_v7(), "amount": 10, "reason": "goodwill", "note": "It was torn" });
        let path = format!("payments/{payment_id}/refunds");
        owner.send(Method::POST, &path, &wanted).await;
    }

    /// An order whose refund fails. Returns the resulting issues.
    async fn does_not_get_it_back(&self, owner: &Owner<'_>) -> Value {
        let (other, _) = self.placed().await;
        self.page(&other)
            .await
            .set_scenario(PaymentScenario::RefundPendingThenFailed)
            .await;
        let (number, _) = self.placed().await;
        let page = self.page(&number).await;
        page.press("upi").await;
        self.until(&number, "paid").await;
        self.refund(owner, &number).await;
        self.until(&number, "refunding").await;
        page.control("clock", &json!({ "forward": 120 })).await;
        eventually("it is found", async || {
            let findings = owner.get("payments/findings").await;
            findings.to_string().contains("refund_failed").then_some(findings)
        })
        .await
    }

    /// The bank statement names the payer of an order, and another payer whose order is unknown.
    async fn is_paid_into_the_account(&self, owner: &Owner<'_>) {
        let (number, total) = self.placed().await;
        let india = UtcOffset::from_hms(5, 30, 0).expect("India's offset from UTC");
        let today = OffsetDateTime::now_utc().to_offset(india).date();
        let day = format!(
            "{:02}/{:02}/{:02}",
            today.day(),
            u8::from(today.month()),
            today.year() % 100
        );
        let row = |utr: &str, words: &str| {
            format!(
                "{day},UPI-{NAME} PAYS-{}-SBIN0000001-{utr}-{words},0000{utr},{day},,{total}.00,9000.00\r\n",
                PAYER[1]
            )
        };
        let statement = format!(
            "Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance\r\n{}{}",
            row("633000000001", &number.replace('-', " ")),
            row("633000000002", PAYER[6])
        );
        let import = owner.import_statement(statement).await;
        assert_eq!(import["state"], "applied", "{import}");
        self.until(&number, "paid").await;
        let credit = eventually("one is left", async || {
            let left = owner.get("payments/unmatched-credits").await;
            let credit = &left["credits"][0];
            credit["narration"].is_string().then(|| credit.clone())
        })
        .await;
        let path = format!(
            "payments/unmatched-credits/{}/match",
            credit["creditId"].as_str().expect("a text")
        );
        owner
            .send(Method::PUT, &path, &json!({ "note": "Rent of the shelf" }))
            .await;
    }

    /// The signatures of all webhooks of the provider.
    async fn signatures(&self, secret: &str) -> Vec<String> {
        let database = self.database("payment").await;
        let bodies = sqlx::query_scalar("SELECT body FROM provider_events").fetch_all(&database);
        let bodies: Vec<Vec<u8>> = bodies.await.expect("they are kept");
        database.close().await;
        assert!(bodies.len() >= 5, "{}", bodies.len());
        bodies.iter().map(|body| sign(secret, body)).collect()
    }
}

/// The credentials for the provider, as sent.
fn basic_authentication(account: &Settings) -> String {
    let request = Client::new()
        .get("http://localhost/")
        .basic_auth(&account.key_id, Some(&account.key_secret));
    let request = request.build().expect("it is a request");
    let header = request.headers()["authorization"].to_str().expect("it is ASCII");
    header
        .trim_start_matches("Basic ")
        .trim_end_matches('=')
        .to_owned()
}

/// The places that contain forbidden data, with the text around it.
fn breaches(seen: &[Seen], secrets: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    for Seen { place, text } in seen {
        let may_tell = |what: &str| match place.as_str() {
            WORDS_OF_PROVIDER => true,
            WORDS_OF_BANK => what == NAME,
            _ => false,
        };
        let payer = PAYER.into_iter().filter(|what| !may_tell(what));
        for what in secrets.iter().map(String::as_str).chain(payer) {
            if let Some((before, after)) = text.split_once(what) {
                let before: Vec<_> = before.chars().rev().take(200).collect();
                let before: String = before.into_iter().rev().collect();
                let after: String = after.chars().take(100).collect();
                found.push(format!("{place}: {before}{what}{after}"));
            }
        }
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn the_payer_and_every_secret_stay_out_of_logs_and_answers() {
    let shop = PaidOnline::open("trace").await;
    let account = Settings::on_a_free_port(None);
    let owner = shop.owner().await;
    let mut secrets = shop.pays_and_gets_it_back(&owner, &account).await;
    shop.is_paid_into_the_account(&owner).await;
    let findings = shop.does_not_get_it_back(&owner).await;
    owner.get("payments").await;
    secrets.extend(shop.signatures(&account.webhook_secret).await);
    secrets.push(basic_authentication(&account));
    secrets.extend([account.key_secret, account.webhook_secret]);

    let see = |place: &str, text: String| Seen {
        place: place.to_owned(),
        text,
    };
    let mut seen = vec![
        see("the metrics", shop.program.metrics().await),
        see("the findings", findings.to_string()),
    ];
    let kept = stored_data::all(&shop.program.addresses).await.into_iter();
    seen.extend(kept.map(|kept| see(&kept.place, kept.text)));
    for (place, of) in [(WORDS_OF_PROVIDER, PAYER[0]), (WORDS_OF_BANK, NAME)] {
        let there = seen
            .iter()
            .find(|seen| seen.place == place)
            .expect("it is a table");
        assert!(there.text.contains(of), "{place} was told of {of}");
    }
    let streams = seen
        .iter()
        .filter(|seen| seen.text.starts_with("shop.payment."))
        .count();
    assert!(streams >= 5, "money was told of: {streams}");
    let log = shop.program.stop();
    assert!(
        log.contains(r#""level":"TRACE""#),
        "nothing is left out of the log"
    );
    seen.push(see("the log", log));
    let spans = shop.collector.spans();
    assert!(spans.iter().any(|span| span.name == "INSERT provider_events"));
    seen.extend(spans.iter().map(|span| see("a span", format!("{span:?}"))));
    assert_eq!(breaches(&seen, &secrets), Vec::<String>::new());
}

#[test]
fn a_leaked_secret_is_found() {
    let of = |place: &str, text: &str| Seen {
        place: place.to_owned(),
        text: format!("before {text} after"),
    };
    let secrets = ["a-signature".to_owned()];
    for (place, text, times) in [
        ("the log", PAYER[0], 1),
        ("the log", "a-signature", 1),
        ("the log", "an order", 0),
        (WORDS_OF_PROVIDER, PAYER[3], 0),
        (WORDS_OF_PROVIDER, "a-signature", 1),
        (WORDS_OF_BANK, NAME, 0),
        (WORDS_OF_BANK, PAYER[1], 1),
    ] {
        let found = breaches(&[of(place, text)], &secrets);
        assert_eq!(found.len(), times, "{place} {text}: {found:?}");
    }
}
