//! Orders of everybody: found by what somebody knows of one, or by where they stand.

use axum::http::{StatusCode, Uri};
use proto::order::v1::{OrderStatus, SearchOrdersRequest};
use runtime::status::Rule;
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use web::{Error, answer::Answer, request::query::QueryParams};

use crate::{
    clients::staff_token::about,
    orders::{one::as_kept, state::OrderState, view::Order},
    request::refusal::{ReadsQuery, Refused, StaffOnly},
    session::authorize::Session,
};

/// Numbers that may be asked for at once, as the order service has it.
const MOST_NUMBERS: usize = 100;

/// Orders, newest first.
#[utoipa::path(
    get,
    path = "/api/office/v1/orders",
    tag = "orders",
    operation_id = "listOrders",
    params(OrderQuery),
    responses(
        (status = 200, description = "A page of orders", body = Answer<OrderPage>),
        ReadsQuery,
        StaffOnly,
    ),
)]
pub(crate) async fn list(session: Session, uri: Uri) -> Result<Answer<OrderPage>, Refused> {
    let query = OrderQuery::read(&uri)?;
    let statuses = query.status.unwrap_or_default().into_iter();
    let numbers = query.number.unwrap_or_default();
    // A list of everybody's orders is about none of them; who asks for some looked at those.
    let calls = if numbers.is_empty() {
        vec![about::<SearchOrdersRequest>("")]
    } else {
        let numbers = numbers.iter();
        numbers
            .map(|number| about::<SearchOrdersRequest>(number))
            .collect()
    };
    let permit = session.permits(&calls).await?.take::<SearchOrdersRequest>()?;
    let request = SearchOrdersRequest {
        text: query.text.unwrap_or_default(),
        statuses: statuses.map(|state| OrderStatus::from(state).into()).collect(),
        page_size: i32::try_from(numbers.len()).map_err(|_| too_many())?,
        page_token: query.cursor.unwrap_or_default(),
        order_numbers: numbers,
    };
    let page = permit.call(request).await?;
    Ok(Answer::new(OrderPage {
        orders: page.orders.into_iter().map(Order::from).collect(),
        next: Some(page.next_page_token).filter(|next| !next.is_empty()),
    }))
}

/// Which orders?
#[derive(Debug, Default, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct OrderQuery {
    /// A number or its beginning, a mobile number, an address, a pincode, or a part of a name.
    #[param(nullable = false)]
    text: Option<String>,
    /// Only in one of these states; may be sent several times.
    #[param(nullable = false)]
    status: Option<Vec<OrderState>>,
    /// Only those with one of these numbers, which come on one page; may be sent a hundred times, without `text`.
    #[param(nullable = false, max_items = 100)]
    number: Option<Vec<String>>,
    /// The `next` of the page before.
    #[param(nullable = false)]
    cursor: Option<String>,
}

impl OrderQuery {
    /// Reads the query of an address; parameters that are empty or that nobody knows are passed over.
    fn read(uri: &Uri) -> Result<Self, Error> {
        let QueryParams(pairs) = QueryParams::<Vec<(String, String)>>::read(uri)?;
        let mut query = Self::default();
        for (name, value) in pairs.into_iter().filter(|(_, value)| !value.is_empty()) {
            match name.as_str() {
                "text" => query.text = Some(value),
                "cursor" => query.cursor = Some(value),
                "number" => {
                    let numbers = query.number.get_or_insert_default();
                    let number = as_kept(&value);
                    if !numbers.contains(&number) {
                        numbers.push(number);
                    }
                    if numbers.len() > MOST_NUMBERS {
                        return Err(too_many());
                    }
                }
                "status" => {
                    let state = OrderState::read(&value).ok_or_else(unknown_state)?;
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
    /// Asks for the page after this one, as `cursor`; absent when there is none.
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
        let uri = Uri::from_static("/orders?text=Asha+Patel&status=placed&status=came_back&cursor=&page=2");
        let query = OrderQuery::read(&uri).unwrap();
        assert_eq!(query.text.as_deref(), Some("Asha Patel"));
        let states = vec![OrderState::Placed, OrderState::CameBack];
        assert_eq!(query.status, Some(states));
        assert_eq!(query.cursor, None);
        assert!(OrderQuery::read(&Uri::from_static("/orders?status=gone")).is_err());
    }

    #[test]
    fn a_hundred_numbers_may_be_asked_for_each_once() {
        let uri = Uri::from_static("/orders?number=VM-1&number=+vm-1&number=VM-2");
        let numbers = OrderQuery::read(&uri).unwrap().number.unwrap();
        assert_eq!(numbers, ["VM-1", "VM-2"]);
        let many = |count: usize| {
            let numbers: Vec<_> = (0..count).map(|at| format!("number=VM-{at}")).collect();
            let uri: Uri = format!("/orders?{}", numbers.join("&")).parse().unwrap();
            OrderQuery::read(&uri)
        };
        assert_eq!(many(MOST_NUMBERS).unwrap().number.unwrap().len(), MOST_NUMBERS);
        assert!(many(MOST_NUMBERS + 1).is_err());
    }

    #[test]
    fn fuzz_of_order_queries() {
        let corpus = ["text=a&status=placed", "status=placed&status=", "%ff=%", "&&=="];
        fuzz::feed_text("order queries", &corpus, |text| {
            let Ok(uri) = format!("/orders?{text}").parse::<Uri>() else {
                return;
            };
            if let Err(error) = OrderQuery::read(&uri) {
                assert!(error.into_response().status().is_client_error());
            }
        });
    }
}
