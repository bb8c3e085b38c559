//! A fake catalog with two products, one per page.

use fakes::catalog::v1::catalog_service_server::CatalogService;
use proto::catalog::v1::{ListProductsRequest, ListProductsResponse, Product, Variant};
use tonic::{Request, Response, Status, async_trait};

pub(crate) const KARELA: &str = "01936f00-0000-7000-8000-000000000001";
pub(crate) const AMLA: &str = "01936f00-0000-7000-8000-000000000002";

pub(crate) struct FakeCatalog;

#[async_trait]
impl CatalogService for FakeCatalog {
    async fn list_products(
        &self,
        request: Request<ListProductsRequest>,
    ) -> Result<Response<ListProductsResponse>, Status> {
        assert!(
            request.metadata().get("staff-token").is_none(),
            "everybody may know"
        );
        let (id, (name, hindi_name), pack, next) = match request.into_inner().page_token.as_str() {
            "" => (
                KARELA,
                ("Karela Powder", "करेला पाउडर"),
                (100, 24_925, "P0001-100"),
                "2",
            ),
            _ => (AMLA, ("Amla Powder", ""), (250, 18_000, "P0002-250"), ""),
        };
        let (weight_in_grams, price_paise, sku) = pack;
        Ok(Response::new(ListProductsResponse {
            products: vec![Product {
                id: id.to_owned(),
                product_name: name.to_owned(),
                hindi_name: hindi_name.to_owned(),
                variants: vec![Variant {
                    weight_in_grams,
                    price_paise,
                    sku: sku.to_owned(),
                }],
                ..Product::default()
            }],
            next_page_token: next.to_owned(),
        }))
    }
}
