//! Places a phone or `WhatsApp` order.

use axum::http::{HeaderMap, StatusCode};
use proto::order::v1::{
    OrderSource, PaymentMethod as ToldMethod, PlaceOrderLine, PlaceOrderRequest, PlaceOrderResponse,
};
use runtime::status::Rule;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::{
    Error,
    answer::{Answer, money::Rupees},
    request::{
        idempotency_key::{IDEMPOTENCY_KEY, idempotency_key},
        json_body::JsonBody,
        whole_number::whole_number,
    },
};

use crate::{
    orders::{placing::conflict::OrderConflict, view::PaymentMethod},
    request::errors::{BodyErrors, ChangeError, StaffErrors},
    session::authorize::Session,
};

/// Places an order for a shopper who calls or writes, once per idempotency key.
///
/// Prices, stock and rules are those of online orders. The shopper gets the usual confirmation if there is an
/// address for it.
#[utoipa::path(
    post,
    path = "/api/office/v1/orders",
    tag = "orders",
    operation_id = "placeOrder",
    params(
        ("Idempotency-Key" = String, Header, min_length = 1, max_length = 255,
            description = "Created for one order and sent with each retry: 1 to 255 visible ASCII characters, such as a UUID"),
    ),
    request_body = NewOrder,
    responses(
        (status = 201, description = "The order is placed", body = Answer<PlacedOrder>),
        (status = 409, description = "A price or the total has changed, a line is not sold any more, or there are not enough \
            packs: `data` has the current price of each line, or the packs left. Or too many packs of this mobile number are unconfirmed", body = OrderConflict),
        BodyErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn place(
    session: Session,
    headers: HeaderMap,
    JsonBody(order): JsonBody<NewOrder>,
) -> Result<(StatusCode, Answer<PlacedOrder>), ChangeError<OrderConflict>> {
    let key = idempotency_key(&headers)?.ok_or_else(no_key)?;
    let authorization = session.authorize::<PlaceOrderRequest>("").await?;
    let request = order.into_request(key);
    let lines = request.lines.clone();
    let placed = authorization.call(request).await;
    let placed = placed.map_err(|status| OrderConflict::from_status(status, &lines))?;
    Ok((StatusCode::CREATED, Answer::new(placed.into())))
}

fn no_key() -> Error {
    let broken = Rule::Required.says("must be sent");
    Error::field(StatusCode::UNPROCESSABLE_ENTITY, IDEMPOTENCY_KEY, broken)
}

/// A phone or `WhatsApp` order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct NewOrder {
    /// The recipient's name: letters of any script with their marks, and spaces; 3 to 30 characters.
    full_name: String,
    /// The email address for the confirmation; absent or empty if the shopper has none.
    #[serde(default)]
    email: String,
    /// Ten digits; spaces, hyphens, `+91` and a leading 0 are removed.
    mobile_number: String,
    /// At least 10 characters.
    #[schema(min_length = 10, max_length = 500)]
    delivery_address: String,
    /// Six digits.
    pincode: String,
    /// The source of the order.
    source: WrittenSource,
    /// The payment method.
    payment_method: PaymentMethod,
    /// The total that the shopper was told, in rupees, including delivery and COD fee.
    total: Rupees,
    /// The lines of the order, each pack at most once.
    #[schema(min_items = 1, max_items = 50)]
    lines: Vec<NewLine>,
}

/// The source of an order that staff enter.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum WrittenSource {
    /// A phone call.
    Phone,
    /// A `WhatsApp` message.
    Whatsapp,
}

/// A line of a new order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
struct NewLine {
    /// The product's id.
    #[schema(format = "uuid")]
    product_id: String,
    /// The product's name; the order stores the catalog's name.
    product_name: String,
    /// Weight of the pack, in grams.
    #[serde(deserialize_with = "whole_number")]
    #[schema(minimum = 1, example = 100)]
    weight_in_grams: i32,
    /// Number of packs.
    #[serde(deserialize_with = "whole_number")]
    #[schema(minimum = 1, maximum = 99, example = 2)]
    quantity: i64,
    /// The price of one pack that the shopper was told, in rupees.
    unit_price: Rupees,
}

/// The placed order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PlacedOrder {
    /// The order number.
    #[schema(example = "VM-261123-7K3QX")]
    number: String,
    /// The total, in rupees.
    total: Rupees,
    /// The payment deadline of an order that is paid online, in UTC. Unpaid orders are cancelled then. Absent
    /// for other orders.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    payment_due_at: Option<String>,
}

impl NewOrder {
    fn into_request(self, idempotency_key: String) -> PlaceOrderRequest {
        let payment_method = match self.payment_method {
            PaymentMethod::PayLater => ToldMethod::PayLater,
            PaymentMethod::Cod => ToldMethod::CashOnDelivery,
            PaymentMethod::Online => ToldMethod::Online,
        };
        let source = match self.source {
            WrittenSource::Phone => OrderSource::Phone,
            WrittenSource::Whatsapp => OrderSource::Whatsapp,
        };
        PlaceOrderRequest {
            idempotency_key,
            full_name: self.full_name,
            email: self.email,
            mobile_number: self.mobile_number,
            delivery_address: self.delivery_address,
            pincode: self.pincode,
            total_paise: self.total.paise,
            lines: self.lines.into_iter().map(PlaceOrderLine::from).collect(),
            // The order service reads both from the token.
            account_id: String::new(),
            caller: String::new(),
            payment_method: payment_method.into(),
            source: source.into(),
            // Staff enter the order, so the address would be the shop's.
            client_address: String::new(),
        }
    }
}

impl From<NewLine> for PlaceOrderLine {
    fn from(line: NewLine) -> Self {
        Self {
            product_id: line.product_id,
            product_name: line.product_name,
            weight_in_grams: line.weight_in_grams,
            quantity: line.quantity,
            unit_price_paise: line.unit_price.paise,
            line_total_paise: line.unit_price.paise.saturating_mul(line.quantity),
        }
    }
}

impl From<PlaceOrderResponse> for PlacedOrder {
    fn from(placed: PlaceOrderResponse) -> Self {
        Self {
            number: placed.order_number,
            total: Rupees::from_paise(placed.total_paise),
            payment_due_at: Some(placed.payment_due_at).filter(|due_at| !due_at.is_empty()),
        }
    }
}
