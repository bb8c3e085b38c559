//! A shopper who pays online, through the shop's REST API and the provider's page.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail, ensure};
use reqwest::{Client, StatusCode, redirect::Policy};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::load::shoppers::Shoppers;

/// The longest time that a shopper retries while programs are killed and restarted.
const ANSWERED_WITHIN: Duration = Duration::from_mins(2);

/// The longest wait until an order is shown as paid. Its webhook may be lost, and a periodic task checks
/// after half a minute.
const PAID_WITHIN: Duration = Duration::from_mins(3);

/// The request timeout, as in the front end.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);

/// The pause between tries.
const PAUSE: Duration = Duration::from_millis(300);

/// The pause between a shopper's polls. All shoppers share an IP address and its rate limit.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// An order to pay.
#[derive(Debug, Clone)]
pub(super) struct Order {
    pub(super) id: Uuid,
    /// The order number.
    pub(super) number: String,
    mobile_number: String,
}

/// The shop and the provider's page.
#[derive(Debug)]
pub(super) struct PayingShop {
    http: Client,
    gateways: Vec<String>,
    simulator_url: String,
    next_gateway: AtomicUsize,
    retried_requests: AtomicUsize,
}

impl PayingShop {
    /// Creates the client. The simulator's URL ends with a slash.
    pub(super) fn new(gateways: Vec<String>, simulator_url: &str) -> anyhow::Result<Self> {
        let http = Client::builder()
            .timeout(REQUEST_TIMEOUT)
            .redirect(Policy::none())
            .no_proxy();
        Ok(Self {
            http: http.build()?,
            gateways,
            simulator_url: simulator_url.to_owned(),
            next_gateway: AtomicUsize::new(0),
            retried_requests: AtomicUsize::new(0),
        })
    }

    /// Takes the number of requests that failed or met a program that had lost an earlier one, since the last
    /// call.
    pub(super) fn take_retried_requests(&self) -> usize {
        self.retried_requests.swap(0, Ordering::Relaxed)
    }

    /// Places an order with online payment.
    pub(super) async fn place_order(&self, shoppers: &Shoppers) -> anyhow::Result<Order> {
        let mut order = shoppers.new_order();
        order["paymentMethod"] = json!("online");
        let placed = self
            .call("orders/create/", &order, Some(Uuid::new_v4()), &[201])
            .await?;
        Ok(Order {
            id: text_field(&placed, "orderId")?.parse()?,
            number: text_field(&placed, "orderNumber")?,
            mobile_number: text_field(&order, "mobilenumber")?,
        })
    }

    /// Starts the payment and returns the payment URL, if there is still something to pay. A conflict means
    /// that it is paid and an earlier response was lost.
    pub(super) async fn start_payment(&self, order: &Order) -> anyhow::Result<Option<String>> {
        let started = self.call_for_order(order, "payment", &[200, 409]).await?;
        Ok(started["payUrl"].as_str().map(str::to_owned))
    }

    /// Checks the payment, as a browser does that returns from the provider's page.
    pub(super) async fn check_payment(&self, order: &Order) -> anyhow::Result<()> {
        self.call_for_order(order, "payment/check", &[200]).await?;
        Ok(())
    }

