//! The client of the catalog: lists packs and looks up their names.

use std::collections::BTreeMap;

use proto::catalog::v1::{
    CatalogPack, FindPacksRequest, ListPacksRequest, NamePacksRequest, NamedPack, PackKey, PackStock,
    ProductState as ProductStateMessage, ReportStockRequest,
};
use runtime::Client;
use tonic::Status;

use crate::pack::{self, Pack};

/// The maximum number of packs in a request to the catalog.
const AT_ONCE: usize = 1_000;

/// The client of the catalog.
#[derive(Debug, Clone)]
pub struct Catalog(pub Client);

/// The names of a pack and its product.
#[derive(Debug, Clone, Default)]
pub struct PackName {
    /// The pack's name, such as P0012-100.
    pub sku: String,
    /// The product's name.
    pub product_name: String,
}

/// The state of a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProductState {
    /// The catalog has not listed it.
    Unknown,
    /// Only staff see it.
    Draft,
    /// On sale.
    Published,
    /// Taken off sale.
    Archived,
    /// No longer in the catalog.
    Deleted,
}

/// A pack as the catalog lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedPack {
    /// The pack's name, such as P0012-100.
    pub sku: String,
    /// The product's name.
    pub product_name: String,
    /// The state of the product.
    pub state: ProductState,
    /// The price of the pack, in paise; 0 while it is not on sale.
    pub price_paise: i64,
}

/// The stock of a pack, as reported to the catalog.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PackStockReport {
    /// The pack.
    pub pack: Pack,
    /// True if none can be bought.
    pub is_sold_out: bool,
    /// The lowest MRP of the packs in stock, in paise; 0 if there are none.
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

    /// Returns the name of this state in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Draft => "draft",
            Self::Published => "published",
            Self::Archived => "archived",
            Self::Deleted => "deleted",
        }
    }

    /// Parses the name of a state in the database; other names are `Unknown`.
    pub fn parse(word: &str) -> Self {
        let found = Self::ALL.into_iter().find(|state| state.as_str() == word);
        found.unwrap_or(Self::Unknown)
    }

    /// Converts the state to its message.
    pub fn message(self) -> ProductStateMessage {
        match self {
            Self::Draft => ProductStateMessage::Draft,
            Self::Published => ProductStateMessage::Published,
            Self::Archived => ProductStateMessage::Archived,
            Self::Unknown | Self::Deleted => ProductStateMessage::Unspecified,
        }
    }

    fn from_message(message: ProductStateMessage) -> Self {
        match message {
            ProductStateMessage::Draft => Self::Draft,
            ProductStateMessage::Published => Self::Published,
            ProductStateMessage::Archived => Self::Archived,
            ProductStateMessage::Unspecified => Self::Unknown,
        }
    }
}

impl Catalog {
    /// Returns the version of the list and all its packs; `None` if the version is the known one.
    pub async fn list(&self, known: String) -> Result<Option<(String, BTreeMap<Pack, ListedPack>)>, Status> {
        let mut packs = BTreeMap::new();
        let mut request = ListPacksRequest {
            known_version: known.clone(),
            page_token: String::new(),
        };
        let mut version = None;
        loop {
            let page = self.0.call(request).await?;
            // If the list changes between two pages, it is read again.
            let version = version.get_or_insert(page.version);
            if *version == known {
                return Ok(None);
            }
            packs.extend(page.packs.into_iter().filter_map(parse_listed));
            if page.next_page_token.is_empty() {
                return Ok(Some((version.clone(), packs)));
            }
            request = ListPacksRequest {
                known_version: String::new(),
                page_token: page.next_page_token,
            };
        }
    }

    /// Reports the stock of these packs.
    pub async fn report(&self, packs: &[PackStockReport]) -> Result<(), Status> {
        let packs = packs.iter().map(|stock| PackStock {
            product_id: stock.pack.product_id.to_string(),
            weight_in_grams: stock.pack.weight_in_grams,
            is_sold_out: stock.is_sold_out,
            lowest_mrp_paise: stock.lowest_mrp_paise,
        });
        let request = ReportStockRequest {
            packs: packs.collect(),
        };
        self.0.call(request).await.map(drop)
    }

    /// Looks up packs by their names. Leaves out unknown names.
    pub async fn find(&self, skus: &[String]) -> Result<BTreeMap<String, Pack>, Status> {
        let mut found = BTreeMap::new();
        for skus in skus.chunks(AT_ONCE) {
            let request = FindPacksRequest { skus: skus.to_vec() };
            let packs = self.0.call(request).await?.packs.into_iter();
            found.extend(packs.filter_map(|named| Some((named.sku.clone(), parse_named(&named)?))));
        }
        Ok(found)
    }

    /// Looks up the names of packs. Leaves out packs that the catalog no longer has.
    pub async fn name(&self, packs: impl Iterator<Item = Pack>) -> Result<BTreeMap<Pack, PackName>, Status> {
        let keys = packs.map(|pack| PackKey {
            product_id: pack.product_id.to_string(),
            weight_in_grams: pack.weight_in_grams,
        });
        let request = NamePacksRequest {
            packs: keys.collect(),
        };
        let answer = self.0.call(request).await?;
        let named = answer.packs.into_iter().filter_map(|named| {
            let pack = parse_named(&named)?;
            let name = PackName {
                sku: named.sku,
                product_name: named.product_name,
            };
            Some((pack, name))
        });
        Ok(named.collect())
    }
}

fn parse_named(named: &NamedPack) -> Option<Pack> {
    pack_of(&named.product_id, named.weight_in_grams)
}

fn parse_listed(listed: CatalogPack) -> Option<(Pack, ListedPack)> {
    let pack = pack_of(&listed.product_id, listed.weight_in_grams)?;
    let state = ProductState::from_message(listed.state());
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
