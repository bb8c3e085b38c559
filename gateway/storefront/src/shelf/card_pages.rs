//! Pages of cards as they are sent, remembered as long as the list is the same and there is room.

use std::sync::Arc;

use web::{Error, answer::encoded::Encoded};

use crate::{
    cache::encoded_cache::EncodedCache,
    shelf::listing::{JSON, Listing},
};

/// Bytes of a page of cards, about.
const USUAL: u64 = 16 * 1024;

/// Which cards stand on a page.
#[derive(Debug)]
pub(crate) struct Page {
    /// Where they stand in the list.
    pub(crate) places: Vec<usize>,
    /// How many there are on all pages.
    pub(crate) total: usize,
    /// The token that asks for the page after this one.
    pub(crate) next: Option<String>,
    /// Whether the page lists the concerns that can be chosen.
    pub(crate) tells_concerns: bool,
}

/// Bytes of a page up to which it is packed in one form and on the spot. Packing in two forms on another thread costs ten
/// times what a page of two cards saves.
const SMALL: usize = 8 * 1024;

/// Pages by the list they belong to and by what was asked for.
#[derive(Debug)]
pub(crate) struct CardPages(EncodedCache);

impl Default for CardPages {
    fn default() -> Self {
        Self(EncodedCache::of_answers_of(USUAL))
    }
}

impl CardPages {
    /// The page that was made for the same question and the same list, or a new one.
    pub(crate) async fn get_or_make(
        &self,
        list: &Arc<Listing>,
        asked: &str,
        make: impl AsyncFnOnce() -> Result<Page, Error>,
    ) -> Result<Arc<Encoded>, Error> {
        let key = format!("{:016x} {asked}", list.digest);
        if let Some(page) = self.0.get(&key) {
            return Ok(page);
        }
        let bytes = make().await?.to_bytes(list);
        let page = Arc::new(encode(bytes).await?);
        self.0.insert(&key, &page);
        Ok(page)
    }
}

async fn encode(bytes: Vec<u8>) -> Result<Encoded, Error> {
    if bytes.len() <= SMALL {
        return Ok(Encoded::packed(JSON, &bytes));
    }
    let encoding = tokio::task::spawn_blocking(move || Encoded::quick(JSON, bytes));
    encoding.await.map_err(|error| Error::internal(error.to_string()))
}

impl Page {
    /// The answer: `Cards` of `cards.rs`, put together of cards that are JSON already.
    pub(crate) fn to_bytes(&self, list: &Listing) -> Vec<u8> {
        let mut bytes = br#"{"success":true,"data":{"products":["#.to_vec();
        for (number, place) in self.places.iter().enumerate() {
            if number > 0 {
                bytes.push(b',');
            }
            bytes.extend_from_slice(&list.entries[*place].card);
        }
        let next = serde_json::json!(self.next);
        bytes.extend_from_slice(format!("],\"total\":{},\"next\":{next}", self.total).as_bytes());
        if self.tells_concerns {
            let concerns = serde_json::json!(list.concerns);
            bytes.extend_from_slice(format!(",\"concerns\":{concerns}").as_bytes());
        }
        bytes.extend_from_slice(b"}}");
        bytes
    }
}
