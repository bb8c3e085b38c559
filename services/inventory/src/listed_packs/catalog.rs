//! The client of the catalog: which packs there are, and which one a name means.

use std::collections::BTreeMap;

use proto::catalog::v1::{
    CatalogPack, FindPacksRequest, ListPacksRequest, NamePacksRequest, NamedPack, PackKey, PackStock,
    ProductState as Told, ReportStockRequest, pack_service_client::PackServiceClient,
};
use tonic::Status;

use crate::pack::{self, Pack};

/// Packs that the catalog is asked about at once.
const AT_ONCE: usize = 1_000;

/// The catalog as stock needs it.
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

/// How far a product is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProductState {
    /// The catalog has not named it.
    Unknown,
    /// Only staff see it.
    Draft,
    /// It is on sale.
    Published,
    /// It was on sale.
    Archived,
    /// The catalog does not know it any more.
    Deleted,
}

/// A pack as the catalog lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedPack {
    /// The pack's name, such as P0012-100.
    pub sku: String,
    /// The product's name.
    pub product_name: String,
    /// How far the product is.
    pub state: ProductState,
    /// What the pack is sold at, in paise; 0 while it is not on sale.
    pub price_paise: i64,
}

/// How a pack stands, as the catalog is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stands {
    /// The pack.
    pub pack: Pack,
    /// Whether none can be bought.
    pub is_sold_out: bool,
    /// The lowest price that is printed on packs that are there, in paise; 0 when there are none.
    pub lowest_mrp_paise: i64,
}

impl ProductState {
    const ALL: [Self; 5] = [
        Self::Unknown,
        Self::Draft,
        Self::Published,
        Self::Archived,
        Self::Deleted,
    ];

    /// The word for it in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Draft => "draft",
            Self::Published => "published",
            Self::Archived => "archived",
            Self::Deleted => "deleted",
        }
    }

    /// What the database has this word for; unknown for any other.
    pub fn read(word: &str) -> Self {
        let found = Self::ALL.into_iter().find(|state| state.as_str() == word);
        found.unwrap_or(Self::Unknown)
    }

    /// The state for the contract.
    pub fn message(self) -> Told {
        match self {
            Self::Draft => Told::Draft,
            Self::Published => Told::Published,
            Self::Archived => Told::Archived,
            Self::Unknown | Self::Deleted => Told::Unspecified,
        }
    }

    fn told(told: Told) -> Self {
        match told {
            Told::Draft => Self::Draft,
            Told::Published => Self::Published,
            Told::Archived => Self::Archived,
            Told::Unspecified => Self::Unknown,
        }
    }
}

impl Catalog {
    /// A catalog reached through `client`.
    pub fn new(client: runtime::Client) -> Self {
        Self(PackServiceClient::new(client))
    }

    /// The version of the list of all packs, and the packs; none while the list has the version that is known.
    pub async fn list(&self, known: String) -> Result<Option<(String, BTreeMap<Pack, ListedPack>)>, Status> {
        let mut packs = BTreeMap::new();
        let mut request = ListPacksRequest {
            known_version: known.clone(),
            page_token: String::new(),
        };
        let mut version = None;
        loop {
            let mut catalog = self.0.clone();
            let page = catalog
                .list_packs(runtime::repeatable(request))
                .await?
                .into_inner();
            // What changes between two pages makes the list be read again.
            let version = version.get_or_insert(page.version);
            if *version == known {
                return Ok(None);
            }
            packs.extend(page.packs.into_iter().filter_map(read_listed));
            if page.next_page_token.is_empty() {
                return Ok(Some((version.clone(), packs)));
            }
            request = ListPacksRequest {
                known_version: String::new(),
                page_token: page.next_page_token,
            };
        }
    }

    /// Says how these packs stand.
    pub async fn report(&self, packs: &[Stands]) -> Result<(), Status> {
        let packs = packs.iter().map(|stands| PackStock {
            product_id: stands.pack.product_id.to_string(),
            weight_in_grams: stands.pack.weight_in_grams,
            is_sold_out: stands.is_sold_out,
            lowest_mrp_paise: stands.lowest_mrp_paise,
        });
        let request = ReportStockRequest {
            packs: packs.collect(),
        };
        let mut catalog = self.0.clone();
        catalog.report_stock(runtime::repeatable(request)).await?;
        Ok(())
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
    pack_of(&named.product_id, named.weight_in_grams)
}

fn read_listed(listed: CatalogPack) -> Option<(Pack, ListedPack)> {
    let pack = pack_of(&listed.product_id, listed.weight_in_grams)?;
    let state = ProductState::told(listed.state());
    let listed = ListedPack {
        sku: listed.sku,
        product_name: listed.product_name,
        price_paise: if state == ProductState::Published {
            listed.price_paise.max(0)
        } else {
            0
        },
        state,
    };
    Some((pack, listed))
}

fn pack_of(product_id: &str, weight_in_grams: i32) -> Option<Pack> {
    let product_id = pack::id(product_id, "A product's id").ok()?;
    let weight_in_grams = Some(weight_in_grams).filter(|grams| *grams > 0)?;
    Some(Pack {
        product_id,
        weight_in_grams,
    })
}
