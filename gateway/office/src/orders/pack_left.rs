//! The available quantity of a pack, in error responses.

use proto::order::v1::{PackLeft as ContractPackLeft, PacksLeft};
use runtime::status;
use serde::Serialize;
use tonic::Status;
use utoipa::ToSchema;

/// The available quantity of a pack.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PackLeft {
    /// The product's id.
    #[schema(format = "uuid")]
    product_id: String,
    /// Weight of the pack, in grams.
    #[schema(minimum = 1, example = 100)]
    weight_in_grams: i32,
    /// The number of packs that can be bought; 0 if sold out.
    #[schema(minimum = 0, example = 3)]
    left: i32,
}

impl PackLeft {
    /// Reads the available quantities from the order service's error; `None` if it has none.
    pub(crate) fn from_status(status: &Status) -> Option<Vec<Self>> {
        let message: PacksLeft = status::message(status)?;
        Some(message.packs.into_iter().map(Self::from).collect())
    }
}

impl From<ContractPackLeft> for PackLeft {
    fn from(message: ContractPackLeft) -> Self {
        Self {
            product_id: message.product_id,
            weight_in_grams: message.weight_in_grams,
            left: message.left,
        }
    }
}
