//! The batches of a pack.

use proto::inventory::v1::{ListBatchesRequest, Pack};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use web::{answer::Answer, request::query::QueryParams};

use crate::{
    request::errors::{ApiError, QueryErrors, StaffErrors},
    session::authorize::Session,
    stock::batch::Batch,
};

/// Lists the batches of a pack, earliest best-before date first.
#[utoipa::path(
    get,
    path = "/api/office/v1/stock/batches",
    tag = "stock",
    operation_id = "listBatches",
    params(BatchQuery),
    responses(
        (status = 200, description = "The batches", body = Answer<Batches>),
        QueryErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn list(
    session: Session,
    QueryParams(query): QueryParams<BatchQuery>,
) -> Result<Answer<Batches>, ApiError> {
    let authorization = session.authorize::<ListBatchesRequest>(&query.product_id).await?;
    let pack = Pack {
        product_id: query.product_id,
        weight_in_grams: query.weight_in_grams,
    };
    let of_pack = |page_token| ListBatchesRequest {
        pack: Some(pack.clone()),
        page_token,
    };
    let batches = authorization
        .read_all(of_pack, |page| (page.batches, page.next_page_token))
        .await?;
    Ok(Answer::new(Batches {
        batches: batches.into_iter().map(Batch::from).collect(),
    }))
}

/// The pack whose batches are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(crate) struct BatchQuery {
    /// The product's id.
    #[param(format = "uuid")]
    product_id: String,
    /// Weight of the pack, in grams.
    #[param(minimum = 1, example = 100)]
    weight_in_grams: i32,
}

/// The batches of a pack.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Batches {
    /// Earliest best-before date first.
    batches: Vec<Batch>,
}
