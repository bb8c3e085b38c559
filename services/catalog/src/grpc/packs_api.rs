//! The gRPC service of packs' names, for services that keep packs by their product and weight.

use proto::catalog::v1::{
    self as contract, FindPacksRequest, FindPacksResponse, NamePacksRequest, NamePacksResponse,
    pack_service_server::{PackService, PackServiceServer},
};
use runtime::{LARGEST_REQUEST, Services, status::Rule};
use sqlx::PgPool;
use tonic::{Request, Response, Status, async_trait};
use uuid::Uuid;

use crate::{
    error::Error,
    products::pack_names::{self, NamedPack},
};

/// Packs of a request at most.
const MOST_PACKS: usize = 1_000;

/// The gRPC service.
#[derive(Debug)]
pub struct PacksApi {
    /// The packs.
    pub db: PgPool,
}

impl PacksApi {
    /// Adds the gRPC service to those that are served.
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
        // A text that is no UUID is no product's id either.
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
