//! The door: products and quotes as the contract has them.

use proto::catalog::v1 as contract;
use proto::catalog::v1::catalog_service_server::CatalogService;
use sqlx::PgPool;
use tonic::{Request, Response, Status, async_trait};
use uuid::Uuid;

use crate::{
    error::Error,
    product::{Product, ProductType},
    store,
};

/// Lines an order may have (decisions page), and so a request for quotes.
const MAX_LINES: usize = 50;

/// The gRPC service.
#[derive(Debug)]
pub struct Api {
    /// The products.
    pub db: PgPool,
}

#[async_trait]
impl CatalogService for Api {
    async fn list_products(
        &self,
        _: Request<contract::ListProductsRequest>,
    ) -> Result<Response<contract::ListProductsResponse>, Status> {
        let products = store::products(&self.db).await.map_err(Error::from)?;
        let products = products.into_iter().map(product).collect();
        Ok(Response::new(contract::ListProductsResponse { products }))
    }

    async fn get_product(
        &self,
        request: Request<contract::GetProductRequest>,
    ) -> Result<Response<contract::GetProductResponse>, Status> {
        // What is no UUID is no product's id either.
        let id = Uuid::parse_str(&request.into_inner().product_id).map_err(|_| Error::NotFound)?;
        let found = store::products_by_id(&self.db, &[id])
            .await
            .map_err(Error::from)?
            .pop();
        let product = product(found.ok_or(Error::NotFound)?);
        Ok(Response::new(contract::GetProductResponse {
            product: Some(product),
        }))
    }

    async fn quote_prices(
        &self,
        request: Request<contract::QuotePricesRequest>,
    ) -> Result<Response<contract::QuotePricesResponse>, Status> {
        let lines = request.into_inner().lines;
        if lines.len() > MAX_LINES {
            return Err(Error::TooManyLines(MAX_LINES).into());
        }
        let ids: Vec<_> = lines
            .iter()
            .filter_map(|line| Uuid::parse_str(&line.product_id).ok())
            .collect();
        let products = store::products_by_id(&self.db, &ids).await.map_err(Error::from)?;
        let quotes = lines.into_iter().map(|line| quote(line, &products)).collect();
        Ok(Response::new(contract::QuotePricesResponse { quotes }))
    }
}

fn quote(line: contract::QuoteLine, products: &[Product]) -> contract::Quote {
    let id = Uuid::parse_str(&line.product_id).ok();
    let product = products.iter().find(|product| Some(product.id) == id);
    let variant = product.and_then(|product| {
        product
            .variants()
            .find(|variant| variant.weight_in_grams == line.weight_in_grams)
    });
    contract::Quote {
        product_id: line.product_id,
        weight_in_grams: line.weight_in_grams,
        product_name: product
            .map(|product| product.product_name.clone())
            .unwrap_or_default(),
        price_paise: variant.map(|variant| variant.price.paise()),
    }
}

fn product(product: Product) -> contract::Product {
    let variants = product.variants().map(|variant| contract::Variant {
        weight_in_grams: variant.weight_in_grams,
        price_paise: variant.price.paise(),
    });
    let product_type = match product.product_type {
        ProductType::Box => contract::ProductType::Box,
        ProductType::Pouch => contract::ProductType::Pouch,
    };
    contract::Product {
        id: product.id.to_string(),
        variants: variants.collect(),
        product_name: product.product_name,
        hindi_name: product.hindi_name,
        tagline: product.tagline,
        r#type: product_type.into(),
        actual_price_paise: product.base_price.paise(),
        discount_percent: product.discount_percent,
        photos: product.photos.0,
        description: product.description,
        ingredients: product.ingredients.0,
        benefits: product.benefits.0,
        other_names: product.other_names.0,
        concerns: product.concerns.0,
        how_to_use: product.how_to_use,
        cautions: product.cautions,
        storage: product.storage,
    }
}
