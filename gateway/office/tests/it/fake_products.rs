//! A fake catalog for product editing, with one product.

use std::sync::{Arc, Mutex};

use fakes::catalog::v1::{
    catalog_service_server::CatalogServiceServer,
    product_editing_service_server::{ProductEditingService, ProductEditingServiceServer, SERVICE_NAME},
    shop_editing_service_server::ShopEditingServiceServer,
    shop_service_server::ShopServiceServer,
};
use proto::catalog::v1::{
    AcceptClaimsRequest, AcceptClaimsResponse, ChangedField, CheckClaimsRequest, CheckClaimsResponse,
    CreateProductRequest, CreateProductResponse, EditedProduct, FoundClaim, GetEditedProductRequest,
    GetEditedProductResponse, ListEditedProductsRequest, ListEditedProductsResponse,
    ListProductChangesRequest, ListProductChangesResponse, Product, ProductChange, ProductContent,
    ProductState, ProductType, SetProductStateRequest, SetProductStateResponse, UpdateProductRequest,
    UpdateProductResponse, Variant,
};
use testkit::Served;
use tonic::{Request, Response, Status, async_trait};

use crate::{
    fake_catalog::{FakeCatalog, KARELA},
    fake_shop::FakeShop,
    fake_staff::ASHA,
    record::Record,
};

/// Serves the whole catalog except photos.
pub(crate) async fn serve_catalog(products: FakeProducts, shop: FakeShop) -> Served {
    testkit::serve(|frame| async move {
        let services = frame
            .services(proto::CONTRACT)?
            .add(CatalogServiceServer::new(FakeCatalog))
            .await;
        let services = services.add(ProductEditingServiceServer::new(products)).await;
        let services = services.add(ShopServiceServer::new(shop.clone())).await;
        let services = services.add(ShopEditingServiceServer::new(shop)).await;
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
    /// The state changes that were requested.
    pub(crate) state_changes: Arc<Mutex<Vec<SetProductStateRequest>>>,
    /// The contents that were written.
    pub(crate) contents: Arc<Mutex<Vec<ProductContent>>>,
}

pub(crate) fn claim() -> FoundClaim {
    FoundClaim {
        field: "how_to_use".to_owned(),
        start: 3,
        end: 8,
        text: "cures".to_owned(),
        rule: "fssr-cure".to_owned(),
        explanation: "A food cures nothing".to_owned(),
        is_accepted: false,
    }
}

pub(crate) fn product() -> EditedProduct {
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
        variants: vec![Variant {
            weight_in_grams: 100,
            price_paise: 24_900,
            sku: "P0001-100".to_owned(),
        }],
        other_names: vec!["karela".to_owned()],
        concerns: vec!["digestion".to_owned()],
        how_to_use: "It cures.".to_owned(),
        cautions: "Ask a doctor.".to_owned(),
        storage: "Keep it dry.".to_owned(),
        version: 7,
    };
    EditedProduct {
        product: Some(product),
        state: ProductState::Published.into(),
        tax_class: "gst_5".to_owned(),
        hsn_code: "121190".to_owned(),
        claims: vec![claim()],
        changed_at: "2026-11-25T06:30:00Z".to_owned(),
        changed_by: ASHA.to_owned(),
    }
}

/// A draft with only the required content and a name that looks like a formula.
pub(crate) fn plain_draft() -> EditedProduct {
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
            state_changes: Arc::default(),
            contents: Arc::default(),
        }
    }

    fn admit<T>(&self, method: &str, request: Request<T>) -> Result<T, Status> {
        self.record.admit(SERVICE_NAME, method, request)
    }

    fn note(&self, content: Option<ProductContent>) {
        self.contents.lock().unwrap().extend(content);
    }
}

#[async_trait]
impl ProductEditingService for FakeProducts {
    async fn list_edited_products(
        &self,
        request: Request<ListEditedProductsRequest>,
    ) -> Result<Response<ListEditedProductsResponse>, Status> {
        let asked = self.admit("ListEditedProducts", request)?;
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

    async fn get_edited_product(
        &self,
        request: Request<GetEditedProductRequest>,
    ) -> Result<Response<GetEditedProductResponse>, Status> {
        self.admit("GetEditedProduct", request)?;
        let product = Some(product());
        Ok(Response::new(GetEditedProductResponse { product }))
    }

    async fn create_product(
        &self,
        request: Request<CreateProductRequest>,
    ) -> Result<Response<CreateProductResponse>, Status> {
        let asked = self.admit("CreateProduct", request)?;
        self.note(asked.content);
        let draft = EditedProduct {
            state: ProductState::Draft.into(),
            claims: Vec::new(),
            changed_at: String::new(),
            changed_by: String::new(),
            ..product()
        };
        let product = Some(draft);
        Ok(Response::new(CreateProductResponse { product }))
    }

    async fn update_product(
        &self,
        request: Request<UpdateProductRequest>,
    ) -> Result<Response<UpdateProductResponse>, Status> {
        let asked = self.admit("UpdateProduct", request)?;
        self.note(asked.content);
        let product = Some(product());
        Ok(Response::new(UpdateProductResponse { product }))
    }

    async fn set_product_state(
        &self,
        request: Request<SetProductStateRequest>,
    ) -> Result<Response<SetProductStateResponse>, Status> {
        let asked = self.admit("SetProductState", request)?;
        let state = asked.state;
        self.state_changes.lock().unwrap().push(asked);
        let product = Some(EditedProduct { state, ..product() });
        Ok(Response::new(SetProductStateResponse { product }))
    }

    async fn accept_claims(
        &self,
        request: Request<AcceptClaimsRequest>,
    ) -> Result<Response<AcceptClaimsResponse>, Status> {
        self.admit("AcceptClaims", request)?;
        let product = Some(product());
        Ok(Response::new(AcceptClaimsResponse { product }))
    }

    async fn check_claims(
        &self,
        request: Request<CheckClaimsRequest>,
    ) -> Result<Response<CheckClaimsResponse>, Status> {
        self.admit("CheckClaims", request)?;
        let claims = vec![claim()];
        Ok(Response::new(CheckClaimsResponse { claims }))
    }

    async fn list_product_changes(
        &self,
        request: Request<ListProductChangesRequest>,
    ) -> Result<Response<ListProductChangesResponse>, Status> {
        self.admit("ListProductChanges", request)?;
        let field = |field: &str, before: &str, after: &str| ChangedField {
            field: field.to_owned(),
            before: before.to_owned(),
            after: after.to_owned(),
        };
        Ok(Response::new(ListProductChangesResponse {
            changes: vec![ProductChange {
                version: 7,
                changed_at: "2026-11-25T06:30:00Z".to_owned(),
                changed_by: ASHA.to_owned(),
                fields: vec![
                    field("actual_price_paise", "", "24900"),
                    field("how_to_use", "2600", "It cures."),
                ],
                reason: String::new(),
            }],
            next_page_token: "7".to_owned(),
        }))
    }
}
