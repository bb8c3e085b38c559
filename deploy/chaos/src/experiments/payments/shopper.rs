//! A shopper who pays online: over REST with the shop, and by the buttons of the provider's page.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail, ensure};
use reqwest::{Client, StatusCode, redirect::Policy};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::load::shoppers::Shoppers;

/// How long a shopper goes on trying while programs are killed and started again.
const ANSWERED_WITHIN: Duration = Duration::from_mins(2);

/// How long a shop may take to show an order as paid: nobody may have told it, and a look comes after half a minute.
const PAID_WITHIN: Duration = Duration::from_mins(3);

/// A front end waits as long for an answer.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);

/// The pause between tries.
const PAUSE: Duration = Duration::from_millis(300);

/// How often a shopper looks whether the order is paid; all of them share an address, and how often that may ask.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// An order to be paid.
#[derive(Debug, Clone)]
pub(super) struct Order {
    pub(super) id: Uuid,
    /// What the shopper knows it by.
    pub(super) number: String,
    mobile_number: String,
}

/// A shop that shoppers pay, and the provider's page.
#[derive(Debug)]
pub(super) struct PayingShop {
    http: Client,
    gateways: Vec<String>,
    simulator_url: String,
    turn: AtomicUsize,
    sent_again: AtomicUsize,
}

impl PayingShop {
    /// The address of the simulator ends with a slash.
    pub(super) fn new(gateways: Vec<String>, simulator_url: &str) -> anyhow::Result<Self> {
        let http = Client::builder()
            .timeout(REQUEST_TIMEOUT)
            .redirect(Policy::none())
            .no_proxy();
        Ok(Self {
            http: http.build()?,
            gateways,
            simulator_url: simulator_url.to_owned(),
            turn: AtomicUsize::new(0),
            sent_again: AtomicUsize::new(0),
        })
    }

    /// Requests that were not answered, or by a program that had lost another one, since this was asked last.
    pub(super) fn take_sent_again(&self) -> usize {
        self.sent_again.swap(0, Ordering::Relaxed)
    }

    /// Places an order that is to be paid online.
    pub(super) async fn place(&self, shoppers: &Shoppers) -> anyhow::Result<Order> {
        let mut order = shoppers.new_order();
        order["paymentMethod"] = json!("online");
        let placed = self
            .ask("orders/create/", &order, Some(Uuid::new_v4()), &[201])
            .await?;
        Ok(Order {
            id: text(&placed, "orderId")?.parse()?,
            number: text(&placed, "orderNumber")?,
            mobile_number: text(&order, "mobilenumber")?,
        })
    }

    /// Begins to pay; answers where the shopper pays, where that is still to be done. A conflict: it is paid, and the answer before this
    /// one was lost.
    pub(super) async fn start(&self, order: &Order) -> anyhow::Result<Option<String>> {
        let started = self.about(order, "payment", &[200, 409]).await?;
        Ok(started["payUrl"].as_str().map(str::to_owned))
    }

    /// What a browser does that came back from the provider's page.
    pub(super) async fn check(&self, order: &Order) -> anyhow::Result<()> {
        self.about(order, "payment/check", &[200]).await?;
        Ok(())
    }

