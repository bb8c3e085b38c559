//! The orders of the load, and the wait for their mails.

use std::time::{Duration, Instant};

use anyhow::{Context as _, ensure};
use proto::order::v1::{PlaceOrderLine, PlaceOrderRequest, order_service_client::OrderServiceClient};
use runtime::Identity;
use serde_json::{Value, json};
use tonic::{service::interceptor::InterceptedService, transport::Channel};
use uuid::Uuid;

use crate::{load::post, shop::programs::Shop};

/// The longest wait for the mails of a round's orders.
const MAILED_WITHIN: Duration = Duration::from_mins(3);

const PINCODE: &str = "395007";
const INVALID_PINCODE: &str = "1";

/// An order of one pack. The default is the first pack of the list.
#[derive(Debug)]
pub(crate) struct Order {
    product_id: String,
    product_name: String,
    weight_in_grams: i32,
    price: Value,
    price_paise: i64,
}

impl Order {
    pub(crate) async fn of(shop: &Shop) -> anyhow::Result<Self> {
        let first = Self::of_each_pack(shop).await?.into_iter().next();
        first.context("the shop sells nothing")
    }

    /// One order for each pack on sale.
    pub(crate) async fn of_each_pack(shop: &Shop) -> anyhow::Result<Vec<Self>> {
        let list: Value = reqwest::get(shop.url("/api/v1/products/")).await?.json().await?;
        let products = list["data"].as_array().context("there is no list")?;
        let packs = products.iter().flat_map(|product| {
            let variants = product["variants"].as_array();
            let variants = variants.into_iter().flatten();
            variants.map(move |variant| Self::of_pack(product, variant))
        });
        packs.collect()
    }

    fn of_pack(product: &Value, variant: &Value) -> anyhow::Result<Self> {
        let text = |value: &Value| {
            value
                .as_str()
                .map(str::to_owned)
                .context("the product has no name")
        };
        let rupees = variant["price"]
            .as_i64()
            .context("the price is no whole number")?;
        let weight = variant["weightInGrams"]
            .as_i64()
            .context("the pack has no weight")?;
        Ok(Self {
            product_id: text(&product["_id"])?,
            product_name: text(&product["productName"])?,
            weight_in_grams: i32::try_from(weight)?,
            price: variant["price"].clone(),
            price_paise: rupees * 100,
        })
    }

    /// The browser's request of a shopper's first order.
    pub(crate) fn request(&self) -> Vec<u8> {
        self.request_to(PINCODE)
    }

    /// The same request with an invalid pincode.
    pub(crate) fn invalid_request(&self) -> Vec<u8> {
        self.request_to(INVALID_PINCODE)
    }

    fn request_to(&self, pincode: &str) -> Vec<u8> {
        let key = Uuid::new_v4();
        let line = json!({
            "productName": self.product_name,
            "productId": self.product_id,
            "weightInGrams": self.weight_in_grams,
            "quantity": 1,
            "basePrice": self.price,
            "actualPrice": self.price,
        });
        let body = json!({
            "fullname": "Asha Patel",
            // The shop limits the mails per mailbox and hour.
            "email": format!("{}@example.com", key.simple()),
            "mobilenumber": mobile_number(key),
            "deliveryAddress": "12 Ring Road, Surat",
            "pincode": pincode,
            "totalAmount": self.price,
            "products": [line],
        });
        let key = key.to_string();
        post(
            "/api/v1/users/orders/create/",
            &[("idempotency-key", &key)],
            &body,
        )
    }

    /// The gateway's call to the order service.
    pub(crate) fn call(&self) -> PlaceOrderRequest {
        let key = Uuid::new_v4();
        PlaceOrderRequest {
            idempotency_key: key.to_string(),
            full_name: "Asha Patel".to_owned(),
            email: format!("{}@example.com", key.simple()),
            mobile_number: mobile_number(key),
            delivery_address: "12 Ring Road, Surat".to_owned(),
            pincode: PINCODE.to_owned(),
            total_paise: self.price_paise,
            lines: vec![PlaceOrderLine {
                product_id: self.product_id.clone(),
                product_name: self.product_name.clone(),
                weight_in_grams: self.weight_in_grams,
                quantity: 1,
                unit_price_paise: self.price_paise,
                line_total_paise: self.price_paise,
            }],
            ..PlaceOrderRequest::default()
        }
    }

    /// The gateway's call for [`Order::invalid_request`].
    pub(crate) fn invalid_call(&self) -> PlaceOrderRequest {
        PlaceOrderRequest {
            pincode: INVALID_PINCODE.to_owned(),
            ..self.call()
        }
    }
}

/// A direct client of the order service that identifies itself as the gateway.
pub(crate) type DirectClient = OrderServiceClient<InterceptedService<Channel, Identity>>;

/// Connects a [`DirectClient`].
pub(crate) async fn client(shop: &Shop) -> anyhow::Result<DirectClient> {
    let channel = Channel::from_shared(format!("http://{}", shop.address("order")))?;
    let channel = channel.connect().await?;
    Ok(OrderServiceClient::with_interceptor(
        channel,
        shop.gateway_identity(),
    ))
}

/// Waits until both mails of every order are sent.
pub(crate) async fn wait_for_mails(shop: &Shop) -> anyhow::Result<()> {
    let mut orders = shop.database("order").await?;
    let mut mails = shop.database("notification").await?;
    let began = Instant::now();
    loop {
        let placed: i64 = sqlx::query_scalar("SELECT count(*) FROM orders")
            .fetch_one(&mut orders)
            .await?;
        let mailed: i64 = sqlx::query_scalar("SELECT count(*) FROM inbox")
            .fetch_one(&mut mails)
            .await?;
        if mailed >= 2 * placed {
            return Ok(());
        }
        ensure!(
            began.elapsed() < MAILED_WITHIN,
            "{mailed} mails have gone for {placed} orders"
        );
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// A different mobile number per order: the shop limits the unconfirmed packs of each number.
fn mobile_number(key: Uuid) -> String {
    format!("9{:09}", key.as_u128() % 1_000_000_000)
}
