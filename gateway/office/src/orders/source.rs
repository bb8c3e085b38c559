//! How an order reached the shop, as REST calls it.

use proto::order::v1::OrderSource;
use serde::Serialize;
use utoipa::ToSchema;

/// How an order reached the shop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Source {
    /// By the shop's own pages.
    Web,
    /// Somebody called, and staff wrote it down.
    Phone,
    /// Somebody wrote by `WhatsApp`, and staff wrote it down.
    Whatsapp,
}

impl From<OrderSource> for Source {
    fn from(told: OrderSource) -> Self {
        match told {
            OrderSource::Unspecified => Self::Web,
            OrderSource::Phone => Self::Phone,
            OrderSource::Whatsapp => Self::Whatsapp,
        }
    }
}