    /// Ends when the shop shows the order as paid.
    pub(super) async fn wait_until_paid(&self, order: &Order) -> anyhow::Result<()> {
        let began = Instant::now();
        loop {
            let state = self.about(order, "payment/state", &[200]).await?;
            if state["state"] == "paid" {
                return Ok(());
            }
            ensure!(
                began.elapsed() < PAID_WITHIN,
                "{} is not paid: {}",
                order.number,
                state["state"]
            );
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    /// Cancels the order as it is; an answer that was lost is found by looking.
    pub(super) async fn cancel(&self, order: &Order) -> anyhow::Result<()> {
        let began = Instant::now();
        let of = json!({ "orderNumber": order.number, "mobilenumber": order.mobile_number });
        loop {
            let seen = self.ask("orders/track", &of, None, &[200]).await?;
            if seen["status"] == "cancelled" {
                return Ok(());
            }
            ensure!(
                began.elapsed() < ANSWERED_WITHIN,
                "{} is not cancelled: {seen}",
                order.number
            );
            let wish = json!({ "version": seen["version"], "mobilenumber": order.mobile_number });
            let path = format!("orders/{}/cancel", order.number);
            // A conflict: it moved since it was seen.
            self.ask(&path, &wish, None, &[200, 409]).await?;
        }
    }

    /// Presses a button of the provider's page; the browser stays there when the tab is closed.
    pub(super) async fn press(&self, pay_url: &str, is_closed: bool) -> anyhow::Result<()> {
        let mut form = vec![("by", "upi")];
        form.extend(is_closed.then_some(("stay", "on")));
        let answer = self.http.post(pay_url).form(&form).send().await?;
        let status = answer.status();
        ensure!(
            status.is_success() || status.is_redirection(),
            "the provider's page is answered with {status}"
        );
        Ok(())
    }

    /// Pays at the provider without its page, as soon as it knows of the order.
    pub(super) async fn pay_at_provider(&self, order: &Order) -> anyhow::Result<()> {
        let (url, began) = (format!("{}simulator/pay", self.simulator_url), Instant::now());
        let button = json!({ "of": order.number, "by": "upi" });
        loop {
            let answer = self.http.post(&url).json(&button).send().await?;
            if answer.status().is_success() {
                return Ok(());
            }
            ensure!(
                began.elapsed() < ANSWERED_WITHIN,
                "the provider knows nothing of {}",
                order.number
            );
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Everything that the provider took and gave back.
    pub(super) async fn provider_books(&self) -> anyhow::Result<Value> {
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

    /// How many webhooks the provider sent, and how many of them were taken.
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
                .with_context(|| format!("it does not say {name}"))
        };
        Ok((number("sent")?, number("taken")?))
    }

    async fn about(&self, order: &Order, what: &str, wanted: &[u16]) -> anyhow::Result<Value> {
        let path = format!("orders/{}/{what}", order.number);
        let proof = json!({ "mobilenumber": order.mobile_number });
        self.ask(&path, &proof, None, wanted).await
    }

    /// Asks gateway after gateway until one answers; any other status than those is an error.
    async fn ask(
        &self,
        path: &str,
        body: &Value,
        key: Option<Uuid>,
        wanted: &[u16],
    ) -> anyhow::Result<Value> {
        let began = Instant::now();
        while began.elapsed() < ANSWERED_WITHIN {
            match self.send(path, body, key).await {
                Ok((status, answer)) if wanted.contains(&status.as_u16()) => {
                    return Ok(answer["data"].clone());
                }
                Ok((StatusCode::TOO_MANY_REQUESTS, _)) => (),
                Ok((status, answer)) if status != StatusCode::SERVICE_UNAVAILABLE => {
                    bail!("{path}: {status}: {answer}")
                }
                _ => {
                    self.sent_again.fetch_add(1, Ordering::Relaxed);
                }
            }
            tokio::time::sleep(PAUSE).await;
        }
        bail!("{path} is not answered")
    }

    async fn send(&self, path: &str, body: &Value, key: Option<Uuid>) -> anyhow::Result<(StatusCode, Value)> {
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        let gateway = &self.gateways[turn % self.gateways.len()];
        let url = format!("{gateway}/api/v1/users/{path}");
        let mut request = self.http.post(url).json(body);
        if let Some(key) = key {
            request = request.header("Idempotency-Key", key.to_string());
        }
        let answer = request.send().await?;
        Ok((answer.status(), answer.json().await?))
    }
}

fn text(of: &Value, name: &str) -> anyhow::Result<String> {
    let text = of[name].as_str().with_context(|| format!("there is no {name}"))?;
    Ok(text.to_owned())
}
