//! Records a payment for an order.

use axum::extract::Path;
use proto::order::v1::{MoneyChannel, RecordPaymentRequest};
use serde::Deserialize;
use utoipa::ToSchema;
use web::{
    answer::{Answer, Refusal, money::Rupees},
    request::json_body::JsonBody,
};

use crate::{
    orders::{
        channel::Channel,
        one::{find_for, required_order},
        view::Order,
    },
    request::errors::{ApiError, BodyErrors, StaffErrors},
    session::authorize::Session,
};

/// Records the payment of an order. A retry changes nothing.
#[utoipa::path(
    post,
    path = "/api/office/v1/orders/{number}/payment",
    tag = "orders",
    operation_id = "recordPayment",
    params(("number" = String, Path, description = "The order's number")),
    request_body = PaymentRecord,
    responses(
        (status = 200, description = "The current order", body = Answer<Order>),
        (status = 404, description = "There is no such order", body = Refusal),
        (status = 409, description = "Another payment is recorded, the total differs, or there is nothing to pay", body = Refusal),
        BodyErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn record(
    session: Session,
    Path(number): Path<String>,
    JsonBody(payment): JsonBody<PaymentRecord>,
) -> Result<Answer<Order>, ApiError> {
    let (order, authorization) = find_for(&session, &number).await?;
    let request = RecordPaymentRequest {
        order_id: order.order_id,
        channel: MoneyChannel::from(payment.channel).into(),
        reference: payment.reference.unwrap_or_default(),
        amount_paise: payment.amount.paise,
        received_on: payment.received_on,
    };
    let recorded = authorization.call(request).await?;
    Ok(Answer::new(required_order(recorded.order)?.into()))
}

/// A payment to record.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct PaymentRecord {
    /// The channel.
    channel: Channel,
    /// The reference of the bank, the app or the carrier, such as a UTR; needed for UPI and bank transfers.
    #[schema(max_length = 60)]
    reference: Option<String>,
    /// The amount in rupees; must equal the order's total.
    amount: Rupees,
    /// The day the money came: not before the order and not in the future.
    #[schema(format = Date)]
    received_on: String,
}
