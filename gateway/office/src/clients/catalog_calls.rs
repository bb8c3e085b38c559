//! Public calls of the catalog, which need no staff token.

use proto::catalog::v1::{ListProductsRequest, Product};
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
}
