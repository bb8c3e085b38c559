//! The product list in memory: each product is compressed separately, beside the data of the whole list.

use std::{
    collections::{BTreeSet, HashMap},
    hash::{DefaultHasher, Hash as _, Hasher as _},
    sync::Arc,
};

use serde::Deserialize;
use tokio::sync::OnceCell;
use web::{
    Error,
    answer::{Answer, encoded::Encoded, money::Rupees},
};

use crate::catalog::{
    availability::StockLevels,
    card::Card,
    product::{Product, ProductType, Variant},
    ratings::rating::AggregateRating,
};

pub(crate) const JSON: &str = "application/json";

/// The JSON before the data of an answer without a message.
const BEFORE: &[u8] = br#"{"success":true,"data":"#;
const BEHIND: &[u8] = b"}";

/// The size up to which the whole list is kept in every form, compressed as hard as possible, in bytes.
const SMALL_LIST: usize = 512 * 1024;

/// A product on sale.
#[derive(Debug)]
pub(crate) struct ListedProduct {
    pub(crate) id: Box<str>,
    pub(crate) product_name: Box<str>,
    /// The address of the first photo.
    pub(crate) photo: Option<Box<str>>,
    pub(crate) variants: Box<[Variant]>,
    pub(crate) r#type: ProductType,
    /// Price of the smallest pack.
    pub(crate) actual_price: Rupees,
    rating: Option<AggregateRating>,
    /// The product's health concerns.
    pub(crate) concerns: Box<[Box<str>]>,
    /// The card, as JSON.
    pub(crate) card: Box<[u8]>,
    /// The encoded answer with this product alone.
    pub(crate) answer: Encoded,
    /// All names of the product, in lower case.
    names: Box<[Arc<str>]>,
    /// The size of the answer, in bytes.
    length: usize,
}

/// Every product on sale, in the order of the shop.
#[derive(Debug)]
pub(crate) struct Listing {
    pub(crate) entries: Vec<Arc<ListedProduct>>,
    /// A digest of the content.
    pub(crate) digest: u64,
    /// The encoded answer with all products; made for the first request.
    body: OnceCell<Arc<Encoded>>,
    /// The health concerns of all products, in alphabetical order.
    pub(crate) concerns: BTreeSet<Box<str>>,
    /// The first page of cards, which every front end requests; made for the first request.
    pub(crate) first_cards: OnceCell<Arc<Encoded>>,
    by_id: HashMap<Box<str>, usize>,
    by_name: HashMap<Arc<str>, usize>,
}

impl ListedProduct {
    /// Compresses the product, unless `known` is the same. One millisecond for about twenty products.
    pub(crate) fn new(product: Product, known: Option<&Arc<Self>>) -> Arc<Self> {
        let answer = Answer::new(product);
        let bytes = answer.to_bytes();
        if let Some(known) = known.filter(|known| known.answer.is_of(&bytes)) {
            return Arc::clone(known);
        }
        let product = answer.into_data();
        let names = [&product.product_name, &product.hindi_name].into_iter();
        let names = names.chain(&product.other_names);
        let names = names.map(|name| name.to_lowercase().into()).collect();
        let card = to_json(&Card::new(&product));
        Arc::new(Self {
            id: product.id.into(),
            product_name: product.product_name.into(),
            photo: product.photos.into_iter().next().map(String::into),
            variants: product.variants.into(),
            r#type: product.r#type,
            actual_price: product.actual_price,
            rating: product.rating,
            concerns: product.concerns.into_iter().map(String::into).collect(),
            card: card.into(),
            names,
            length: bytes.len(),
            answer: Encoded::packed(JSON, &bytes),
        })
    }

    /// The product with current stock levels.
    fn with(this: &Arc<Self>, stock_levels: &StockLevels) -> Arc<Self> {
        let mut variants = this.variants.iter();
        if variants.all(|variant| variant.has_stock_level(&this.id, stock_levels)) {
            return Arc::clone(this);
        }
        let mut product = this.decode();
        for variant in &mut product.variants {
            variant.set_stock_level(&this.id, stock_levels);
        }
        Self::new(product, None)
    }

    /// The product with its current rating.
    fn with_rating(this: &Arc<Self>, rating: Option<AggregateRating>) -> Arc<Self> {
        if this.rating == rating {
            return Arc::clone(this);
        }
        let mut product = this.decode();
        product.rating = rating;
        Self::new(product, None)
    }

    fn decode(&self) -> Product {
        #[derive(Deserialize)]
        struct ListBody {
            data: Product,
        }
        let body: ListBody =
            serde_json::from_slice(&self.answer.plain()).expect("the list that was written can be read");
        body.data
    }

    /// The product as JSON, without the envelope of an answer.
    fn product(&self) -> Vec<u8> {
        let mut bytes = self.answer.plain();
        bytes.truncate(bytes.len() - BEHIND.len());
        bytes.drain(..BEFORE.len());
        bytes
    }
}

