//! Places orders: converts the checkout for the order service, and its answer back.

use std::{sync::Arc, time::Duration};

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode},
};
use proto::order::v1::{OrderSource, PlaceOrderLine, PlaceOrderRequest, PlaceOrderResponse};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::{
    answer::{Answer, Refusal, error_responses::BodyErrors, money::Rupees},
    request::{
        idempotency_key::{IDEMPOTENCY_KEY, idempotency_key},
        json_body::JsonBody,
        whole_number::whole_number,
    },
};

use crate::{
    account::session::{SessionToken, Shopper},
    catalog::{availability::Stock, products::Products},
    clients::Clients,
    orders::{
        charge::ChargeView,
        payment_method::{self, PaymentMethod},
        refusal::{OrderConflict, OrderRefusal},
        view::some,
    },
    request::{
        field_names::FieldNames,
        rate_limits::{Limited, Orders},
    },
};

/// The longest wait for the identity service. After that the order is a guest order.
const KNOWN_WITHIN: Duration = Duration::from_secs(1);

/// Places an order.
///
/// Every price is checked against the catalog. The order is stored when the answer is 201. With an
/// `Idempotency-Key` the same request can be sent again until it is answered: it places one order.
#[utoipa::path(
    post,
    path = "/api/v1/users/orders/create/",
    tag = "orders",
    operation_id = "placeOrder",
    params(
        ("Idempotency-Key" = Option<String>, Header, nullable = false, min_length = 1, max_length = 255,
            description = "Created by the client for one checkout attempt and sent with each retry: 1 to 255 \
                visible ASCII characters, such as a UUID. Without it the order is taken as a new one."),
    ),
    request_body = Checkout,
    responses(
        (status = 201, description = "The order is placed", body = Answer<PlacedOrder>),
        BodyErrors,
        (status = 409, description = "A price or the total has changed, a line is not sold any more, or there are not enough packs; `data` has the current price of each line, or the packs left", body = OrderConflict),
        (status = 422, description = "A value breaks a rule, or the key was used with another order", body = Refusal),
        (status = 429, description = "Too many requests; `Retry-After` says when to try again", body = Refusal),
        (status = 503, description = "A service is down and nothing was stored; `Retry-After` says when to try again", body = Refusal),
    ),
)]
pub(crate) async fn create(
    State(clients): State<Arc<Clients>>,
    State(products): State<Arc<Products>>,
    State(stock): State<Arc<Stock>>,
    limited: Limited<Orders>,
    token: SessionToken,
    headers: HeaderMap,
    JsonBody(checkout): JsonBody<Checkout>,
) -> Result<(StatusCode, Answer<PlacedOrder>), OrderRefusal> {
    let idempotency_key = idempotency_key(&headers)?.unwrap_or_default();
    let account_id = account_id(&clients, token).await;
    let request = PlaceOrderRequest {
        client_address: limited.address.0.to_string(),
        ..checkout.into_request(idempotency_key, account_id)
    };
    let lines = request.lines.clone();
    // Without a key, a request that is sent twice places two orders.
    let answer = if request.idempotency_key.is_empty() {
        clients.order.call_once(request).await
    } else {
        clients.order.call(request).await
    };
    let placed = match answer {
        Ok(placed) => placed,
        Err(status) => {
            return Err(
                match OrderConflict::from_status(&products, &stock, &status, &lines).await {
                    Some(refusal) => refusal.into(),
                    None => Checkout::NAMES.refusal(status).into(),
                },
            );
        }
    };
    let placed = Answer::new(PlacedOrder::from(placed)).with_message("Order placed successfully!");
    Ok((StatusCode::CREATED, placed))
}

/// The checkout that the shopper confirmed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct Checkout {
    /// The recipient's name: letters of any script with their marks, and spaces; 3 to 30 characters.
    #[schema(example = "Asha Patel")]
    fullname: String,
    /// The email address for the confirmation.
    #[schema(example = "asha@example.com")]
    email: String,
    /// Ten digits; spaces, hyphens, `+91` and a leading 0 are removed.
    #[schema(example = "9876543210")]
    mobilenumber: String,
    /// At least 10 characters.
    #[serde(rename = "deliveryAddress")]
    #[schema(example = "12 Ring Road, Surat")]
    delivery_address: String,
    /// Six digits.
    #[schema(example = "395002")]
    pincode: String,
    /// The total that the shopper saw, in rupees; with a `paymentMethod` it includes delivery and its fee.
    #[serde(rename = "totalAmount")]
    total_amount: Rupees,
    /// The payment method. Without it the total is that of the lines, and delivery is extra.
    #[serde(rename = "paymentMethod", default)]
    payment_method: Option<PaymentMethod>,
    /// The lines of the cart.
    #[schema(min_items = 1, max_items = 50)]
    products: Vec<Line>,
}

