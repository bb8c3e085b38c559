//! Shoppers who place orders repeatedly, through each gateway in turn.

use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use reqwest::StatusCode;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::load::history::{AttemptOutcome, History, Placed};

/// A shopper's request timeout, as in the front end.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);

/// The tries of an attempt with retries, as in the front end.
const TRIES: usize = 4;

/// The tries of other requests. Nothing is measured by them, and a program just started on a busy machine may
/// exceed a request's deadline with its first password hash.
const POST_TRIES: usize = 60;

/// The tries of a shopper who needs to know the outcome of an order.
const UNTIL_ANSWERED_TRIES: usize = 400;

/// The pause between tries.
const PAUSE: Duration = Duration::from_millis(300);

/// The time without orders after which the shop counts as stalled.
const STALLED_AFTER: Duration = Duration::from_mins(3);

/// The pause between checks of the number of orders.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// The retry policy of a shopper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RetryPolicy {
    /// Sends a key, and retries with it for minutes until the shop answers.
    UntilAnswered,
    /// Sends a key, and retries with it as often as the front end does.
    KeyAndRetry,
    /// Sends a key, and retries with it once.
    RetryOnce,
    /// Sends a key, and takes the first response.
    KeyOnly,
    /// Sends no key, and takes the first response.
    Plain,
}

/// The shared state of all shoppers.
#[derive(Debug)]
pub(crate) struct Shoppers {
    client: reqwest::Client,
    gateways: Mutex<Vec<String>>,
    order: Value,
    products: Vec<Value>,
    next_gateway_index: AtomicUsize,
    attempts_ended: AtomicUsize,
}

impl Shoppers {
    /// Creates shoppers who all order the first product.
    pub(crate) async fn connect(gateways: Vec<String>) -> anyhow::Result<Self> {
        let client = reqwest::Client::builder().timeout(REQUEST_TIMEOUT).build()?;
        let products = client
            .get(format!("{}/api/v1/products/", gateways[0]))
            .send()
            .await?;
        let products: Value = products.json().await?;
        let products = products["data"]
            .as_array()
            .context("the shop returns no products")?;
        let order = products.first().and_then(|product| order_for([product]));
        Ok(Self {
            client,
            gateways: Mutex::new(gateways),
            order: order.context("the shop sells nothing")?,
            products: products.clone(),
            next_gateway_index: AtomicUsize::new(0),
            attempts_ended: AtomicUsize::new(0),
        })
    }

    /// Uses other gateways from now on, as a load balancer does.
    pub(crate) fn use_gateways(&self, gateways: Vec<String>) {
        *self.gateways.lock().unwrap_or_else(PoisonError::into_inner) = gateways;
    }

    fn next_gateway(&self) -> String {
        let gateways = self.gateways.lock().unwrap_or_else(PoisonError::into_inner);
        let index = self.next_gateway_index.fetch_add(1, Ordering::Relaxed);
        gateways[index % gateways.len()].clone()
    }

    /// The number of ended attempts of all shoppers.
    pub(crate) fn ended_attempts(&self) -> usize {
        self.attempts_ended.load(Ordering::Relaxed)
    }

