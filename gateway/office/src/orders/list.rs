//! Orders of everybody: found by what somebody knows of one, or by where they stand.

use axum::http::{StatusCode, Uri};
use proto::order::v1::{OrderStatus, SearchOrdersRequest};
use runtime::status::Rule;
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};
use web::{Error, answer::Answer, request::query::QueryParams};

use crate::{
    orders::{state::OrderState, view::Order},
    request::refusal::{ReadsQuery, Refused, StaffOnly},
    session::authorize::Session,
};

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
    let request = SearchOrdersRequest {
        text: query.text.unwrap_or_default(),
        statuses: statuses.map(|state| OrderStatus::from(state).into()).collect(),
        page_size: 0,
        page_token: query.cursor.unwrap_or_default(),
    };
    let page = session.call("", request).await?;
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