impl Checkout {
    pub(crate) const NAMES: &FieldNames = &FieldNames {
        pairs: &[
            ("idempotency_key", IDEMPOTENCY_KEY),
            ("full_name", "fullname"),
            ("email", "email"),
            ("mobile_number", "mobilenumber"),
            ("delivery_address", "deliveryAddress"),
            ("pincode", "pincode"),
            ("total_paise", "totalAmount"),
            ("payment_method", "paymentMethod"),
            ("lines", "products"),
        ],
        inside: &[("lines", Line::NAMES)],
    };
}

/// One line of the cart.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct Line {
    /// The name that the shopper saw; the order stores the catalog's.
    #[schema(example = "Karela Powder")]
    product_name: String,
    /// The product's `_id`.
    #[schema(format = "uuid")]
    product_id: String,
    /// Weight of the pack, in grams.
    #[serde(deserialize_with = "whole_number")]
    #[schema(minimum = 1, example = 100)]
    weight_in_grams: i32,
    /// Number of packs.
    #[serde(deserialize_with = "whole_number")]
    #[schema(minimum = 1, maximum = 99, example = 2)]
    quantity: i64,
    /// The price of one pack that the shopper saw, in rupees.
    base_price: Rupees,
    /// The price of the line that the shopper saw, in rupees.
    actual_price: Rupees,
}

impl Line {
    pub(crate) const NAMES: &FieldNames = &FieldNames::flat(&[
        ("product_id", "productId"),
        ("product_name", "productName"),
        ("weight_in_grams", "weightInGrams"),
        ("quantity", "quantity"),
        ("unit_price_paise", "basePrice"),
        ("line_total_paise", "actualPrice"),
    ]);
}

/// The placed order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PlacedOrder {
    /// A UUID.
    #[schema(format = "uuid")]
    order_id: String,
    /// The order number.
    #[schema(example = "VM-261121-7K3QX")]
    order_number: String,
    /// The total of lines and charges, in rupees.
    total_amount: Rupees,
    /// When the order was placed, in UTC.
    #[schema(format = DateTime)]
    placed_at: String,
    /// Charges beside the lines.
    charges: Vec<ChargeView>,
    /// The payment method.
    payment_method: PaymentMethod,
    /// The earliest delivery day; absent if the pincode is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Date)]
    earliest_on: Option<String>,
    /// The latest delivery day.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = Date)]
    latest_on: Option<String>,
}

/// The account of the session, empty for a guest. An order never fails because the identity service is down.
async fn account_id(clients: &Clients, token: SessionToken) -> String {
    if token.0.is_empty() {
        return String::new();
    }
    let shopper = tokio::time::timeout(KNOWN_WITHIN, Shopper::load(clients, token)).await;
    let known = shopper.ok().and_then(Result::ok);
    known.map_or_else(String::new, |shopper| shopper.account_id)
}

impl Checkout {
    fn into_request(self, idempotency_key: String, account_id: String) -> PlaceOrderRequest {
        PlaceOrderRequest {
            idempotency_key,
            full_name: self.fullname,
            email: self.email,
            mobile_number: self.mobilenumber,
            delivery_address: self.delivery_address,
            pincode: self.pincode,
            total_paise: self.total_amount.paise,
            payment_method: payment_method::to_contract(self.payment_method).into(),
            lines: self.products.into_iter().map(Line::into_request).collect(),
            caller: account_id.clone(),
            account_id,
            source: OrderSource::Unspecified.into(),
            client_address: String::new(),
        }
    }
}

impl Line {
    fn into_request(self) -> PlaceOrderLine {
        PlaceOrderLine {
            product_id: self.product_id,
            product_name: self.product_name,
            weight_in_grams: self.weight_in_grams,
            quantity: self.quantity,
            unit_price_paise: self.base_price.paise,
            line_total_paise: self.actual_price.paise,
        }
    }
}

impl From<PlaceOrderResponse> for PlacedOrder {
    fn from(order: PlaceOrderResponse) -> Self {
        let payment_method = order.payment_method().into();
        Self {
            order_id: order.order_id,
            order_number: order.order_number,
            total_amount: Rupees::from_paise(order.total_paise),
            payment_method,
            placed_at: order.placed_at,
            charges: order.charges.into_iter().map(ChargeView::from).collect(),
            earliest_on: some(order.promised_from),
            latest_on: some(order.promised_by),
        }
    }
}
