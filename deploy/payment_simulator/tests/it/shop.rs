//! A shop that uses the provider, and its shopper's browser.

use std::time::Duration;

use payment_simulator::{PaymentScenario, Settings, Simulator};
use reqwest::{Client, Method, Response, redirect::Policy};
use serde_json::{Value, json};
use testkit::eventually;

use crate::receiver::Receiver;

pub struct Shop {
    simulator: Simulator,
    pub settings: Settings,
    pub receiver: Receiver,
    pub http: Client,
}

pub const CALLBACK: &str = "http://127.0.0.1:9/back?order=VM-1";

impl Shop {
    pub async fn open() -> Self {
        let (receiver, url) = Receiver::start().await;
        let settings = Settings::on_a_free_port(Some(url));
        let simulator = Simulator::start(settings.clone()).await.expect("it starts");
        let http = Client::builder().redirect(Policy::none()).no_proxy().build();
        Self {
            simulator,
            settings,
            receiver,
            http: http.expect("a client can be built"),
        }
    }

    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.simulator.url())
    }

    pub fn send_webhooks_to(&self, url: &str) {
        self.simulator
            .send_webhooks_to(url.parse().expect("it is an address"));
    }

    pub fn simulator(&self) -> &Simulator {
        &self.simulator
    }

    pub fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        let (id, secret) = (&self.settings.key_id, &self.settings.key_secret);
        self.http
            .request(method, self.url(path))
            .basic_auth(id, Some(secret))
    }

    pub async fn get(&self, path: &str) -> Value {
        let (status, body) = read(self.request(Method::GET, path)).await;
        assert_eq!(status, 200, "{path}: {body}");
        body
    }

    pub async fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        read(self.request(Method::POST, path).json(body)).await
    }

    /// The request for a link of ₹999.
    pub fn link_request(reference: &str, scenario: PaymentScenario) -> Value {
        json!({
            "amount": 99_900,
            "currency": "INR",
            "reference_id": reference,
            "description": "Order VM-1",
            "customer": { "name": "Asha", "email": "asha@example.com", "contact": "+919876543210" },
            "notify": { "sms": false, "email": false },
            "notes": { "order": "VM-1", "scenario": scenario },
            "callback_url": CALLBACK,
            "callback_method": "get",
        })
    }

    pub async fn link(&self, reference: &str, scenario: PaymentScenario) -> Value {
        let request = Self::link_request(reference, scenario);
        let (status, link) = self.post("v1/payment_links", &request).await;
        assert_eq!(status, 200, "{link}");
        link
    }

    /// Presses a button of the page, as a browser without scripts does.
    pub async fn press(&self, link: &Value, form: &[(&str, &str)]) -> Response {
        let url = link["short_url"].as_str().expect("a link has a page");
        let request = self.http.post(url).form(form);
        request.send().await.expect("the page answers")
    }

    /// Pays a link and returns the response, with the payment's id.
    pub async fn pay(&self, order: &str, button: &str) -> Value {
        let (status, paid) = self
            .post("simulator/pay", &json!({ "order": order, "button": button }))
            .await;
        assert_eq!(status, 200, "{paid}");
        paid
    }

    pub async fn forward(&self, seconds: u64) {
        let (status, clock) = self.post("simulator/clock", &json!({ "forward": seconds })).await;
        assert_eq!(status, 200, "{clock}");
    }

    pub async fn now(&self) -> i64 {
        let clock = self.get("simulator/clock").await;
        clock["now"].as_i64().expect("it is a time")
    }

    /// Waits for `count` events, and returns their names in alphabetical order.
    pub async fn events(&self, count: usize) -> Vec<String> {
        let receiver = &self.receiver;
        let mut events = eventually("webhooks", async || {
            Some(receiver.events()).filter(|events| events.len() >= count)
        })
        .await;
        events.sort_unstable();
        events
    }

    /// Waits until `count` webhooks were accepted, and returns the report.
    pub async fn taken(&self, count: u64) -> Value {
        eventually("webhooks are taken", async || {
            let report = self.get("simulator/webhooks").await;
            (report["accepted"].as_u64() >= Some(count)).then_some(report)
        })
        .await
    }

    /// A request with a short timeout.
    pub fn impatient(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        self.request(method, path).timeout(Duration::from_millis(300))
    }
}

pub async fn read(request: reqwest::RequestBuilder) -> (u16, Value) {
    let answer = request.send().await.expect("the simulator answers");
    let status = answer.status().as_u16();
    (status, answer.json().await.expect("it answers JSON"))
}

/// The description of an error in the form of the documentation.
#[track_caller]
pub fn description(body: &Value) -> &str {
    let error = &body["error"];
    for name in ["code", "source", "step", "reason"] {
        assert!(error[name].is_string(), "{body}");
    }
    assert!(error["metadata"].is_object(), "{body}");
    error["description"].as_str().expect("an error says what it is")
}
