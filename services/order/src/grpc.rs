//! The door: requests become checkouts, receipts become answers.

use proto::order::v1::{
    CurrentPrice, CurrentPrices, GetOrderRequest, GetOrderResponse, Order, OrderLine, PlaceOrderLine,
    PlaceOrderRequest, PlaceOrderResponse, order_service_server::OrderService,
};
use runtime::status::{self, Rule, Violation};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use tokio::sync::Semaphore;
use tonic::{Request, Response, Status, async_trait};
use uuid::Uuid;

use crate::{
    details::Details,
    error::Error,
    idempotency::Key,
    kept_order::{self, KeptOrder},
    line_details::LineDetails,
    order::Receipt,
    place_order::PlaceOrder,
};

/// Orders being placed at once, eight for each connection of the usual pool. Whoever comes when all of these wait would only
/// wait in vain, so it is told at once.
const AT_ONCE: usize = 64;

/// The gRPC service.
#[derive(Debug)]
pub struct Api {
    operation: PlaceOrder,
    places: Semaphore,
}

#[async_trait]
impl OrderService for Api {
    async fn place_order(
        &self,
        request: Request<PlaceOrderRequest>,
    ) -> Result<Response<PlaceOrderResponse>, Status> {
        let receipt = self.place(request.into_inner()).await;
        let receipt = receipt.inspect_err(|error| {
            if let Some(reason) = error.refusal() {
                metrics::counter!("orders_refused_total", "reason" => reason).increment(1);
            }
        });
        Ok(Response::new(answer(receipt.map_err(refused)?)))
    }

    async fn get_order(
        &self,
        request: Request<GetOrderRequest>,
    ) -> Result<Response<GetOrderResponse>, Status> {
        let id = Uuid::parse_str(&request.get_ref().order_id).map_err(|_| {
            let broken = Rule::Malformed.says("must be a UUID");
            Error::Invalid(vec![Violation::new("order_id", broken)])
        })?;
        let kept = kept_order::find(&self.operation.db, id)
            .await
            .map_err(Error::from)?;
        let order = Some(order(kept.ok_or(Error::Unknown)?));
        Ok(Response::new(GetOrderResponse { order }))
    }
}

impl Api {
    /// The service that does this.
    pub fn new(operation: PlaceOrder) -> Self {
        Self {
            operation,
            places: Semaphore::new(AT_ONCE),
        }
    }

    async fn place(&self, request: PlaceOrderRequest) -> Result<Receipt, Error> {
        let _place = self.places.try_acquire().map_err(|_| Error::Busy)?;
        let key = Key::read(&request.caller, &request.idempotency_key)?;
        let checkout = details(request).check().map_err(Error::Invalid)?;
        self.operation
            .place(key, checkout, OffsetDateTime::now_utc())
            .await
    }
}

fn details(request: PlaceOrderRequest) -> Details {
    Details {
        account_id: request.account_id,
        full_name: request.full_name,
        email: request.email,
        mobile_number: request.mobile_number,
        delivery_address: request.delivery_address,
        pincode: request.pincode,
        total_paise: request.total_paise,
        lines: request.lines.into_iter().map(line).collect(),
    }
}

fn line(line: PlaceOrderLine) -> LineDetails {
    LineDetails {
        product_id: line.product_id,
        weight_in_grams: line.weight_in_grams,
        quantity: line.quantity,
        unit_price_paise: line.unit_price_paise,
        line_total_paise: line.line_total_paise,
    }
}

/// The error, with today's prices where those are why.
fn refused(error: Error) -> Status {
    let prices = match &error {
        Error::Differs { prices, .. } => prices.iter().map(|price| CurrentPrice {
            product_id: price.product_id.to_string(),
            weight_in_grams: price.weight_in_grams,
            price_paise: price.price_paise,
        }),
        _ => return error.into(),
    };
    let prices = CurrentPrices {
        prices: prices.collect(),
    };
    status::with_message(&Status::from(error), &prices)
}

fn answer(receipt: Receipt) -> PlaceOrderResponse {
    PlaceOrderResponse {
        order_id: receipt.order_id.to_string(),
        order_number: receipt.order_number,
        total_paise: receipt.total_paise,
        placed_at: rfc_3339(receipt.placed_at),
    }
}

fn order(kept: KeptOrder) -> Order {
    let lines = kept.lines.into_iter().map(|line| OrderLine {
        product_id: line.product_id.to_string(),
        product_name: line.product_name,
        weight_in_grams: line.weight_in_grams,
        quantity: line.quantity,
        unit_price_paise: line.unit_price_paise,
        sku: line.sku.unwrap_or_default(),
    });
    Order {
        order_id: kept.id.to_string(),
        order_number: kept.number,
        placed_at: rfc_3339(kept.placed_at),
        full_name: kept.full_name,
        email: kept.email,
        mobile_number: kept.mobile_number,
        delivery_address: kept.delivery_address,
        pincode: kept.pincode,
        total_paise: kept.total_paise,
        lines: lines.collect(),
    }
}

fn rfc_3339(time: OffsetDateTime) -> String {
    time.format(&Rfc3339)
        .expect("a time of this century has an RFC 3339 form")
}
