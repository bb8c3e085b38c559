//! A fake catalog, with the calls that billing needs.

use fakes::{
    FakeShop,
    catalog::v1::classification_service_server::{ClassificationService, ClassificationServiceServer},
};
use proto::catalog::v1::{ClassifiedProduct, ClassifyProductsRequest, ClassifyProductsResponse, ShopFacts};
use testkit::Served;
use tonic::{Request, Response, Status, async_trait};

use crate::shop::Shared;

/// The shop profile, and an HSN code for all products.
#[derive(Clone)]
pub(crate) struct FakeCatalog {
    pub(crate) shop: FakeShop,
    pub(crate) hsn_code: Shared<String>,
    /// The number of classification calls.
    pub(crate) asked: Shared<u32>,
}

impl Default for FakeCatalog {
    fn default() -> Self {
        Self {
            shop: FakeShop::with(ShopFacts {
                name: "Vanmool".to_owned(),
                hindi_name: "वनमूल".to_owned(),
                legal_name: "Vanmool Herbals Private Limited".to_owned(),
                address_lines: vec!["12 Ring Road".to_owned(), "Surat 395007, Gujarat".to_owned()],
                phone: "+912612345678".to_owned(),
                email: "care@vanmool.example".to_owned(),
                food_licence: "10712034000123".to_owned(),
                gstin: "24AAPFU0939F1Z1".to_owned(),
                ..ShopFacts::default()
            }),
            hsn_code: Shared::new("1211".to_owned().into()),
            asked: Shared::default(),
        }
    }
}

impl FakeCatalog {
    pub(crate) async fn serve(&self) -> Served {
        let (shop, classes) = (self.shop.server(), ClassificationServiceServer::new(self.clone()));
        testkit::serve(|frame| frame.serve_both(shop, classes, proto::CONTRACT)).await
    }
}

#[async_trait]
impl ClassificationService for FakeCatalog {
    async fn classify_products(
        &self,
        request: Request<ClassifyProductsRequest>,
    ) -> Result<Response<ClassifyProductsResponse>, Status> {
        *self.asked.lock().expect("the mutex is not poisoned") += 1;
        let products = request
            .into_inner()
            .product_ids
            .into_iter()
            .map(|product_id| ClassifiedProduct {
                product_id,
                hsn_code: self.hsn_code.lock().expect("the mutex is not poisoned").clone(),
                tax_class: "unclassified".to_owned(),
            });
        let products = products.collect();
        Ok(Response::new(ClassifyProductsResponse { products }))
    }
}
