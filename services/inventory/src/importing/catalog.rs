//! The client of the catalog: which pack a name means.

use std::collections::BTreeMap;

use proto::catalog::v1::{
    FindPacksRequest, NamePacksRequest, NamedPack, PackKey, pack_service_client::PackServiceClient,
};
use tonic::Status;

use crate::pack::{self, Pack};

/// Packs that the catalog is asked about at once.
const AT_ONCE: usize = 1_000;

/// The catalog as files of stock need it.
#[derive(Debug, Clone)]
pub struct Catalog(PackServiceClient<runtime::Client>);

/// What the catalog calls a pack.
#[derive(Debug, Clone, Default)]
pub struct PackName {
    /// The pack's name, such as P0012-100.
    pub sku: String,
    /// The product's name.
    pub product_name: String,
}

impl Catalog {
    /// A catalog reached through `client`.
    pub fn new(client: runtime::Client) -> Self {
        Self(PackServiceClient::new(client))
    }

    /// The packs that these names mean; a name that no pack has is not among them.
    pub async fn find(&self, skus: &[String]) -> Result<BTreeMap<String, Pack>, Status> {
        let mut found = BTreeMap::new();
        for skus in skus.chunks(AT_ONCE) {
            let request = FindPacksRequest { skus: skus.to_vec() };
            let mut catalog = self.0.clone();
            let answer = catalog.find_packs(runtime::repeatable(request)).await?;
            let packs = answer.into_inner().packs.into_iter();
            found.extend(packs.filter_map(|named| Some((named.sku.clone(), read(&named)?))));
        }
        Ok(found)
    }

    /// What these packs are called; one that there is no more is not among them.
    pub async fn name(&self, packs: impl Iterator<Item = Pack>) -> Result<BTreeMap<Pack, PackName>, Status> {
        let keys = packs.map(|pack| PackKey {
            product_id: pack.product_id.to_string(),
            weight_in_grams: pack.weight_in_grams,
        });
        let request = NamePacksRequest {
            packs: keys.collect(),
        };
        let mut catalog = self.0.clone();
        let answer = catalog.name_packs(runtime::repeatable(request)).await?;
        let named = answer.into_inner().packs.into_iter().filter_map(|named| {
            let pack = read(&named)?;
            let name = PackName {
                sku: named.sku,
                product_name: named.product_name,
            };
            Some((pack, name))
        });
        Ok(named.collect())
    }
}

fn read(named: &NamedPack) -> Option<Pack> {
    let product_id = pack::id(&named.product_id, "A product's id").ok()?;
    let weight_in_grams = Some(named.weight_in_grams).filter(|grams| *grams > 0)?;
    Some(Pack {
        product_id,
        weight_in_grams,
    })
}
