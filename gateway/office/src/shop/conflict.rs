//! Why a change of the shop profile is refused, with the current profile.

use proto::catalog::v1 as contract;
use runtime::status;
use serde::Serialize;
use tonic::Status;
use utoipa::ToSchema;

use crate::{request::errors::ChangeError, shop::view::Shop};

/// The catalog's reason for a concurrent change.
const CHANGED: &str = "SHOP_CHANGED";

/// The error when the shop profile changed since the client read it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ShopConflict {
    /// Always false.
    #[schema(example = false)]
    success: bool,
    /// The reason, for staff.
    message: String,
    /// Always `SHOP_CHANGED`.
    #[schema(example = "SHOP_CHANGED")]
    code: &'static str,
    /// The current shop profile.
    data: Shop,
}

impl ShopConflict {
    /// Reads the catalog's error for a change of the shop profile.
    pub(super) fn from_status(status: Status) -> ChangeError<Self> {
        if status::details(&status).reason.as_deref() != Some(CHANGED) {
            return ChangeError::Api(status.into());
        }
        match Shop::from_contract(status::message::<contract::Shop>(&status)) {
            Ok(data) => ChangeError::Conflict(Box::new(Self {
                success: false,
                message: status.message().to_owned(),
                code: CHANGED,
                data,
            })),
            Err(error) => error.into(),
        }
    }
}
