//! The source of an order, in the terms of the REST API.

use proto::order::v1::OrderSource;
use serde::Serialize;
use utoipa::ToSchema;

/// The source of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Source {
    /// The shop's own pages.
    Web,
    /// A phone call; staff entered the order.
    Phone,
    /// A `WhatsApp` message; staff entered the order.
    Whatsapp,
}

impl From<OrderSource> for Source {
    fn from(value: OrderSource) -> Self {
        match value {
            OrderSource::Unspecified => Self::Web,
            OrderSource::Phone => Self::Phone,
            OrderSource::Whatsapp => Self::Whatsapp,
        }
    }
}
