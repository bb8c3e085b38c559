//! Public calls of the catalog, which need no staff token.

use proto::catalog::v1::{
    CatalogPack, GetPhotoFileRequest, GetPhotoFileResponse, GetShopRequest, ListPacksRequest,
    ListProductsRequest, Product, Shop,
};
use runtime::repeatable;
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
            let asked = self
                .catalog
                .call(async |mut catalog| catalog.list_products(repeatable(request)).await);
            let page = asked.await?;
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
            let asked = self
                .packs
                .call(async |mut packs| packs.list_packs(repeatable(request)).await);
            let page = asked.await?;
            packs.extend(page.packs);
            if page.next_page_token.is_empty() {
                return Ok(packs);
            }
            page_token = page.next_page_token;
        }
    }

    /// Loads the shop profile, which is public; `None` if the catalog has no shop.
    pub(crate) async fn shop(&self) -> Result<Option<Shop>, Status> {
        let asked = self
            .shop
            .call(async |mut shop| shop.get_shop(repeatable(GetShopRequest {})).await);
        Ok(asked.await?.shop)
    }

    /// Loads a file of a photo, which is public.
    pub(crate) async fn photo_file(
        &self,
        request: GetPhotoFileRequest,
    ) -> Result<GetPhotoFileResponse, Status> {
        self.photos
            .call(async |mut photos| photos.get_photo_file(repeatable(request)).await)
            .await
    }
}
