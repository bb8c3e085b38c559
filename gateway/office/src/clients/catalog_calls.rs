//! Public calls of the catalog, which need no staff token.

use proto::catalog::v1::{CatalogPack, ListPacksRequest, ListProductsRequest, Product};
use tonic::Status;

use crate::clients::Clients;

/// Products per request, so that an answer stays well below the limit of 4 MiB.
const PRODUCTS_A_PAGE: i32 = 250;

impl Clients {
    /// Loads all products on sale. They are public.
    pub(crate) async fn all_products(&self) -> Result<Vec<Product>, Status> {
        let (mut products, mut page_token) = (Vec::new(), String::new());
        loop {
            let request = ListProductsRequest {
                page_size: PRODUCTS_A_PAGE,
                page_token,
            };
            let page = self.call(request).await?;
            products.extend(page.products);
            if page.next_page_token.is_empty() {
                return Ok(products);
            }
            page_token = page.next_page_token;
        }
    }

    /// Loads every pack of every product in any state, to name the packs in stock.
    pub(crate) async fn all_packs(&self) -> Result<Vec<CatalogPack>, Status> {
        let (mut packs, mut page_token) = (Vec::new(), String::new());
        loop {
            let request = ListPacksRequest {
                known_version: String::new(),
                page_token,
            };
            let page = self.call(request).await?;
            packs.extend(page.packs);
            if page.next_page_token.is_empty() {
                return Ok(packs);
            }
            page_token = page.next_page_token;
        }
    }
}
