//! A shop's account at the simulated provider.

use payment::{
    ProviderSettings,
    provider::{PaymentLink, PaymentLinkRequest, Provider, ProviderAttempt, ProviderPayment},
};
use payment_simulator::{PaymentScenario, Settings, Simulator};
use reqwest::Client;
use serde_json::{Value, json};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// The default amount, in paise.
pub const AMOUNT: i64 = 99_900;

pub struct SimulatedAccount {
    simulator: Simulator,
    settings: Settings,
    pub provider: Provider,
    http: Client,
}

impl SimulatedAccount {
    pub async fn open() -> Self {
        let settings = Settings::on_a_free_port(None);
        let simulator = Simulator::start(settings.clone()).await.expect("it starts");
        let http = Client::builder().no_proxy().build();
        Self {
            provider: provider(&account(simulator.url().as_str(), &settings.key_secret)),
            simulator,
            settings,
            http: http.expect("a client can be built"),
        }
    }

    /// The same account with a wrong secret.
    pub fn stranger(&self) -> Provider {
        provider(&account(
            self.simulator.url().as_str(),
            "not the secret of this key",
        ))
    }

    pub fn send_webhooks_to(&self, url: &str) {
        self.simulator
            .send_webhooks_to(url.parse().expect("it is an address"));
    }

    pub async fn asked(&self, attempt_id: Uuid) -> PaymentLink {
        let asked = self.provider.create_link(&link_request(attempt_id)).await;
        asked.expect("the provider is asked")
    }

    pub async fn look_up(&self, attempt_id: Uuid) -> ProviderAttempt {
        let looked = self.provider.look_up(attempt_id, None).await;
        looked.expect("the attempt is looked up")
    }

    /// Pays an attempt. Returns the payment from the provider.
    pub async fn paid(&self, attempt_id: Uuid) -> ProviderPayment {
        let paid = self.press(attempt_id, "upi").await;
        let id = paid["payment_id"].as_str().expect("a payment has an id");
        let payment = self.provider.find_payment(id).await;
        payment.expect("the payment is found").expect("it is in rupees")
    }

    /// Presses a button of an attempt's page.
    pub async fn press(&self, attempt_id: Uuid, button: &str) -> Value {
        self.post("simulator/pay", &json!({ "order": attempt_id, "button": button }))
            .await
    }

    /// Sets the scenario of an attempt, or of everything created from now on.
    pub async fn set_scenario(&self, attempt_id: Option<Uuid>, scenario: PaymentScenario) {
        let mut body = json!({ "scenario": scenario });
        if let Some(attempt_id) = attempt_id {
            body["order"] = json!(attempt_id);
        }
        self.post("simulator/scenario", &body).await;
    }

    pub async fn forward(&self, by: Duration) {
        let seconds = by.whole_seconds();
        self.post("simulator/clock", &json!({ "forward": seconds })).await;
    }

    pub async fn post(&self, path: &str, body: &Value) -> Value {
        let url = format!("{}{path}", self.simulator.url());
        let (id, secret) = (&self.settings.key_id, &self.settings.key_secret);
        let request = self.http.post(url).basic_auth(id, Some(secret)).json(body);
        let answer = request.send().await.expect("the simulator answers");
        assert_eq!(answer.status(), 200, "{path}");
        answer.json().await.expect("it answers JSON")
    }

    /// The amount that the simulator has refunded, in paise.
    pub async fn refunded(&self) -> i64 {
        let url = format!("{}simulator/payments", self.simulator.url());
        let answer = self.http.get(url).send().await.expect("the simulator answers");
        let report: Value = answer.json().await.expect("it answers JSON");
        report["refunded"].as_i64().expect("it is a sum")
    }
}

pub fn account(url: &str, key_secret: &str) -> ProviderSettings {
    let webhook_secret = Settings::on_a_free_port(None).webhook_secret;
    ProviderSettings {
        razorpay_key_id: Some(Settings::on_a_free_port(None).key_id),
        razorpay_key_secret: Some(key_secret.to_owned().into()),
        razorpay_webhook_secret: Some(webhook_secret.into()),
        razorpay_url: Some(url.to_owned()),
        upi_address: None,
    }
}

pub fn provider(settings: &ProviderSettings) -> Provider {
    let made = Provider::from_settings(settings).expect("the settings are good");
    made.expect("they name a provider")
}

/// A request for ₹999, valid for half an hour.
pub fn link_request(attempt_id: Uuid) -> PaymentLinkRequest<'static> {
    PaymentLinkRequest {
        attempt_id,
        order_number: "VM-261126-7K3QX",
        amount_paise: AMOUNT,
        ends_at: OffsetDateTime::now_utc() + Duration::minutes(30),
        return_url: "http://127.0.0.1:9/orders/VM-261126-7K3QX",
        shop_name: "Vasantam",
    }
}
