//! The dashboard: open orders, sales, stock and other counts. Parts without the permission are omitted.

use axum::extract::State;
use proto::{
    catalog::v1::ProductState,
    contact::v1::CountTicketsRequest,
    inventory::v1::{Availability, ListStockLevelsRequest},
    order::v1::{
        CountOpenOrdersRequest, DaySales as ContractDaySales, ListOwedMoneyRequest, ListSalesRequest,
        OrderCount as ContractOrderCount, SumCashRequest,
    },
    review::v1::CountWaitingReviewsRequest,
};
use runtime::Call;
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;
use web::{
    answer::{Answer, money::Rupees},
    order::state::OrderState,
};

use crate::{
    clients::staff_token::about,
    request::errors::{ApiError, StaffErrors},
    server_status::{ServerStatus, ServerView},
    session::{authorization::Authorization, authorize::Session},
    stock::levels,
};

/// The permission for the server status, which the owner has.
const SERVER: &str = "shop.write";

/// Returns the dashboard.
#[utoipa::path(
    get,
    path = "/api/office/v1/today",
    tag = "orders",
    operation_id = "getToday",
    responses(
        (status = 200, description = "The figures of the day", body = Answer<Today>),
        StaffErrors,
    ),
)]
pub(crate) async fn get(
    State(server): State<ServerStatus>,
    session: Session,
) -> Result<Answer<Today>, ApiError> {
    let mut authorizations = session
        .authorize_all(&[
            about::<CountOpenOrdersRequest>(""),
            about::<ListSalesRequest>(""),
            about::<ListStockLevelsRequest>(""),
            about::<CountTicketsRequest>(""),
            about::<CountWaitingReviewsRequest>(""),
            about::<ListOwedMoneyRequest>(""),
            about::<SumCashRequest>(""),
        ])
        .await?;
    let server = if authorizations.may(SERVER) {
        server.read(OffsetDateTime::now_utc()).await
    } else {
        None
    };
    let orders = authorizations.take::<CountOpenOrdersRequest>()?;
    let (open, sales, stock, messages, reviews, money, cash) = tokio::try_join!(
        async { Ok::<_, ApiError>(orders.call(CountOpenOrdersRequest {}).await?) },
        sales(authorizations.take_if_permitted()?),
        stock(authorizations.take_if_permitted()?),
        call_if_permitted(
            authorizations.take_if_permitted()?,
            (CountTicketsRequest {}, "messages")
        ),
        call_if_permitted(
            authorizations.take_if_permitted()?,
            (CountWaitingReviewsRequest {}, "reviews")
        ),
        call_if_permitted(
            authorizations.take_if_permitted()?,
            (ListOwedMoneyRequest {}, "money")
        ),
        call_if_permitted(authorizations.take_if_permitted()?, (SumCashRequest {}, "cash")),
    )?;
    let money = money.as_ref();
    Ok(Answer::new(Today {
        counts: open.counts.into_iter().map(OrderCount::from).collect(),
        ending_orders: Some(open.ending_orders).filter(|orders| *orders > 0),
        next_ends_at: Some(open.next_ends_at).filter(|at| !at.is_empty()),
        sales,
        stock,
        server,
        messages_open: messages.map(|messages| messages.open),
        messages_late: messages.map(|messages| messages.late),
        reviews_waiting: reviews.map(|reviews| reviews.waiting),
        reviews_flagged: reviews.map(|reviews| reviews.flagged),
        to_refund: money
            .map(|money| MoneySum::from_amounts(money.orders.iter().map(|order| order.amount_paise))),
        to_be_paid: money
            .map(|money| MoneySum::from_amounts(money.unpaid.iter().map(|order| order.amount_paise))),
        with_carriers: cash.map(|cash| {
            let collected = cash.carriers.into_iter().filter_map(|carrier| carrier.collected);
            let (orders, paise) = collected.fold((0, 0), |(orders, paise), sum| {
                (orders + sum.orders, paise + sum.amount_paise)
            });
            MoneySum {
                orders,
                amount: Rupees::from_paise(paise),
            }
        }),
    }))
}

async fn sales(
    authorization: Option<Authorization<ListSalesRequest>>,
) -> Result<Option<Vec<DaySales>>, ApiError> {
    let Some(authorization) = authorization else {
        return Ok(None);
    };
    let response = authorization.call(ListSalesRequest { days: 0 }).await?;
    Ok(Some(response.days.into_iter().map(DaySales::from).collect()))
}

