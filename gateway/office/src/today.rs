//! How the day stands: what waits, what was ordered, and what is short. Whoever may not see a part gets the others.

use axum::extract::State;
use proto::{
    catalog::v1::ProductState,
    contact::v1::CountTicketsRequest,
    inventory::v1::{Availability, ListStockLevelsRequest},
    order::v1::{
        CountOpenOrdersRequest, DaySales as ToldSales, ListOwedMoneyRequest, ListSalesRequest,
        OrderCount as ToldCount, SumCashRequest,
    },
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

/// The permission that a look at money to give back, or to come, needs.
const MONEY: &str = "payments.read";

/// The permission that a look at the cash of carriers needs.
const CASH: &str = "payments.record";

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
            counting::<ListOwedMoneyRequest>(),
            counting::<SumCashRequest>(),
        ])
        .await?;
    let server = if permits.may(SERVER) {
        server.read(OffsetDateTime::now_utc()).await
    } else {
        None
    };
    let orders = permits.take::<CountOpenOrdersRequest>()?;
    let (open, sales, stock, messages, reviews, money, cash) = tokio::try_join!(
        async { Ok::<_, Refused>(orders.call(CountOpenOrdersRequest {}).await?) },
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
        counted(permits.take_if_may(MONEY)?, (ListOwedMoneyRequest {}, "money")),
        counted(permits.take_if_may(CASH)?, (SumCashRequest {}, "cash")),
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
        to_give_back: money.map(|money| SomeMoney::of(money.orders.iter().map(|order| order.amount_paise))),
        to_be_paid: money.map(|money| SomeMoney::of(money.unpaid.iter().map(|order| order.amount_paise))),
        with_carriers: cash.map(|cash| {
            let collected = cash.carriers.into_iter().filter_map(|carrier| carrier.collected);
            let (orders, paise) = collected.fold((0, 0), |(orders, paise), sum| {
                (orders + sum.orders, paise + sum.amount_paise)
            });
            SomeMoney {
                orders,
                amount: Rupees::from_paise(paise),
            }
        }),
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
    /// Orders that nobody confirmed in half of the time that the shop has for it: they end by themselves. Absent when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1)]
    ending_orders: Option<i64>,
    /// When the first of these ends, in UTC; absent when there is none. It may end some minutes later.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    next_ends_at: Option<String>,
    /// What was sold in the last 30 days, the oldest first; absent for whoever may not see it.
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
    /// Money that people have to give back, of at most 500 orders; absent for whoever may not see it, and while it cannot be counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    to_give_back: Option<SomeMoney>,
    /// Money of orders that are paid later and are not yet, at most 500; absent as that is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    to_be_paid: Option<SomeMoney>,
    /// Cash that carriers have collected and not remitted; absent as that is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    with_carriers: Option<SomeMoney>,
}

/// Money of some orders.
#[derive(Debug, Serialize, ToSchema)]
struct SomeMoney {
    /// How many orders.
    #[schema(minimum = 0)]
    orders: i64,
    /// How much it is together, in rupees.
    amount: Rupees,
}

impl SomeMoney {
    fn of(paise: impl ExactSizeIterator<Item = i64>) -> Self {
        Self {
            orders: i64::try_from(paise.len()).unwrap_or(i64::MAX),
            amount: Rupees::from_paise(paise.sum()),
        }
    }
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

/// What was sold on a day, without orders that ended without their goods at the shopper, packs that came back and money that went back.
#[derive(Debug, Serialize, ToSchema)]
struct DaySales {
    /// The day; it begins at midnight in India.
    #[schema(format = Date)]
    day: String,
    /// How many orders.
    #[schema(minimum = 0)]
    orders: i64,
    /// What of them is sold, in rupees.
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
