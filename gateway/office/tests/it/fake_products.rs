//! A fake list of products, with two of them.

use std::sync::{Arc, Mutex};

use fakes::catalog::v1::{
    catalog_service_server::CatalogServiceServer,
    product_editing_service_server::{ProductEditingService, ProductEditingServiceServer, SERVICE_NAME},
};
use proto::catalog::v1::{
    EditedProduct, ListEditedProductsRequest, ListEditedProductsResponse, Product, ProductState, ProductType,
};
use testkit::Served;
use tonic::{Request, Response, Status, async_trait};

use crate::{
    fake_catalog::{FakeCatalog, KARELA},
    record::Record,
};

/// Serves the catalog except photos and the shop profile.
pub(crate) async fn serve_catalog(products: FakeProducts) -> Served {
    testkit::serve(|frame| async move {
        let services = frame
            .services(proto::CONTRACT)?
            .add(CatalogServiceServer::new(FakeCatalog))
            .await;
        let services = services.add(ProductEditingServiceServer::new(products)).await;
        frame.serve_all(services).await
    })
    .await
}

/// The token of the last page.
const NEXT: &str = "7_x";

#[derive(Clone)]
pub(crate) struct FakeProducts {
    record: Record,
    /// The lists that were requested.
    pub(crate) lists: Arc<Mutex<Vec<ListEditedProductsRequest>>>,
}

fn product() -> EditedProduct {
    let product = Product {
        id: KARELA.to_owned(),
        product_name: "Karela Powder".to_owned(),
        hindi_name: "करेला".to_owned(),
        tagline: "Bitter gourd".to_owned(),
        r#type: ProductType::Pouch.into(),
        actual_price_paise: 24_900,
        discount_percent: 20,
        photos: vec!["/images/products/karela-800.webp".to_owned()],
        description: "A bitter gourd.".to_owned(),
        ingredients: vec!["Bitter gourd".to_owned(), "Salt".to_owned()],
        benefits: vec!["A plain bitter".to_owned()],
        other_names: vec!["karela".to_owned()],
        concerns: vec!["digestion".to_owned()],
        how_to_use: "It cures.".to_owned(),
        cautions: "Ask a doctor.".to_owned(),
        storage: "Keep it dry.".to_owned(),
        version: 7,
        ..Product::default()
    };
    EditedProduct {
        product: Some(product),
        state: ProductState::Published.into(),
        tax_class: "gst_5".to_owned(),
        hsn_code: "121190".to_owned(),
        ..EditedProduct::default()
    }
}

/// A draft with only the required content and a name that looks like a formula.
fn plain_draft() -> EditedProduct {
    let product = Product {
        id: "0190b6a0-0000-7000-a000-000000000d4a".to_owned(),
        product_name: "-5 Herbs, \"mixed\"".to_owned(),
        r#type: ProductType::Box.into(),
        actual_price_paise: 100,
        version: 1,
        ..Product::default()
    };
    EditedProduct {
        product: Some(product),
        state: ProductState::Draft.into(),
        tax_class: "unclassified".to_owned(),
        hsn_code: "1211".to_owned(),
        ..EditedProduct::default()
    }
}

impl FakeProducts {
    pub(crate) fn new(record: Record) -> Self {
        Self {
            record,
            lists: Arc::default(),
        }
    }
}

#[async_trait]
impl ProductEditingService for FakeProducts {
    async fn list_edited_products(
        &self,
        request: Request<ListEditedProductsRequest>,
    ) -> Result<Response<ListEditedProductsResponse>, Status> {
        let asked = self.record.admit(SERVICE_NAME, "ListEditedProducts", request)?;
        let is_last = asked.page_token == NEXT;
        self.lists.lock().unwrap().push(asked);
        if is_last {
            return Ok(Response::new(ListEditedProductsResponse {
                products: vec![plain_draft()],
                next_page_token: String::new(),
            }));
        }
        Ok(Response::new(ListEditedProductsResponse {
            products: vec![product()],
            next_page_token: NEXT.to_owned(),
        }))
    }
}
