//! Pages of cards as they are sent, remembered as long as the list is the same and there is room.

use std::sync::Arc;

use quick_cache::{Weighter, sync::Cache};
use web::{Error, encoded::Encoded};

use crate::listing::Listing;

/// Bytes of pages that are remembered, some thousand pages.
const ROOM: u64 = 16 * 1024 * 1024;

/// Bytes of a page of cards, about.
const USUAL: u64 = 16 * 1024;

/// Which cards stand on a page.
#[derive(Debug)]
pub(crate) struct Page {
    /// Where they stand in the list.
    pub(crate) places: Vec<usize>,
    /// How many there are on all pages.
    pub(crate) total: usize,
    /// What asks for the page after this one.
    pub(crate) next: Option<String>,
}

/// Pages by the list they belong to and by what was asked for.
#[derive(Debug)]
pub(crate) struct CardPages(Cache<Key, Arc<Encoded>, Bytes>);

type Key = (u128, String);

#[derive(Debug, Clone)]
struct Bytes;

impl Weighter<Key, Arc<Encoded>> for Bytes {
    fn weight(&self, (_, asked): &Key, page: &Arc<Encoded>) -> u64 {
        u64::try_from(page.size() + asked.len()).unwrap_or(u64::MAX)
    }
}

impl Default for CardPages {
    fn default() -> Self {
        let pages = usize::try_from(ROOM / USUAL).unwrap_or(usize::MAX);
        Self(Cache::with_weighter(pages, ROOM, Bytes))
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
        let key = (list.body.digest(), asked.to_owned());
        if let Some(page) = self.0.get(&key) {
            return Ok(page);
        }
        let page = make().await?;
        let list = Arc::clone(list);
        let is_first = asked.is_empty();
        let encoding = tokio::task::spawn_blocking(move || {
            let bytes = page.to_bytes(&list);
            // The first page is everybody's, and worth the time.
            if is_first {
                Encoded::new("application/json", bytes)
            } else {
                Encoded::quick("application/json", bytes)
            }
        });
        let page = encoding
            .await
            .map_err(|error| Error::internal(error.to_string()))?;
        let page = Arc::new(page);
        self.0.insert(key, Arc::clone(&page));
        Ok(page)
    }
}

impl Page {
    /// The answer: `Cards` of `cards.rs`, put together of cards that are JSON already.
    fn to_bytes(&self, list: &Listing) -> Vec<u8> {
        let mut bytes = br#"{"success":true,"data":{"products":["#.to_vec();
        for (number, place) in self.places.iter().enumerate() {
            if number > 0 {
                bytes.push(b',');
            }
            bytes.extend_from_slice(&list.entries[*place].card);
        }
        let next = serde_json::json!(self.next);
        bytes.extend_from_slice(format!("],\"total\":{},\"next\":{next}}}}}", self.total).as_bytes());
        bytes
    }
}
