//! How the day stands: what waits, what was ordered, and what is short. Whoever may not see a part gets the others.

use axum::extract::State;
use proto::{
    catalog::v1::ProductState,
    contact::v1::CountTicketsRequest,
    inventory::v1::{Availability, ListStockLevelsRequest},
    order::v1::{CountOpenOrdersRequest, DaySales as ToldSales, ListSalesRequest, OrderCount as ToldCount},
    review::v1::CountWaitingReviewsRequest,
};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;
use web::answer::{Answer, money::Rupees};

use crate::{
    clients::{staff_calls::StaffCall, staff_token::counting},
    orders::state::OrderState,
    request::refusal::{Refused, StaffOnly},
    server_status::{ServerStatus, ServerView},
    session::{authorize::Session, permit::Permit},
    stock::levels,
};

/// The permission that a look at what was ordered needs.
const SALES: &str = "sales.read";

/// The permission that a look at stock needs.
const STOCK: &str = "stock.read";

/// The permission that a look at messages needs.
const MESSAGES: &str = "messages.answer";

/// The permission that a look at what shoppers say needs.
const REVIEWS: &str = "reviews.moderate";

/// The permission that a look at the server needs: whoever runs the shop has it.
const SERVER: &str = "shop.write";

/// How the day stands.
#[utoipa::path(
    get,
    path = "/api/office/v1/today",
    tag = "orders",
    operation_id = "getToday",
    responses(
        (status = 200, description = "How the day stands", body = Answer<Today>),
        StaffOnly,
    ),
)]
pub(crate) async fn get(
    State(server): State<ServerStatus>,
    session: Session,
) -> Result<Answer<Today>, Refused> {
    let mut permits = session
        .permits(&[
            counting::<CountOpenOrdersRequest>(),
            counting::<ListSalesRequest>(),
            counting::<ListStockLevelsRequest>(),
            counting::<CountTicketsRequest>(),
            counting::<CountWaitingReviewsRequest>(),
        ])
        .await?;
    let server = if permits.may(SERVER) {
        server.read(OffsetDateTime::now_utc()).await
    } else {
        None
    };
    let orders = permits.take::<CountOpenOrdersRequest>()?;
    let (counts, sales, stock, messages, reviews) = tokio::try_join!(
        async { Ok::<_, Refused>(orders.call(CountOpenOrdersRequest {}).await?.counts) },
        sales(permits.take_if_may(SALES)?),
        stock(permits.take_if_may(STOCK)?),
        counted(
            permits.take_if_may(MESSAGES)?,
            (CountTicketsRequest {}, "messages")
        ),
        counted(
            permits.take_if_may(REVIEWS)?,
            (CountWaitingReviewsRequest {}, "reviews")
        ),
    )?;
    Ok(Answer::new(Today {
        counts: counts.into_iter().map(OrderCount::from).collect(),
        sales,
        stock,
        server,
        messages_open: messages.map(|messages| messages.open),
        messages_late: messages.map(|messages| messages.late),
        reviews_waiting: reviews.map(|reviews| reviews.waiting),
        reviews_flagged: reviews.map(|reviews| reviews.flagged),
    }))
}

async fn sales(permit: Option<Permit<ListSalesRequest>>) -> Result<Option<Vec<DaySales>>, Refused> {
    let Some(permit) = permit else {
        return Ok(None);
    };
    let told = permit.call(ListSalesRequest { days: 0 }).await?;
    Ok(Some(told.days.into_iter().map(DaySales::from).collect()))
}

async fn stock(permit: Option<Permit<ListStockLevelsRequest>>) -> Result<Option<StockCounts>, Refused> {
    let Some(permit) = permit else {
        return Ok(None);
    };
    let mut counts = StockCounts::default();
    for level in levels::read_all(&permit).await? {
        // Nobody misses packs of what is not on sale.
        let is_sold = level.product_state() == ProductState::Published;
        counts.low += i64::from(is_sold && level.availability() == Availability::Low);
        counts.sold_out += i64::from(is_sold && level.availability() == Availability::SoldOut);
        counts.returned += level.returned;
        counts.missing += level.missing;
    }
    Ok(Some(counts))
}

/// What a service counts that the day can do without: one that is away, or of a version that does not count, leaves the rest as it is.
async fn counted<Call: StaffCall>(
    permit: Option<Permit<Call>>,
    (call, without): (Call, &'static str),
) -> Result<Option<Call::Answer>, Refused> {
    let Some(permit) = permit else {
        return Ok(None);
    };
    let told = permit.call(call).await;
    let told = told.inspect_err(|status| tracing::warn!(%status, "the day is told without its {without}"));
    Ok(told.ok())
}

/// How the day stands.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Today {
    /// How many orders wait, state by state.
    counts: Vec<OrderCount>,
    /// What was ordered in the last 30 days, the oldest first; absent for whoever may not see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    sales: Option<Vec<DaySales>>,
    /// What is short; absent for whoever may not see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    stock: Option<StockCounts>,
    /// How the server is; absent for whoever may not see it, and where something else watches.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    server: Option<ServerView>,
    /// Messages that the shop is to answer, at most 1,000; absent for whoever may not answer them, and while they cannot be counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 0)]
    messages_open: Option<i32>,
    /// Messages that should have been answered or closed by now, at most 1,000.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 0)]
    messages_late: Option<i32>,
    /// Reviews that nobody has read, at most 1,000; absent for whoever may not read them, and while they cannot be counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 0)]
    reviews_waiting: Option<i32>,
    /// Those of them that may hold a forbidden claim.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 0)]
    reviews_flagged: Option<i32>,
}

/// How many orders are in a state.
#[derive(Debug, Serialize, ToSchema)]
struct OrderCount {
    /// The state.
    status: OrderState,
    /// How many.
    #[schema(minimum = 0)]
    orders: i64,
}

/// What was ordered on a day, without what was cancelled.
#[derive(Debug, Serialize, ToSchema)]
struct DaySales {
    /// The day; it begins at midnight in India.
    #[schema(format = Date)]
    day: String,
    /// How many orders.
    #[schema(minimum = 0)]
    orders: i64,
    /// What they cost, in rupees.
    total: Rupees,
    /// What of it is paid, in rupees.
    paid: Rupees,
}

/// What is short.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StockCounts {
    /// Kinds of packs on sale of which a few are left.
    #[schema(minimum = 0)]
    low: i64,
    /// Kinds of packs on sale of which none can be bought.
    #[schema(minimum = 0)]
    sold_out: i64,
    /// Packs that came back and wait for somebody to look at them.
    #[schema(minimum = 0)]
    returned: i64,
    /// Packs that orders wait for and that are not there.
    #[schema(minimum = 0)]
    missing: i64,
}

impl From<ToldCount> for OrderCount {
    fn from(told: ToldCount) -> Self {
        Self {
            status: told.status().into(),
            orders: told.orders,
        }
    }
}

impl From<ToldSales> for DaySales {
    fn from(told: ToldSales) -> Self {
        Self {
            day: told.day,
            orders: told.orders,
            total: Rupees::from_paise(told.total_paise),
            paid: Rupees::from_paise(told.paid_paise),
        }
    }
}
