//! Fakes of the services that own stock alerts and products.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard},
};

use proto::{
    catalog::v1::{
        GetProductRequest, GetProductResponse, GetShopRequest, GetShopResponse, ListProductsRequest,
        ListProductsResponse, Product, QuotePricesRequest, QuotePricesResponse, SearchProductsRequest,
        SearchProductsResponse, Shop, ShopFacts,
        catalog_service_server::{CatalogService, CatalogServiceServer},
        shop_service_server::{ShopService, ShopServiceServer},
    },
    inventory::v1::{
        AddStockAlertRequest, AddStockAlertResponse, AdjustBatchRequest, AdjustBatchResponse,
        ChangeReservationRequest, ChangeReservationResponse, ClaimStockAlertRequest, ClaimStockAlertResponse,
        EndStockAlertRequest, EndStockAlertResponse, FinalizeReservationsRequest,
        FinalizeReservationsResponse, GetLabelsRequest, GetLabelsResponse, GetReservationRequest,
        GetReservationResponse, ListAvailabilityRequest, ListAvailabilityResponse, ListBatchesRequest,
        ListBatchesResponse, ListOverdueRequest, ListOverdueResponse, ListReturnedPacksRequest,
        ListReturnedPacksResponse, Pack, RecallBatchRequest, RecallBatchResponse, ReceiveBatchRequest,
        ReceiveBatchResponse, ReleaseShipmentRequest, ReleaseShipmentResponse, ReleaseShipmentsRequest,
        ReleaseShipmentsResponse, ReserveRequest, ReserveResponse, ResolveReturnedPacksRequest,
        ResolveReturnedPacksResponse,
        inventory_service_server::{InventoryService, InventoryServiceServer},
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
    /// The shop profile. While it is `None`, requests for it fail.
    shop: Option<ShopFacts>,
    is_sold_out: bool,
    is_away: bool,
    forgets_nothing: bool,
}

#[derive(Clone, Default)]
struct Api(Arc<Mutex<Kept>>);

/// Both services.
pub(crate) struct StockOwners {
    api: Api,
    inventory: Served,
    catalog: Served,
}

impl StockOwners {
    pub(crate) async fn serve() -> Self {
        let api = Api::default();
        api.kept().products.push(KARELA.to_owned());
        Self {
            inventory: testkit::grpc(InventoryServiceServer::new(api.clone())).await,
            catalog: testkit::serve(|frame| {
                let shop = ShopServiceServer::new(api.clone());
                frame.serve_both(CatalogServiceServer::new(api.clone()), shop, &[])
            })
            .await,
            api,
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

    /// Sets the shop profile.
    pub(crate) fn say_of_the_shop(&self, facts: ShopFacts) {
        self.api.kept().shop = Some(facts);
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

fn not_asked<T>() -> Result<Response<T>, Status> {
    Err(Status::unimplemented("mails never ask for this"))
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

    async fn list_availability(
        &self,
        _: Request<ListAvailabilityRequest>,
    ) -> Result<Response<ListAvailabilityResponse>, Status> {
        not_asked()
    }

    async fn reserve(&self, _: Request<ReserveRequest>) -> Result<Response<ReserveResponse>, Status> {
        not_asked()
    }

    async fn change_reservation(
        &self,
        _: Request<ChangeReservationRequest>,
    ) -> Result<Response<ChangeReservationResponse>, Status> {
        not_asked()
    }

    async fn release_shipments(
        &self,
        _: Request<ReleaseShipmentsRequest>,
    ) -> Result<Response<ReleaseShipmentsResponse>, Status> {
        not_asked()
    }

    async fn finalize_reservations(
        &self,
        _: Request<FinalizeReservationsRequest>,
    ) -> Result<Response<FinalizeReservationsResponse>, Status> {
        not_asked()
    }

    async fn list_overdue(
        &self,
        _: Request<ListOverdueRequest>,
    ) -> Result<Response<ListOverdueResponse>, Status> {
        not_asked()
    }

    async fn receive_batch(
        &self,
        _: Request<ReceiveBatchRequest>,
    ) -> Result<Response<ReceiveBatchResponse>, Status> {
        not_asked()
    }

    async fn adjust_batch(
        &self,
        _: Request<AdjustBatchRequest>,
    ) -> Result<Response<AdjustBatchResponse>, Status> {
        not_asked()
    }

    async fn recall_batch(
        &self,
        _: Request<RecallBatchRequest>,
    ) -> Result<Response<RecallBatchResponse>, Status> {
        not_asked()
    }

    async fn list_stock_levels(
        &self,
        _: Request<proto::inventory::v1::ListStockLevelsRequest>,
    ) -> Result<Response<proto::inventory::v1::ListStockLevelsResponse>, Status> {
        not_asked()
    }

    async fn list_batches(
        &self,
        _: Request<ListBatchesRequest>,
    ) -> Result<Response<ListBatchesResponse>, Status> {
        not_asked()
    }

    async fn release_shipment(
        &self,
        _: Request<ReleaseShipmentRequest>,
    ) -> Result<Response<ReleaseShipmentResponse>, Status> {
        not_asked()
    }

    async fn list_returned_packs(
        &self,
        _: Request<ListReturnedPacksRequest>,
    ) -> Result<Response<ListReturnedPacksResponse>, Status> {
        not_asked()
    }

    async fn resolve_returned_packs(
        &self,
        _: Request<ResolveReturnedPacksRequest>,
    ) -> Result<Response<ResolveReturnedPacksResponse>, Status> {
        not_asked()
    }

    async fn get_reservation(
        &self,
        _: Request<GetReservationRequest>,
    ) -> Result<Response<GetReservationResponse>, Status> {
        not_asked()
    }

    async fn get_labels(&self, _: Request<GetLabelsRequest>) -> Result<Response<GetLabelsResponse>, Status> {
        not_asked()
    }

    async fn add_stock_alert(
        &self,
        _: Request<AddStockAlertRequest>,
    ) -> Result<Response<AddStockAlertResponse>, Status> {
        not_asked()
    }
}

#[async_trait]
impl ShopService for Api {
    async fn get_shop(&self, _: Request<GetShopRequest>) -> Result<Response<GetShopResponse>, Status> {
        let facts = self.there()?.shop.clone();
        let facts = facts.ok_or_else(|| Status::unavailable("it is away"))?;
        let shop = Some(Shop {
            version: 2,
            facts: Some(facts),
        });
        Ok(Response::new(GetShopResponse { shop }))
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

    async fn list_products(
        &self,
        _: Request<ListProductsRequest>,
    ) -> Result<Response<ListProductsResponse>, Status> {
        not_asked()
    }

    async fn search_products(
        &self,
        _: Request<SearchProductsRequest>,
    ) -> Result<Response<SearchProductsResponse>, Status> {
        not_asked()
    }

    async fn quote_prices(
        &self,
        _: Request<QuotePricesRequest>,
    ) -> Result<Response<QuotePricesResponse>, Status> {
        not_asked()
    }
}
