//! Editing of products, through the gRPC API that the office calls.

mod claims;
mod conflicts;
mod creating;
mod history;
mod lists;
mod states;
mod stock;

use proto::catalog::v1::{
    CreateProductRequest, EditedProduct, GetEditedProductRequest, ListProductsRequest, ProductContent,
    ProductState, ProductType, SetProductStateRequest, UpdateProductRequest,
    catalog_service_client::CatalogServiceClient,
    product_editing_service_client::ProductEditingServiceClient,
    product_import_service_client::ProductImportServiceClient,
};
use runtime::{CallerSettings, Identity};
use testkit::{OfficeKeys, TestDatabase};
use tonic::{Request, Status, service::interceptor::InterceptedService, transport::Channel};

use crate::{Shelf, database};

/// Two staff members.
pub const BINA: &str = "0190b6a0-0000-7000-8000-00000000b17a";
pub const RAVI: &str = "0190b6a0-0000-7000-8000-0000000004a1";

/// A product that is not in the seed.
pub const GILOY: &str = "0190b6a0-0000-7000-a000-0000000061f0";

pub type Editing = ProductEditingServiceClient<InterceptedService<Channel, Identity>>;
pub type Importing = ProductImportServiceClient<InterceptedService<Channel, Identity>>;

/// The office with a catalog, and the shop's view of it.
pub struct Desk {
    pub database: TestDatabase,
    pub shelf: Shelf,
    editing: Editing,
    importing: Importing,
    keys: OfficeKeys,
}

impl Desk {
    pub async fn open() -> Self {
        Self::open_with(catalog::PhotoSettings::default()).await
    }

    /// Opens a desk with a photo store.
    pub async fn open_with(photos: catalog::PhotoSettings) -> Self {
        let database = database().await;
        let keys = OfficeKeys::new();
        let callers = CallerSettings {
            // For the storefront's gateway, which sends no proof here.
            unproven_callers: true,
            ..keys.callers()
        };
        let settings = catalog::Settings {
            database: database.settings(),
            events: outbox::Settings::new(testkit::nats_url()),
            photos,
        };
        let served = testkit::serve_to(callers, |frame| catalog::service(settings, frame)).await;
        let channel = Channel::builder(served.url()).connect_lazy();
        let mut catalog = CatalogServiceClient::new(channel.clone());
        testkit::eventually("the catalog answers", async || {
            catalog.list_products(ListProductsRequest::default()).await.ok()
        })
        .await;
        let editing = ProductEditingServiceClient::with_interceptor(channel.clone(), keys.identity());
        let importing = ProductImportServiceClient::with_interceptor(channel, keys.identity());
        let shelf = Shelf { catalog, served };
        Self {
            database,
            shelf,
            editing,
            importing,
            keys,
        }
    }

    /// A client without a token.
    pub fn editing(&self) -> Editing {
        self.editing.clone()
    }

    /// A client without a token, for product files.
    pub fn importing(&self) -> Importing {
        self.importing.clone()
    }

    /// A request with Bina's token.
    pub fn asked<C: runtime::Call>(&self, message: C) -> Request<C> {
        self.keys.request(BINA, message)
    }

    pub async fn create(&self, id: &str, content: ProductContent) -> Result<EditedProduct, Status> {
        let request = CreateProductRequest {
            product_id: id.to_owned(),
            content: Some(content),
        };
        let created = self.editing().create_product(self.asked(request)).await;
        Ok(created?.into_inner().product.expect("it comes along"))
    }

    pub async fn get(&self, id: &str) -> EditedProduct {
        let request = GetEditedProductRequest {
            product_id: id.to_owned(),
        };
        let got = self.editing().get_edited_product(self.asked(request)).await;
        let product = got.expect("it is there").into_inner().product;
        product.expect("it comes along")
    }

    pub async fn update(&self, version: i64, content: ProductContent) -> Result<EditedProduct, Status> {
        self.update_for(BINA, version, content).await
    }

    /// Updates Giloy as this staff member.
    pub async fn update_for(
        &self,
        staff_id: &str,
        version: i64,
        content: ProductContent,
    ) -> Result<EditedProduct, Status> {
        let request = UpdateProductRequest {
            product_id: GILOY.to_owned(),
            version,
            content: Some(content),
        };
        let request = self.keys.request(staff_id, request);
        let updated = self.editing().update_product(request).await?;
        Ok(updated.into_inner().product.expect("it comes along"))
    }

