//! Lists and searches the orders of all shoppers.

use axum::http::{StatusCode, Uri};
use proto::order::v1::{OrderStatus, SearchOrdersRequest};
use runtime::status::Rule;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use web::{
    Error,
    answer::Answer,
    order::state::OrderState,
    request::{json_body::JsonBody, query::QueryParams},
};

use crate::{
    clients::staff_token::about,
    orders::{one::normalized_number, view::Order},
    request::errors::{ApiError, BodyErrors, QueryErrors, StaffErrors},
    session::authorize::Session,
};

/// The most order numbers in one request, a limit of the order service.
const MOST_NUMBERS: usize = 100;

/// Lists orders, newest first.
#[utoipa::path(
    get,
    path = "/api/office/v1/orders",
    tag = "orders",
    operation_id = "listOrders",
    params(OrderQuery),
    responses(
        (status = 200, description = "A page of orders", body = Answer<OrderPage>),
        QueryErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn list(session: Session, uri: Uri) -> Result<Answer<OrderPage>, ApiError> {
    let query = OrderQuery::from_uri(&uri)?;
    let numbers = query.number.unwrap_or_default();
    let search = OrderSearch {
        text: String::new(),
        status: query.status.unwrap_or_default(),
        cursor: query.cursor.unwrap_or_default(),
    };
    page(session, search, numbers).await
}

/// Searches orders by number, name, mobile number, email address or pincode, newest first.
///
/// It is a POST, so that no URL contains personal data.
#[utoipa::path(
    post,
    path = "/api/office/v1/orders/searches",
    tag = "orders",
    operation_id = "searchOrders",
    request_body = OrderSearch,
    responses(
        (status = 200, description = "A page of orders", body = Answer<OrderPage>),
        BodyErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn search(
    session: Session,
    JsonBody(search): JsonBody<OrderSearch>,
) -> Result<Answer<OrderPage>, ApiError> {
    page(session, search, Vec::new()).await
}

async fn page(
    session: Session,
    search: OrderSearch,
    numbers: Vec<String>,
) -> Result<Answer<OrderPage>, ApiError> {
    let statuses = search.status.into_iter();
    // The log entry of a list names no order. A request by numbers gets one log entry per order.
    let calls = if numbers.is_empty() {
        vec![about::<SearchOrdersRequest>("")]
    } else {
        let numbers = numbers.iter();
        numbers
            .map(|number| about::<SearchOrdersRequest>(number))
            .collect()
    };
    let authorization = session
        .authorize_all(&calls)
        .await?
        .take::<SearchOrdersRequest>()?;
    let request = SearchOrdersRequest {
        text: search.text,
        statuses: statuses.map(|state| OrderStatus::from(state).into()).collect(),
        page_size: i32::try_from(numbers.len()).map_err(|_| too_many())?,
        page_token: search.cursor,
        order_numbers: numbers,
    };
    let page = authorization.call(request).await?;
    Ok(Answer::new(OrderPage {
        orders: page.orders.into_iter().map(Order::from).collect(),
        next: Some(page.next_page_token).filter(|next| !next.is_empty()),
    }))
}

/// A search for orders.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct OrderSearch {
    /// An order number or its beginning, a mobile number, an email address, a pincode, or part of a name.
    #[schema(max_length = 100, example = "Asha Patel")]
    text: String,
    /// Only orders in one of these states; empty for all.
    #[serde(default)]
    #[schema(max_items = 10)]
    status: Vec<OrderState>,
    /// The `next` value of the previous page.
    #[serde(default)]
    cursor: String,
}

/// Which orders to list.
#[derive(Debug, Default, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct OrderQuery {
    /// Only orders in one of these states; may be repeated.
    #[param(nullable = false)]
    status: Option<Vec<OrderState>>,
    /// Only orders with one of these numbers, all on one page; may be repeated up to a hundred times.
    #[param(nullable = false, max_items = 100)]
    number: Option<Vec<String>>,
    /// The `next` value of the previous page.
    #[param(nullable = false)]
    cursor: Option<String>,
}

impl OrderQuery {
    /// Parses the query of a URL; empty and unknown parameters are ignored.
    fn from_uri(uri: &Uri) -> Result<Self, Error> {
        let QueryParams(pairs) = QueryParams::<Vec<(String, String)>>::from_uri(uri)?;
        let mut query = Self::default();
        for (name, value) in pairs.into_iter().filter(|(_, value)| !value.is_empty()) {
            match name.as_str() {
                "cursor" => query.cursor = Some(value),
                "number" => {
                    let numbers = query.number.get_or_insert_default();
                    let number = normalized_number(&value);
                    if !numbers.contains(&number) {
                        numbers.push(number);
                    }
                    if numbers.len() > MOST_NUMBERS {
                        return Err(too_many());
                    }
                }
                "status" => {
                    let state = OrderState::parse(&value).ok_or_else(unknown_state)?;
                    query.status.get_or_insert_default().push(state);
                }
                _ => {}
            }
        }
        Ok(query)
    }
}

fn too_many() -> Error {
    let rule = Rule::TooMany { max: MOST_NUMBERS };
    let broken = rule.says(format!("must be {MOST_NUMBERS} numbers or fewer"));
    Error::field(StatusCode::UNPROCESSABLE_ENTITY, "number", broken)
}

fn unknown_state() -> Error {
    let broken = Rule::Unknown.says("must be the state of an order, such as placed");
    Error::field(StatusCode::UNPROCESSABLE_ENTITY, "status", broken)
}

/// A page of orders.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OrderPage {
    /// Newest first.
    orders: Vec<Order>,
    /// The `cursor` of the next page; absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next: Option<String>,
}

#[cfg(test)]
mod tests {
    use axum::response::IntoResponse as _;

    use super::*;

    #[test]
    fn a_state_may_be_asked_for_several_times() {
        let uri = Uri::from_static("/orders?status=placed&status=returned_to_origin&cursor=&page=2");
        let query = OrderQuery::from_uri(&uri).unwrap();
        let states = vec![OrderState::Placed, OrderState::ReturnedToOrigin];
        assert_eq!(query.status, Some(states));
        assert_eq!(query.cursor, None);
        assert!(OrderQuery::from_uri(&Uri::from_static("/orders?status=gone")).is_err());
    }

    #[test]
    fn a_hundred_numbers_may_be_asked_for_each_once() {
        let uri = Uri::from_static("/orders?number=VM-1&number=+vm-1&number=VM-2");
        let numbers = OrderQuery::from_uri(&uri).unwrap().number.unwrap();
        assert_eq!(numbers, ["VM-1", "VM-2"]);
        let many = |count: usize| {
            let numbers: Vec<_> = (0..count).map(|at| format!("number=VM-{at}")).collect();
            let uri: Uri = format!("/orders?{}", numbers.join("&")).parse().unwrap();
            OrderQuery::from_uri(&uri)
        };
        assert_eq!(many(MOST_NUMBERS).unwrap().number.unwrap().len(), MOST_NUMBERS);
        assert!(many(MOST_NUMBERS + 1).is_err());
    }

    #[test]
    fn fuzz_of_order_queries() {
        let corpus = ["number=a&status=placed", "status=placed&status=", "%ff=%", "&&=="];
        fuzz::feed_text("order queries", &corpus, |text| {
            let Ok(uri) = format!("/orders?{text}").parse::<Uri>() else {
                return;
            };
            if let Err(error) = OrderQuery::from_uri(&uri) {
                assert!(error.into_response().status().is_client_error());
            }
        });
    }
}