async fn stock(
    authorization: Option<Authorization<ListStockLevelsRequest>>,
) -> Result<Option<StockCounts>, ApiError> {
    let Some(authorization) = authorization else {
        return Ok(None);
    };
    let mut counts = StockCounts::default();
    for level in levels::read_all(&authorization).await? {
        // Low and sold-out packs count only while their product is on sale.
        let is_sold = level.product_state() == ProductState::Published;
        counts.low += i64::from(is_sold && level.availability() == Availability::Low);
        counts.sold_out += i64::from(is_sold && level.availability() == Availability::SoldOut);
        counts.returned += level.returned;
        counts.missing += level.missing;
    }
    Ok(Some(counts))
}

/// Makes a call for an optional count. On failure the count is absent and the rest of the dashboard is
/// served.
async fn call_if_permitted<C: Call>(
    authorization: Option<Authorization<C>>,
    (call, without): (C, &'static str),
) -> Result<Option<C::Answer>, ApiError> {
    let Some(authorization) = authorization else {
        return Ok(None);
    };
    let response = authorization.call(call).await;
    let response =
        response.inspect_err(|status| tracing::warn!(%status, "dashboard built without its {without}"));
    Ok(response.ok())
}

/// The dashboard.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Today {
    /// The number of open orders by state.
    counts: Vec<OrderCount>,
    /// Unconfirmed orders past half of their time, which are cancelled automatically at its end. Absent if
    /// there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1)]
    ending_orders: Option<i64>,
    /// When the first of these orders is cancelled, in UTC; absent if there are none. The cancellation may
    /// come some minutes later.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    next_ends_at: Option<String>,
    /// The sales of the last 30 days, oldest first; absent without the permission.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    sales: Option<Vec<DaySales>>,
    /// Stock shortages; absent without the permission.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    stock: Option<StockCounts>,
    /// The server status; absent without the permission, or if another tool monitors the server.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    server: Option<ServerView>,
    /// Tickets to answer, at most 1,000; absent without the permission, and while they cannot be counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 0)]
    messages_open: Option<i32>,
    /// Tickets past their answer or close time, at most 1,000.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 0)]
    messages_late: Option<i32>,
    /// Reviews that staff have not read, at most 1,000; absent without the permission, and while they cannot
    /// be counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 0)]
    reviews_waiting: Option<i32>,
    /// Unread reviews that may hold a forbidden claim or contact details.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 0)]
    reviews_flagged: Option<i32>,
    /// Manual refunds due, of at most 500 orders; absent without the permission, and while they cannot be
    /// counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    to_refund: Option<MoneySum>,
    /// Unpaid pay-later orders, at most 500; absent in the same cases.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    to_be_paid: Option<MoneySum>,
    /// COD cash collected and not yet remitted; absent in the same cases.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    with_carriers: Option<MoneySum>,
}

/// A sum of money over orders.
#[derive(Debug, Serialize, ToSchema)]
struct MoneySum {
    /// The number of orders.
    #[schema(minimum = 0)]
    orders: i64,
    /// The total amount, in rupees.
    amount: Rupees,
}

impl MoneySum {
    fn from_amounts(paise: impl ExactSizeIterator<Item = i64>) -> Self {
        Self {
            orders: i64::try_from(paise.len()).unwrap_or(i64::MAX),
            amount: Rupees::from_paise(paise.sum()),
        }
    }
}

/// The number of orders in a state.
#[derive(Debug, Serialize, ToSchema)]
struct OrderCount {
    /// The state.
    status: OrderState,
    /// The number of orders.
    #[schema(minimum = 0)]
    orders: i64,
}

/// The sales of a day, less orders that ended undelivered, returned packs and refunds.
#[derive(Debug, Serialize, ToSchema)]
struct DaySales {
    /// The day; it begins at midnight in India.
    #[schema(format = Date)]
    day: String,
    /// The number of orders.
    #[schema(minimum = 0)]
    orders: i64,
    /// The sales, in rupees.
    total: Rupees,
    /// The paid part of the sales, in rupees.
    paid: Rupees,
}

/// Stock shortages.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StockCounts {
    /// Packs on sale with a few left, by kind.
    #[schema(minimum = 0)]
    low: i64,
    /// Packs on sale that are sold out, by kind.
    #[schema(minimum = 0)]
    sold_out: i64,
    /// Returned packs that wait for inspection.
    #[schema(minimum = 0)]
    returned: i64,
    /// Packs that orders wait for and that are not in stock.
    #[schema(minimum = 0)]
    missing: i64,
}

impl From<ContractOrderCount> for OrderCount {
    fn from(message: ContractOrderCount) -> Self {
        Self {
            status: message.status().into(),
            orders: message.orders,
        }
    }
}

impl From<ContractDaySales> for DaySales {
    fn from(message: ContractDaySales) -> Self {
        Self {
            day: message.day,
            orders: message.orders,
            total: Rupees::from_paise(message.total_paise),
            paid: Rupees::from_paise(message.paid_paise),
        }
    }
}
