//! The gRPC methods of the office: order search, counts, sales and recorded payments.

use proto::order::v1 as contract;
use sqlx::PgPool;
use uuid::Uuid;
use values::Cursor;

use crate::{
    error::Error,
    grpc::messages::{
        order, payment::channel_from_contract, rfc_3339, status_from_contract, status_to_contract,
    },
    office::{
        open_orders,
        payment::PaymentDetails,
        payment_store,
        sales::{self, DaySales},
        search::{self, SearchDetails},
    },
    transitions::unconfirmed,
};

/// Returns a page of the orders found.
pub async fn search(
    db: &PgPool,
    request: contract::SearchOrdersRequest,
) -> Result<contract::SearchOrdersResponse, Error> {
    let details = SearchDetails {
        statuses: request.statuses().map(status_from_contract).collect(),
        text: request.text,
        order_numbers: request.order_numbers,
        page_size: request.page_size,
        page_token: request.page_token,
    };
    let search = details.validate().map_err(Error::Invalid)?;
    let orders = search::orders(db, &search).await?;
    let next_page_token = search.page.next(&orders, |last| Cursor {
        at: last.placed_at,
        id: last.id,
    });
    Ok(contract::SearchOrdersResponse {
        orders: orders.into_iter().map(order).collect(),
        next_page_token,
    })
}

/// Counts the orders that wait for the shop or its carrier by status, and the unconfirmed orders that are
/// cancelled soon.
pub async fn count_open(db: &PgPool, hours: u32) -> Result<contract::CountOpenOrdersResponse, Error> {
    let counts = open_orders::count(db).await?.into_iter();
    let counts = counts.map(|(status, orders)| contract::OrderCount {
        status: status_to_contract(status.as_str()).into(),
        orders,
    });
    let (ending_orders, next_ends_at) = unconfirmed::ending(db, hours).await?;
    Ok(contract::CountOpenOrdersResponse {
        counts: counts.collect(),
        ending_orders,
        next_ends_at: next_ends_at.map_or_else(String::new, rfc_3339),
    })
}

/// Returns the sales, day by day.
pub async fn list_sales(
    db: &PgPool,
    request: contract::ListSalesRequest,
) -> Result<contract::ListSalesResponse, Error> {
    let days = sales::days(request.days).map_err(Error::Invalid)?;
    let days = sales::by_day(db, days).await?;
    Ok(contract::ListSalesResponse {
        days: days.iter().map(day_sales).collect(),
    })
}

/// Records a payment of an order, with the staff member who entered it.
pub async fn record_payment(
    db: &PgPool,
    request: contract::RecordPaymentRequest,
    staff_id: Option<Uuid>,
) -> Result<contract::RecordPaymentResponse, Error> {
    let details = PaymentDetails {
        channel: channel_from_contract(request.channel()),
        order_id: request.order_id,
        reference: request.reference,
        amount_paise: request.amount_paise,
        received_on: request.received_on,
    };
    let payment = details.validate().map_err(Error::Invalid)?;
    let paid = payment_store::record(db, &payment, staff_id).await?;
    Ok(contract::RecordPaymentResponse {
        order: Some(order(paid)),
    })
}

fn day_sales(sales: &DaySales) -> contract::DaySales {
    contract::DaySales {
        day: sales.day.to_string(),
        orders: sales.orders,
        total_paise: sales.total_paise,
        paid_paise: sales.paid_paise,
    }
}