    /// Waits until the shop shows the order as paid.
    pub(super) async fn wait_until_paid(&self, order: &Order) -> anyhow::Result<()> {
        let began = Instant::now();
        loop {
            let state = self.call_for_order(order, "payment/state", &[200]).await?;
            if state["state"] == "paid" {
                return Ok(());
            }
            ensure!(
                began.elapsed() < PAID_WITHIN,
                "{} is not paid: {}",
                order.number,
                state["state"]
            );
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// Cancels the order in its current version. A lost response is resolved by reading the order.
    pub(super) async fn cancel(&self, order: &Order) -> anyhow::Result<()> {
        let began = Instant::now();
        let order_proof = json!({ "orderNumber": order.number, "mobilenumber": order.mobile_number });
        loop {
            let seen = self.call("orders/track", &order_proof, None, &[200]).await?;
            if seen["status"] == "cancelled" {
                return Ok(());
            }
            ensure!(
                began.elapsed() < ANSWERED_WITHIN,
                "{} is not cancelled: {seen}",
                order.number
            );
            let cancellation = json!({ "version": seen["version"], "mobilenumber": order.mobile_number });
            let path = format!("orders/{}/cancel", order.number);
            // A conflict means that the order changed since it was read.
            self.call(&path, &cancellation, None, &[200, 409]).await?;
        }
    }

    /// Presses a button of the provider's page. If the tab is closed, the browser stays there.
    pub(super) async fn press_button(&self, payment_url: &str, is_closed: bool) -> anyhow::Result<()> {
        let mut form = vec![("button", "upi")];
        form.extend(is_closed.then_some(("close_tab", "on")));
        let response = self.http.post(payment_url).form(&form).send().await?;
        let status = response.status();
        ensure!(
            status.is_success() || status.is_redirection(),
            "the provider's page is answered with {status}"
        );
        Ok(())
    }

    /// Pays at the provider without its page, as soon as it has the order.
    pub(super) async fn pay_at_provider(&self, order: &Order) -> anyhow::Result<()> {
        let (url, began) = (format!("{}simulator/pay", self.simulator_url), Instant::now());
        let button = json!({ "order": order.number, "button": "upi" });
        loop {
            let response = self.http.post(&url).json(&button).send().await?;
            if response.status().is_success() {
                return Ok(());
            }
            ensure!(
                began.elapsed() < ANSWERED_WITHIN,
                "the provider has no link for {}",
                order.number
            );
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// The payments and refunds at the provider.
    pub(super) async fn provider_records(&self) -> anyhow::Result<Value> {
        let url = format!("{}simulator/payments", self.simulator_url);
        Ok(self
            .http
            .get(url)
            .send()
            .await?
            .error_for_status()?
            .json()
            .await?)
    }

    /// The numbers of webhooks that the provider sent, and that were accepted.
    pub(super) async fn webhooks(&self) -> anyhow::Result<(i64, i64)> {
        let url = format!("{}simulator/webhooks", self.simulator_url);
        let report: Value = self
            .http
            .get(url)
            .send()
            .await?
            .error_for_status()?
            .json()
            .await?;
        let number = |name: &str| {
            report[name]
                .as_i64()
                .with_context(|| format!("the report has no {name}"))
        };
        Ok((number("sent")?, number("accepted")?))
    }

    async fn call_for_order(&self, order: &Order, what: &str, statuses: &[u16]) -> anyhow::Result<Value> {
        let path = format!("orders/{}/{what}", order.number);
        let proof = json!({ "mobilenumber": order.mobile_number });
        self.call(&path, &proof, None, statuses).await
    }

    /// Calls one gateway after the other until one answers. Any other status is an error.
    async fn call(
        &self,
        path: &str,
        body: &Value,
        key: Option<Uuid>,
        statuses: &[u16],
    ) -> anyhow::Result<Value> {
        let began = Instant::now();
        while began.elapsed() < ANSWERED_WITHIN {
            match self.send(path, body, key).await {
                Ok((status, response)) if statuses.contains(&status.as_u16()) => {
                    return Ok(response["data"].clone());
                }
                Ok((StatusCode::TOO_MANY_REQUESTS, _)) => (),
                Ok((status, response)) if status != StatusCode::SERVICE_UNAVAILABLE => {
                    bail!("{path}: {status}: {response}")
                }
                _ => {
                    self.retried_requests.fetch_add(1, Ordering::Relaxed);
                }
            }
            tokio::time::sleep(PAUSE).await;
        }
        bail!("{path} got no response")
    }

    async fn send(&self, path: &str, body: &Value, key: Option<Uuid>) -> anyhow::Result<(StatusCode, Value)> {
        let index = self.next_gateway.fetch_add(1, Ordering::Relaxed);
        let gateway = &self.gateways[index % self.gateways.len()];
        let url = format!("{gateway}/api/v1/users/{path}");
        let mut request = self.http.post(url).json(body);
        if let Some(key) = key {
            request = request.header("Idempotency-Key", key.to_string());
        }
        let response = request.send().await?;
        Ok((response.status(), response.json().await?))
    }
}

fn text_field(entity: &Value, name: &str) -> anyhow::Result<String> {
    let text = entity[name]
        .as_str()
        .with_context(|| format!("there is no {name}"))?;
    Ok(text.to_owned())
}
