//! The gRPC service of the tax classification of products.

use proto::catalog::v1::{
    ClassifiedProduct, ClassifyProductsRequest, ClassifyProductsResponse,
    classification_service_server::{ClassificationService, ClassificationServiceServer},
};
use runtime::{LARGEST_REQUEST, Services, status::Rule};
use sqlx::PgPool;
use tonic::{Request, Response, Status, async_trait};
use uuid::Uuid;

use crate::{error::Error, products::classification};

/// The maximum number of products in a request.
const MOST_PRODUCTS: usize = 1_000;

/// The gRPC service.
#[derive(Debug)]
pub struct ClassificationApi {
    /// The database.
    pub db: PgPool,
}

impl ClassificationApi {
    /// Adds the gRPC service to the server.
    pub async fn add_to(self, services: Services) -> Services {
        let server = ClassificationServiceServer::new(self).max_decoding_message_size(LARGEST_REQUEST);
        services.add(server).await
    }
}

#[async_trait]
impl ClassificationService for ClassificationApi {
    async fn classify_products(
        &self,
        request: Request<ClassifyProductsRequest>,
    ) -> Result<Response<ClassifyProductsResponse>, Status> {
        let product_ids = request.into_inner().product_ids;
        if product_ids.len() > MOST_PRODUCTS {
            let broken = Rule::TooMany { max: MOST_PRODUCTS };
            let broken = broken.says(format!("Ask for at most {MOST_PRODUCTS} products at once"));
            let field = "product_ids";
            return Err(Error::Invalid { field, broken }.into());
        }
        // A text that is not a UUID cannot be a product's id.
        let asked: Vec<_> = product_ids
            .iter()
            .filter_map(|id| Uuid::parse_str(id).ok())
            .collect();
        let found = classification::find(&self.db, &asked)
            .await
            .map_err(Error::from)?;
        let found = found.into_iter().map(|found| ClassifiedProduct {
            product_id: found.product_id.to_string(),
            hsn_code: found.hsn_code,
            tax_class: found.tax_class,
        });
        Ok(Response::new(ClassifyProductsResponse {
            products: found.collect(),
        }))
    }
}