    /// Waits for this many more attempts to end.
    pub(crate) async fn wait_for_attempts(&self, attempts: usize) -> anyhow::Result<()> {
        let (began, before) = (Instant::now(), self.ended_attempts());
        while self.ended_attempts() < before + attempts {
            ensure!(began.elapsed() < STALLED_AFTER, "the shop accepts no more orders");
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        Ok(())
    }

    /// Places `orders` orders by `concurrency` shoppers.
    pub(crate) async fn place_orders(
        &self,
        policy: RetryPolicy,
        concurrency: usize,
        orders: usize,
    ) -> History {
        let left = AtomicUsize::new(orders);
        let may_continue =
            || left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        self.run_shoppers(concurrency, policy, || may_continue().is_ok())
            .await
    }

    /// Places orders by `concurrency` shoppers until `enough` is set.
    pub(crate) async fn place_orders_until(
        &self,
        policy: RetryPolicy,
        concurrency: usize,
        enough: &AtomicBool,
    ) -> History {
        self.run_shoppers(concurrency, policy, || !enough.load(Ordering::Relaxed))
            .await
    }

    async fn run_shoppers(
        &self,
        concurrency: usize,
        policy: RetryPolicy,
        may_continue: impl Fn() -> bool,
    ) -> History {
        let shopper = async |_| {
            let mut history = History::default();
            while may_continue() {
                let (outcome, requests) = self.attempt(policy).await;
                history.record(outcome, requests);
                self.attempts_ended.fetch_add(1, Ordering::Relaxed);
            }
            history
        };
        let mut all = History::default();
        for history in futures_util::future::join_all((0..concurrency).map(shopper)).await {
            all.merge(history);
        }
        all
    }

    /// Makes one attempt with the tries of its policy. Returns its outcome and the number of requests.
    pub(crate) async fn attempt(&self, policy: RetryPolicy) -> (AttemptOutcome, usize) {
        let key = (policy != RetryPolicy::Plain).then(Uuid::new_v4);
        let tries = match policy {
            RetryPolicy::UntilAnswered => UNTIL_ANSWERED_TRIES,
            RetryPolicy::KeyAndRetry => TRIES,
            RetryPolicy::RetryOnce => 2,
            RetryPolicy::KeyOnly | RetryPolicy::Plain => 1,
        };
        let order = self.new_order();
        let mut failure = String::new();
        for number in 0..tries {
            if number > 0 {
                tokio::time::sleep(PAUSE).await;
            }
            match self.place_order(&order, key).await {
                Ok(placed) => return (AttemptOutcome::Placed(placed), number + 1),
                Err(error) => failure = format!("{error:#}"),
            }
        }
        (AttemptOutcome::Failed(failure), tries)
    }

    /// An order by a new shopper.
    pub(crate) fn new_order(&self) -> Value {
        by_new_shopper(self.order.clone())
    }

    /// An order by a new shopper of one pack of each of these products, by their index in the list.
    pub(crate) fn order_of_products(&self, indexes: &[usize]) -> Option<Value> {
        let products: Option<Vec<_>> = indexes.iter().map(|index| self.products.get(*index)).collect();
        order_for(products?).map(by_new_shopper)
    }

    /// Posts a request that is not an order, and retries while the shop is busy. Other errors fail, as does a
    /// conflict on the first try.
    pub(crate) async fn post(&self, path: &str, body: &Value) -> anyhow::Result<()> {
        for tries_left in (0..POST_TRIES).rev() {
            let url = format!("{}{path}", self.next_gateway());
            let response = self.client.post(url).json(body).send().await?;
            let busy = [StatusCode::SERVICE_UNAVAILABLE, StatusCode::TOO_MANY_REQUESTS];
            let is_busy = busy.contains(&response.status());
            // An earlier try that was answered with an error may have succeeded.
            if response.status() == StatusCode::CONFLICT && tries_left + 1 < POST_TRIES {
                break;
            }
            if !is_busy || tries_left == 0 {
                response.error_for_status()?;
                break;
            }
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        Ok(())
    }

    /// Sends an order once. Returns the status and the body.
    pub(crate) async fn submit(
        &self,
        order: &Value,
        key: Option<Uuid>,
    ) -> anyhow::Result<(StatusCode, Value)> {
        let url = format!("{}/api/v1/users/orders/create/", self.next_gateway());
        let mut request = self.client.post(url).json(order);
        if let Some(key) = key {
            request = request.header("Idempotency-Key", key.to_string());
        }
        let response = request.send().await?;
        Ok((response.status(), response.json().await?))
    }

    /// Sends an order once. Fails with the status on any response but 201.
    pub(crate) async fn place_order(&self, order: &Value, key: Option<Uuid>) -> anyhow::Result<Placed> {
        let (status, body) = self.submit(order, key).await?;
        ensure!(status == 201, "{status}: {}", body["message"]);
        placed(&body["data"])
    }
}

/// The order in a response.
pub(crate) fn placed(data: &Value) -> anyhow::Result<Placed> {
    let order = data["orderId"].as_str().context("the response names no order")?;
    let rupees = data["totalAmount"]
        .as_f64()
        .context("the response names no total")?;
    Ok(Placed {
        order: order.parse()?,
        total_paise: paise(rupees),
    })
}

fn by_new_shopper(mut order: Value) -> Value {
    // The shop limits the mails per mailbox and hour, and the unconfirmed packs per mobile number.
    let shopper = Uuid::new_v4();
    order["email"] = json!(format!("{}@example.com", shopper.simple()));
    order["mobilenumber"] = json!(format!("9{:09}", shopper.as_u128() % 1_000_000_000));
    order
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a total is far below what a float holds exactly"
)]
fn paise(rupees: f64) -> i64 {
    (rupees * 100.0).round() as i64
}

/// The lines for one pack of each product in its first weight.
fn order_for<'a>(products: impl IntoIterator<Item = &'a Value>) -> Option<Value> {
    let lines = products.into_iter().map(|product| {
        let variant = product["variants"].get(0)?;
        Some(json!({
            "productName": product["productName"],
            "productId": product["_id"],
            "weightInGrams": variant["weightInGrams"],
            "quantity": 1,
            "basePrice": variant["price"],
            "actualPrice": variant["price"],
        }))
    });
    let lines: Vec<_> = lines.collect::<Option<_>>()?;
    let prices = lines.iter().map(|line| line["basePrice"].as_i64());
    let total: i64 = prices.sum::<Option<_>>()?;
    Some(json!({
        "fullname": "Asha Patel",
        "email": "asha@example.com",
        "mobilenumber": "9876543210",
        "deliveryAddress": "12 Ring Road, Surat",
        "pincode": "395007",
        "totalAmount": total,
        "products": lines,
    }))
}
