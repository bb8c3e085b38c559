//! A fake catalog whose packs a test sets.

use std::sync::{Arc, Mutex};

use fakes::catalog::v1::pack_service_server::PackService;
use proto::{
    catalog::v1::{
        CatalogPack, FindPacksRequest, FindPacksResponse, ListPacksRequest, ListPacksResponse,
        NamePacksRequest, NamePacksResponse, NamedPack, PackStock, ProductState, ReportStockRequest,
        ReportStockResponse,
    },
    inventory::v1::Pack,
};
use tonic::{Request, Response, Status, async_trait};

/// The page size, in packs.
const PAGE: usize = 100;

/// A catalog of packs at ₹99, named P0001-100, P0002-100 and so on, with the number of its changes and the
/// reported stock.
#[derive(Clone, Default)]
pub(crate) struct FakeCatalog(Arc<Mutex<(Vec<CatalogPack>, u32)>>, Arc<Mutex<Vec<PackStock>>>);

impl FakeCatalog {
    pub(crate) fn with(packs: &[Pack]) -> Self {
        let catalog = Self::default();
        for pack in packs {
            catalog.publish(pack);
        }
        catalog
    }

    /// Adds a pack that is on sale.
    pub(crate) fn publish(&self, pack: &Pack) {
        self.change(|packs| {
            let number = packs.len() + 1;
            packs.push(CatalogPack {
                sku: format!("P{number:04}-{}", pack.weight_in_grams),
                product_id: pack.product_id.clone(),
                weight_in_grams: pack.weight_in_grams,
                product_name: format!("Powder {number}"),
                state: ProductState::Published.into(),
                price_paise: 9_900,
            });
        });
    }

    /// Changes the packs.
    pub(crate) fn change(&self, change: impl FnOnce(&mut Vec<CatalogPack>)) {
        let mut known = self.0.lock().expect("the mutex is not poisoned");
        change(&mut known.0);
        known.1 += 1;
    }

    /// Returns the last reported stock of a pack.
    pub(crate) fn told_of(&self, pack: &Pack) -> Option<(bool, i64)> {
        let told = self.1.lock().expect("the mutex is not poisoned");
        let mut of_pack = told.iter().filter(|told| told.product_id == pack.product_id);
        of_pack
            .next_back()
            .map(|told| (told.is_sold_out, told.lowest_mrp_paise))
    }

    fn packs(&self) -> Vec<CatalogPack> {
        self.0.lock().expect("the mutex is not poisoned").0.clone()
    }

    fn named(&self, is_asked: impl Fn(&CatalogPack) -> bool) -> Vec<NamedPack> {
        let packs = self.packs().into_iter().filter(is_asked);
        let named = packs.map(|pack| NamedPack {
            sku: pack.sku,
            product_id: pack.product_id,
            weight_in_grams: pack.weight_in_grams,
            product_name: pack.product_name,
        });
        named.collect()
    }
}

#[async_trait]
impl PackService for FakeCatalog {
    async fn find_packs(
        &self,
        request: Request<FindPacksRequest>,
    ) -> Result<Response<FindPacksResponse>, Status> {
        let skus = request.into_inner().skus;
        let packs = self.named(|pack| skus.contains(&pack.sku));
        Ok(Response::new(FindPacksResponse { packs }))
    }

    async fn name_packs(
        &self,
        request: Request<NamePacksRequest>,
    ) -> Result<Response<NamePacksResponse>, Status> {
        let asked = request.into_inner().packs;
        let packs = self.named(|pack| asked.iter().any(|asked| asked.product_id == pack.product_id));
        Ok(Response::new(NamePacksResponse { packs }))
    }

    async fn report_stock(
        &self,
        request: Request<ReportStockRequest>,
    ) -> Result<Response<ReportStockResponse>, Status> {
        let packs = request.into_inner().packs;
        self.1.lock().expect("the mutex is not poisoned").extend(packs);
        Ok(Response::new(ReportStockResponse {}))
    }

    /// Returns a page of packs.
    async fn list_packs(
        &self,
        request: Request<ListPacksRequest>,
    ) -> Result<Response<ListPacksResponse>, Status> {
        let request = request.into_inner();
        let (packs, version) = self.0.lock().expect("the mutex is not poisoned").clone();
        let version = version.to_string();
        if request.known_version == version {
            return Ok(Response::new(ListPacksResponse {
                version,
                ..ListPacksResponse::default()
            }));
        }
        let number: usize = request.page_token.parse().unwrap_or(0);
        let is_last = number + PAGE >= packs.len();
        Ok(Response::new(ListPacksResponse {
            packs: packs.into_iter().skip(number).take(PAGE).collect(),
            next_page_token: if is_last {
                String::new()
            } else {
                (number + PAGE).to_string()
            },
            version,
        }))
    }
}
