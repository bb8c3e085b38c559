//! Why a change of a product is refused; with the product as it stands, or with the claims, where those are why.

use proto::catalog::v1::{FoundClaims, GetEditedProductRequest};
use runtime::status;
use serde::Serialize;
use tonic::Status;
use utoipa::ToSchema;
use web::answer::field_error::FieldError;

use crate::{
    products::view::{Product, claim::ProductClaim},
    request::refusal::{OrConflict, Refused},
    session::authorize::Session,
};

/// The reason of the catalog when somebody else changed the product before.
const CHANGED: &str = "PRODUCT_CHANGED";

/// The reason of the catalog when nobody answers for what the texts claim.
const CLAIMS: &str = "FORBIDDEN_CLAIMS";

/// An answer to a change of a product that cannot be made as things stand.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProductConflict {
    /// Always false.
    #[schema(example = false)]
    success: bool,
    /// Why, fit for the people of the shop.
    message: String,
    /// Why: `PRODUCT_CHANGED`, `FORBIDDEN_CLAIMS`, `INCOMPLETE` or `NAME_TAKEN`.
    #[schema(example = "PRODUCT_CHANGED")]
    code: String,
    /// What is to be changed, field of the content by field, when it is incomplete or its name is taken.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    errors: Vec<FieldError>,
    /// The product as it stands, when somebody else changed it; absent when it cannot be read now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    data: Option<Product>,
    /// The claims that nobody answers for, the first of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    claims: Vec<ProductClaim>,
}

impl ProductConflict {
    /// Reads what the catalog says to a change of this product. Its texts are too long for a refusal, so that they are read again.
    pub(super) async fn read(session: &Session, product_id: &str, status: Status) -> OrConflict<Self> {
        let details = status::details(&status);
        let (data, claims) = match details.reason.as_deref() {
            Some(CHANGED) => (again(session, product_id).await, Vec::new()),
            Some(CLAIMS) => (None, claims(&status)),
            _ => return OrConflict::Refused(status.into()),
        };
        OrConflict::Conflict(Box::new(Self {
            success: false,
            message: status.message().to_owned(),
            code: details.reason.unwrap_or_default(),
            errors: Vec::new(),
            data,
            claims,
        }))
    }
}

/// The product as it stands; none when it cannot be read: that it was changed is what matters.
async fn again(session: &Session, product_id: &str) -> Option<Product> {
    let request = GetEditedProductRequest {
        product_id: product_id.to_owned(),
    };
    let read = session.call(product_id, request).await.ok()?;
    Product::read(read.product).ok()
}

fn claims(status: &Status) -> Vec<ProductClaim> {
    let found: FoundClaims = status::message(status).unwrap_or_default();
    found.claims.into_iter().map(ProductClaim::from).collect()
}

/// What the catalog says to a new product, whose id REST calls `id`.
pub(super) fn new_product_refused(status: Status) -> Refused {
    match Refused::from(status) {
        Refused::Plain(error) => {
            let names = |field: &str| match field {
                "productId" => "id".to_owned(),
                field => field.to_owned(),
            };
            Refused::Plain(error.rename_fields(names))
        }
        refused => refused,
    }
}
