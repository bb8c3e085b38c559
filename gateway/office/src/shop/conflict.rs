//! Why a change of the shop is refused, with the shop as it stands.

use proto::catalog::v1 as contract;
use runtime::status;
use serde::Serialize;
use tonic::Status;
use utoipa::ToSchema;

use crate::{request::refusal::OrConflict, shop::view::Shop};

/// The reason of the catalog when somebody else changed the shop before.
const CHANGED: &str = "SHOP_CHANGED";

/// An answer to a change of the shop that was made from another version than the shop has.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ShopConflict {
    /// Always false.
    #[schema(example = false)]
    success: bool,
    /// Why, fit for the people of the shop.
    message: String,
    /// Why: `SHOP_CHANGED`.
    #[schema(example = "SHOP_CHANGED")]
    code: &'static str,
    /// The shop as it stands.
    data: Shop,
}

impl ShopConflict {
    /// Reads what the catalog says to a change of the shop.
    pub(super) fn read(status: Status) -> OrConflict<Self> {
        if status::details(&status).reason.as_deref() != Some(CHANGED) {
            return OrConflict::Refused(status.into());
        }
        match Shop::read(status::message::<contract::Shop>(&status)) {
            Ok(data) => OrConflict::Conflict(Box::new(Self {
                success: false,
                message: status.message().to_owned(),
                code: CHANGED,
                data,
            })),
            Err(error) => error.into(),
        }
    }
}