impl Listing {
    /// The list of these products, or `known` if it is the same.
    pub(crate) fn new(entries: Vec<Arc<ListedProduct>>, known: Option<Arc<Self>>) -> Arc<Self> {
        if let Some(known) = known.filter(|known| known.has_entries(&entries)) {
            return known;
        }
        let (mut by_id, mut by_name) = (HashMap::new(), HashMap::new());
        let mut digest = DefaultHasher::new();
        for (position, entry) in entries.iter().enumerate() {
            entry.answer.digest().hash(&mut digest);
            by_id.insert(entry.id.clone(), position);
            for name in &entry.names {
                by_name.insert(Arc::clone(name), position);
            }
        }
        Arc::new(Self {
            digest: digest.finish(),
            body: OnceCell::new(),
            concerns: entries
                .iter()
                .flat_map(|entry| &entry.concerns)
                .cloned()
                .collect(),
            entries,
            first_cards: OnceCell::new(),
            by_id,
            by_name,
        })
    }

    /// The list with current stock levels, or the same list if nothing changed. Compresses changed products:
    /// do not call on an async thread.
    pub(crate) fn with(this: &Arc<Self>, stock_levels: &StockLevels) -> Arc<Self> {
        let entries = this
            .entries
            .iter()
            .map(|entry| ListedProduct::with(entry, stock_levels));
        Self::new(entries.collect(), Some(Arc::clone(this)))
    }

    /// The list with current ratings by product id, or the same list if nothing changed. Compresses changed
    /// products: do not call on an async thread.
    pub(crate) fn with_ratings(this: &Arc<Self>, ratings: &HashMap<Box<str>, AggregateRating>) -> Arc<Self> {
        let entries = this.entries.iter();
        let entries = entries.map(|entry| ListedProduct::with_rating(entry, ratings.get(&entry.id).copied()));
        Self::new(entries.collect(), Some(Arc::clone(this)))
    }

    /// The encoded answer with all products. Compressing ten thousand takes a second on a blocking thread. It
    /// is made for the first request of a list only, because stock changes can replace the list every second.
    pub(crate) async fn body(this: &Arc<Self>) -> Result<Arc<Encoded>, Error> {
        let compress = async || {
            let list = Arc::clone(this);
            let encoding = tokio::task::spawn_blocking(move || body(&list.entries));
            encoding.await.map(Arc::new)
        };
        let made = this.body.get_or_try_init(compress).await;
        made.cloned().map_err(|error| Error::internal(error.to_string()))
    }

    /// The position of the product with this id.
    pub(crate) fn position(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    /// The product with this id.
    pub(crate) fn find(&self, id: &str) -> Option<&Arc<ListedProduct>> {
        self.position(id).map(|position| &self.entries[position])
    }

    /// The product with this name, in any case.
    pub(crate) fn find_by_name(&self, name: &str) -> Option<&Arc<ListedProduct>> {
        let position = self.by_name.get(name.to_lowercase().as_str());
        position.map(|position| &self.entries[*position])
    }

    /// The product with this id, even under another name; without an id, the product with this name. An id
    /// that is no longer on sale matches nothing, even if another product has the name.
    pub(crate) fn resolve(&self, id: &str, name: &str) -> Option<&Arc<ListedProduct>> {
        if id.is_empty() {
            self.find_by_name(name)
        } else {
            self.find(id)
        }
    }

    fn has_entries(&self, entries: &[Arc<ListedProduct>]) -> bool {
        let pairs = self.entries.iter().zip(entries);
        self.entries.len() == entries.len() && pairs.into_iter().all(|(one, other)| Arc::ptr_eq(one, other))
    }
}

/// The encoded answer with all products, built piece by piece.
fn body(entries: &[Arc<ListedProduct>]) -> Encoded {
    let parts = || {
        let products = entries.iter().enumerate().map(|(position, entry)| {
            let mut part = if position == 0 { Vec::new() } else { b",".to_vec() };
            part.extend(entry.product());
            part
        });
        let begin = std::iter::once([BEFORE, b"["].concat());
        begin
            .chain(products)
            .chain(std::iter::once([b"]", BEHIND].concat()))
    };
    let length: usize = entries.iter().map(|entry| entry.length).sum();
    if length <= SMALL_LIST {
        Encoded::new(JSON, parts().flatten().collect())
    } else {
        Encoded::large(JSON, parts)
    }
}

fn to_json(value: &impl serde::Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("our structs have string keys and no failing serializer")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_answer_with_all_products_is_made_at_its_first_request() {
        let list = Listing::new(Vec::new(), None);
        assert!(!list.body.initialized());
        let body = Listing::body(&list).await.expect("it is made");
        assert_eq!(body.plain(), [BEFORE, b"[]", BEHIND].concat());
        let again = Listing::body(&list).await.expect("it is kept");
        assert!(Arc::ptr_eq(&body, &again));
    }

    #[test]
    fn an_answer_begins_and_ends_as_is_assumed_here() {
        let expected = [BEFORE, b"[7]", BEHIND].concat();
        assert_eq!(Answer::new([7]).to_bytes(), expected);
    }
}