    /// Changes the content of the product with this name.
    pub async fn edit(&self, name: &str, change: impl FnOnce(&mut ProductContent)) -> EditedProduct {
        let told = self.named(name).await;
        let product = told.product.expect("it comes along");
        let mut content = ProductContent {
            product_name: product.product_name,
            hindi_name: product.hindi_name,
            tagline: product.tagline,
            r#type: product.r#type,
            actual_price_paise: product.actual_price_paise,
            discount_percent: product.discount_percent,
            photos: product.photos,
            description: product.description,
            ingredients: product.ingredients,
            benefits: product.benefits,
            other_names: product.other_names,
            concerns: product.concerns,
            how_to_use: product.how_to_use,
            cautions: product.cautions,
            storage: product.storage,
            tax_class: told.tax_class,
            hsn_code: told.hsn_code,
        };
        change(&mut content);
        let request = UpdateProductRequest {
            product_id: product.id,
            version: product.version,
            content: Some(content),
        };
        let request = self.asked(request);
        let updated = self.editing().update_product(request).await;
        let updated = updated.expect("it breaks no rule").into_inner();
        updated.product.expect("it comes along")
    }

    /// Changes the state of the product with this name, even if no pack is in stock.
    pub async fn move_to(&self, name: &str, state: ProductState) -> EditedProduct {
        let product = self.named(name).await.product.expect("it comes along");
        let request = SetProductStateRequest {
            product_id: product.id,
            version: product.version,
            state: state.into(),
            without_stock: true,
        };
        let request = self.asked(request);
        let changed = self.editing().set_product_state(request).await;
        let changed = changed.expect("it may be in this state").into_inner();
        changed.product.expect("it comes along")
    }

    /// Changes Giloy's state, even if no pack is in stock.
    pub async fn set_state(&self, version: i64, state: ProductState) -> Result<EditedProduct, Status> {
        self.set_state_with(version, state, true).await
    }

    /// Changes Giloy's state.
    pub async fn set_state_with(
        &self,
        version: i64,
        state: ProductState,
        without_stock: bool,
    ) -> Result<EditedProduct, Status> {
        let request = SetProductStateRequest {
            product_id: GILOY.to_owned(),
            version,
            state: state.into(),
            without_stock,
        };
        let request = self.asked(request);
        let changed = self.editing().set_product_state(request).await?;
        Ok(changed.into_inner().product.expect("it comes along"))
    }
}

/// A complete product without claims.
pub fn giloy() -> ProductContent {
    ProductContent {
        product_name: "Giloy Powder".to_owned(),
        hindi_name: "गिलोय".to_owned(),
        tagline: "Heart-leaved stem, milled".to_owned(),
        r#type: ProductType::Pouch.into(),
        actual_price_paise: 19_900,
        discount_percent: 10,
        photos: vec!["/images/products/giloy-800.webp".to_owned()],
        description: "The stem of a climber, dried in the shade and milled on stone.\n\nNothing is added."
            .to_owned(),
        ingredients: vec!["Dried stem (Tinospora cordifolia), 100%".to_owned()],
        benefits: vec!["A plain bitter for the kitchen".to_owned()],
        other_names: vec!["guduchi".to_owned()],
        concerns: vec!["immunity".to_owned()],
        how_to_use: "Stir a teaspoon into water.".to_owned(),
        cautions: "Not for use in pregnancy. Ask your doctor first if you have diabetes.".to_owned(),
        storage: "Keep the pack closed, cool and dry.".to_owned(),
        tax_class: "gst_5".to_owned(),
        hsn_code: "12119029".to_owned(),
    }
}

/// Giloy with another tagline.
pub fn with_tagline(tagline: &str) -> ProductContent {
    ProductContent {
        tagline: tagline.to_owned(),
        ..giloy()
    }
}

/// The reason code of a status.
pub fn reason(status: &Status) -> String {
    runtime::status::details(status).reason.unwrap_or_default()
}

/// The invalid fields.
pub fn fields(status: &Status) -> Vec<String> {
    let violations = runtime::status::details(status).violations.into_iter();
    violations.map(|violation| violation.field).collect()
}
