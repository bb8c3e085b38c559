//! Why a change of a product is refused, with the current product or the claims where they are the reason.

use proto::catalog::v1::{FoundClaims, GetEditedProductRequest};
use runtime::status;
use serde::Serialize;
use tonic::Status;
use utoipa::ToSchema;
use web::answer::field_error::FieldError;

use crate::{
    products::view::{Product, claim::ProductClaim},
    request::errors::{ApiError, ChangeError},
    session::authorize::Session,
};

/// The catalog's reason for a concurrent change.
const CHANGED: &str = "PRODUCT_CHANGED";

/// The catalog's reason for claims that no staff member has accepted.
const CLAIMS: &str = "FORBIDDEN_CLAIMS";

/// The error when a product cannot be changed.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProductConflict {
    /// Always false.
    #[schema(example = false)]
    success: bool,
    /// The reason, for staff.
    message: String,
    /// The code: `PRODUCT_CHANGED`, `FORBIDDEN_CLAIMS`, `INCOMPLETE`, `NAME_TAKEN`, `NO_STOCK` or
    /// `ABOVE_MRP`.
    #[schema(example = "PRODUCT_CHANGED")]
    code: String,
    /// The fields to change, for `INCOMPLETE`, `NAME_TAKEN` and `ABOVE_MRP`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    errors: Vec<FieldError>,
    /// The current product, after a concurrent change; absent if it cannot be read now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    data: Option<Product>,
    /// The claims that no staff member has accepted; only the first ones.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    claims: Vec<ProductClaim>,
}

impl ProductConflict {
    /// Reads the catalog's error for a change of this product. The product is read again, because its texts
    /// do not fit into an error.
    pub(super) async fn from_status(
        session: &Session,
        product_id: &str,
        status: Status,
    ) -> ChangeError<Self> {
        let details = status::details(&status);
        let (data, claims) = match details.reason.as_deref() {
            Some(CHANGED) => (reload(session, product_id).await, Vec::new()),
            Some(CLAIMS) => (None, claims(&status)),
            _ => return ChangeError::Api(status.into()),
        };
        ChangeError::Conflict(Box::new(Self {
            success: false,
            message: status.message().to_owned(),
            code: details.reason.unwrap_or_default(),
            errors: Vec::new(),
            data,
            claims,
        }))
    }
}

/// Reads the current product; `None` if that fails, because the conflict itself is the answer.
async fn reload(session: &Session, product_id: &str) -> Option<Product> {
    let request = GetEditedProductRequest {
        product_id: product_id.to_owned(),
    };
    let read = session.call(product_id, request).await.ok()?;
    Product::from_contract(read.product).ok()
}

fn claims(status: &Status) -> Vec<ProductClaim> {
    let found: FoundClaims = status::message(status).unwrap_or_default();
    found.claims.into_iter().map(ProductClaim::from).collect()
}

/// Converts the catalog's error for a new product, whose id is `id` in REST.
pub(super) fn new_product_refused(status: Status) -> ApiError {
    match ApiError::from(status) {
        ApiError::Plain(error) => {
            let names = |field: &str| match field {
                "productId" => "id".to_owned(),
                field => field.to_owned(),
            };
            ApiError::Plain(error.rename_fields(names))
        }
        refused => refused,
    }
}
