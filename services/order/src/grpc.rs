//! The door: requests become checkouts, receipts become answers.

use proto::order::v1::{
    CurrentPrice, CurrentPrices, PlaceOrderLine, PlaceOrderRequest, PlaceOrderResponse,
    order_service_server::OrderService,
};
use runtime::status;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use tonic::{Request, Response, Status, async_trait};

use crate::{
    details::Details, error::Error, idempotency::Key, line_details::LineDetails, order::Receipt,
    place_order::PlaceOrder,
};

/// The gRPC service.
#[derive(Debug)]
pub struct Api(pub PlaceOrder);

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
}

impl Api {
    async fn place(&self, request: PlaceOrderRequest) -> Result<Receipt, Error> {
        let key = Key::read(&request.caller, &request.idempotency_key)?;
        let checkout = details(request).check().map_err(Error::Invalid)?;
        self.0.place(key, checkout, OffsetDateTime::now_utc()).await
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
        placed_at: receipt
            .placed_at
            .format(&Rfc3339)
            .expect("a time of this century has an RFC 3339 form"),
    }
}
