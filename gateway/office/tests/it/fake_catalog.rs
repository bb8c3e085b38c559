//! A fake catalog with two products, one per page.

use fakes::catalog::v1::{catalog_service_server::CatalogService, pack_service_server::PackService};
use proto::catalog::v1::{
    CatalogPack, ListPacksRequest, ListPacksResponse, ListProductsRequest, ListProductsResponse, Product,
    ProductState, Variant,
};
use tonic::{Request, Response, Status, async_trait};

pub(crate) const KARELA: &str = "01936f00-0000-7000-8000-000000000001";
pub(crate) const AMLA: &str = "01936f00-0000-7000-8000-000000000002";

pub(crate) struct FakeCatalog;

/// One pack per page; one pack is of a product no longer on sale.
#[async_trait]
impl PackService for FakeCatalog {
    async fn list_packs(
        &self,
        request: Request<ListPacksRequest>,
    ) -> Result<Response<ListPacksResponse>, Status> {
        assert!(
            request.metadata().get("staff-token").is_none(),
            "everybody may know"
        );
        let (product_id, product_name, state, next) = match request.into_inner().page_token.as_str() {
            "" => (AMLA, "Amla Powder", ProductState::Published, "2"),
            _ => (KARELA, "Karela Powder", ProductState::Archived, ""),
        };
        Ok(Response::new(ListPacksResponse {
            packs: vec![CatalogPack {
                product_id: product_id.to_owned(),
                product_name: product_name.to_owned(),
                state: state.into(),
                ..CatalogPack::default()
            }],
            next_page_token: next.to_owned(),
            version: "1".to_owned(),
        }))
    }
}

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
