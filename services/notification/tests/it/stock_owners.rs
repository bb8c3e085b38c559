//! Fakes of the services that own stock alerts and products.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard},
};

use fakes::{
    FakeShop,
    catalog::v1::catalog_service_server::{CatalogService, CatalogServiceServer},
    inventory::v1::inventory_service_server::{InventoryService, InventoryServiceServer},
};
use proto::{
    catalog::v1::{GetProductRequest, GetProductResponse, Product},
    inventory::v1::{
        ClaimStockAlertRequest, ClaimStockAlertResponse, EndStockAlertRequest, EndStockAlertResponse, Pack,
    },
};
use runtime::Target;
use testkit::Served;
use tonic::{Request, Response, Status, async_trait};

/// The only product of this shop.
pub(crate) const KARELA: &str = "0192f3a0-7c00-7000-8000-000000000001";

#[derive(Default)]
struct Kept {
    /// Email addresses by alert id.
    alerts: BTreeMap<String, String>,
    /// The ids of products on sale.
    products: Vec<String>,
    is_sold_out: bool,
    is_away: bool,
    forgets_nothing: bool,
}

#[derive(Clone, Default)]
struct Api(Arc<Mutex<Kept>>);

/// Both services.
pub(crate) struct StockOwners {
    api: Api,
    /// The shop profile: none at first.
    pub(crate) shop: FakeShop,
    inventory: Served,
    catalog: Served,
}

impl StockOwners {
    pub(crate) async fn serve() -> Self {
        let (api, shop) = (Api::default(), FakeShop::default());
        api.kept().products.push(KARELA.to_owned());
        Self {
            inventory: testkit::grpc(InventoryServiceServer::new(api.clone())).await,
            catalog: testkit::serve(|frame| {
                let catalog = CatalogServiceServer::new(api.clone());
                frame.serve_both(catalog, shop.server(), proto::CONTRACT)
            })
            .await,
            api,
            shop,
        }
    }

    pub(crate) fn inventory_target(&self) -> Target {
        self.inventory.target()
    }

    pub(crate) fn catalog_target(&self) -> Target {
        self.catalog.target()
    }

    /// Stores a stock alert under this id.
    pub(crate) fn keep_alert(&self, id: &str, email: &str) {
        self.api.kept().alerts.insert(id.to_owned(), email.to_owned());
    }

    /// The email addresses of the stored alerts.
    pub(crate) fn waiting(&self) -> Vec<String> {
        self.api.kept().alerts.values().cloned().collect()
    }

    pub(crate) fn sold_out(&self, is_sold_out: bool) {
        self.api.kept().is_sold_out = is_sold_out;
    }

    pub(crate) fn sells_nothing(&self) {
        self.api.kept().products.clear();
    }

    pub(crate) fn away(&self, is_away: bool) {
        self.api.kept().is_away = is_away;
    }

    pub(crate) fn forgets_nothing(&self) {
        self.api.kept().forgets_nothing = true;
    }
}

impl Api {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().expect("the mutex is not poisoned")
    }

    /// The stored data. Fails if the service is set to unavailable.
    fn there(&self) -> Result<MutexGuard<'_, Kept>, Status> {
        let kept = self.kept();
        if kept.is_away {
            return Err(Status::unavailable("it is away"));
        }
        Ok(kept)
    }
}

#[async_trait]
impl InventoryService for Api {
    async fn claim_stock_alert(
        &self,
        request: Request<ClaimStockAlertRequest>,
    ) -> Result<Response<ClaimStockAlertResponse>, Status> {
        let kept = self.there()?;
        let email = kept.alerts.get(&request.get_ref().alert_id);
        let email = email.ok_or_else(|| Status::not_found("There is no such stock alert."))?;
        if kept.is_sold_out {
            return Ok(Response::new(ClaimStockAlertResponse::default()));
        }
        Ok(Response::new(ClaimStockAlertResponse {
            is_due: true,
            email: email.clone(),
            pack: Some(Pack {
                product_id: KARELA.to_owned(),
                weight_in_grams: 100,
            }),
        }))
    }

    async fn end_stock_alert(
        &self,
        request: Request<EndStockAlertRequest>,
    ) -> Result<Response<EndStockAlertResponse>, Status> {
        let mut kept = self.there()?;
        if kept.forgets_nothing {
            return Err(Status::unavailable("it is away"));
        }
        kept.alerts.remove(&request.get_ref().alert_id);
        Ok(Response::new(EndStockAlertResponse {}))
    }
}

#[async_trait]
impl CatalogService for Api {
    async fn get_product(
        &self,
        request: Request<GetProductRequest>,
    ) -> Result<Response<GetProductResponse>, Status> {
        let kept = self.there()?;
        let id = request.into_inner().product_id;
        if !kept.products.contains(&id) {
            return Err(Status::not_found("We do not sell this product."));
        }
        let product = Product {
            id,
            product_name: "Karela Powder".to_owned(),
            ..Product::default()
        };
        Ok(Response::new(GetProductResponse {
            product: Some(product),
        }))
    }
}
