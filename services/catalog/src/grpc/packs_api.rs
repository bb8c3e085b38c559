//! The gRPC service of pack names, for services that identify packs by product and weight.

use proto::catalog::v1::{
    self as contract, CatalogPack, FindPacksRequest, FindPacksResponse, ListPacksRequest, ListPacksResponse,
    NamePacksRequest, NamePacksResponse, ReportStockRequest, ReportStockResponse,
    pack_service_server::{PackService, PackServiceServer},
};
use runtime::{LARGEST_REQUEST, Services, status::Rule};
use sqlx::PgPool;
use tonic::{Request, Response, Status, async_trait};
use uuid::Uuid;

use crate::{
    error::Error,
    grpc::editing_messages::state_message,
    products::{
        pack_names::{self, ListedPack, NamedPack},
        product_state::ProductState,
    },
    shelves::shelf_store::{self, Shelf},
};

/// The maximum number of packs in a request.
const MOST_PACKS: usize = 1_000;

/// The maximum length of a page token, in characters. The token is a pack's name.
const LONGEST_TOKEN: usize = 40;

/// The gRPC service.
#[derive(Debug)]
pub struct PacksApi {
    /// The database.
    pub db: PgPool,
}

impl PacksApi {
    /// Adds the gRPC service to the server.
    pub async fn add_to(self, services: Services) -> Services {
        let server = PackServiceServer::new(self).max_decoding_message_size(LARGEST_REQUEST);
        services.add(server).await
    }
}

#[async_trait]
impl PackService for PacksApi {
    async fn find_packs(
        &self,
        request: Request<FindPacksRequest>,
    ) -> Result<Response<FindPacksResponse>, Status> {
        let skus = request.into_inner().skus;
        check("skus", skus.len())?;
        let found = pack_names::find(&self.db, &skus).await;
        let found = found.map_err(Error::from)?;
        Ok(Response::new(FindPacksResponse {
            packs: found.into_iter().map(message).collect(),
        }))
    }

    async fn name_packs(
        &self,
        request: Request<NamePacksRequest>,
    ) -> Result<Response<NamePacksResponse>, Status> {
        let packs = request.into_inner().packs;
        check("packs", packs.len())?;
        // A text that is not a UUID cannot be a product's id.
        let asked = packs.iter().filter_map(|pack| {
            let product_id = Uuid::parse_str(&pack.product_id).ok()?;
            Some((product_id, pack.weight_in_grams))
        });
        let (products, weights): (Vec<_>, Vec<_>) = asked.unzip();
        let named = pack_names::name(&self.db, &products, &weights).await;
        let named = named.map_err(Error::from)?;
        Ok(Response::new(NamePacksResponse {
            packs: named.into_iter().map(message).collect(),
        }))
    }

    async fn list_packs(
        &self,
        request: Request<ListPacksRequest>,
    ) -> Result<Response<ListPacksResponse>, Status> {
        let request = request.into_inner();
        if request.page_token.len() > LONGEST_TOKEN {
            let broken = Rule::Malformed.says("Send the token of the page before");
            let field = "page_token";
            return Err(Error::Invalid { field, broken }.into());
        }
        // Read the version before the packs: after a concurrent change the caller asks again.
        let version = pack_names::version(&self.db).await.map_err(Error::from)?;
        if version == request.known_version {
            return Ok(Response::new(ListPacksResponse {
                version,
                ..ListPacksResponse::default()
            }));
        }
        let listed = pack_names::list(&self.db, &request.page_token).await;
        let listed = listed.map_err(Error::from)?;
        let last = listed.last().filter(|_| listed.len() == pack_names::PAGE);
        Ok(Response::new(ListPacksResponse {
            next_page_token: last.map_or_else(String::new, |last| last.sku.clone()),
            packs: listed.into_iter().map(catalog_pack).collect(),
            version,
        }))
    }

    async fn report_stock(
        &self,
        request: Request<ReportStockRequest>,
    ) -> Result<Response<ReportStockResponse>, Status> {
        let packs = request.into_inner().packs;
        check("packs", packs.len())?;
        let shelves = packs.iter().filter_map(|pack| {
            Some(Shelf {
                product_id: Uuid::parse_str(&pack.product_id).ok()?,
                weight_in_grams: Some(pack.weight_in_grams).filter(|grams| *grams > 0)?,
                is_sold_out: pack.is_sold_out,
                lowest_mrp_paise: pack.lowest_mrp_paise.max(0),
            })
        });
        let shelves: Vec<_> = shelves.collect();
        shelf_store::keep(&self.db, &shelves).await.map_err(Error::from)?;
        Ok(Response::new(ReportStockResponse {}))
    }
}

fn catalog_pack(pack: ListedPack) -> CatalogPack {
    let state = ProductState::parse(&pack.state).map(state_message);
    CatalogPack {
        sku: pack.sku,
        product_id: pack.product_id.to_string(),
        weight_in_grams: pack.weight_in_grams,
        product_name: pack.product_name,
        state: state.unwrap_or_default().into(),
        price_paise: pack.price_paise,
    }
}

fn check(field: &'static str, packs: usize) -> Result<(), Error> {
    if packs <= MOST_PACKS {
        return Ok(());
    }
    let broken = Rule::TooMany { max: MOST_PACKS };
    let broken = broken.says(format!("Ask for at most {MOST_PACKS} packs at once"));
    Err(Error::Invalid { field, broken })
}

fn message(pack: NamedPack) -> contract::NamedPack {
    contract::NamedPack {
        sku: pack.sku,
        product_id: pack.product_id.to_string(),
        weight_in_grams: pack.weight_in_grams,
        product_name: pack.product_name,
    }
}
