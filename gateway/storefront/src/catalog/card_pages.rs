//! A cache of encoded pages of cards, by list and query.

use std::sync::Arc;

use web::{Error, answer::encoded::Encoded};

use crate::{
    cache::encoded_cache::EncodedCache,
    catalog::listing::{JSON, Listing},
};

/// The approximate size of a page of cards, in bytes.
const USUAL: u64 = 16 * 1024;

/// The cards of a page.
#[derive(Debug)]
pub(crate) struct CardPage {
    /// Their positions in the list.
    pub(crate) positions: Vec<usize>,
    /// The number of cards on all pages.
    pub(crate) total: usize,
    /// The token of the next page.
    pub(crate) next: Option<String>,
    /// True if the page includes the concerns for the filter.
    pub(crate) has_concerns: bool,
}

/// The size up to which a page is compressed in one form and on the same thread, in bytes. Two forms on
/// another thread cost ten times what a page of two cards saves.
const SMALL: usize = 8 * 1024;

/// Pages by list and query.
#[derive(Debug)]
pub(crate) struct CardPages(EncodedCache);

impl Default for CardPages {
    fn default() -> Self {
        Self(EncodedCache::with_usual_size(USUAL))
    }
}

impl CardPages {
    /// Returns the cached page for this query and list, or makes a new one.
    pub(crate) async fn get_or_make(
        &self,
        list: &Arc<Listing>,
        asked: &str,
        make: impl AsyncFnOnce() -> Result<CardPage, Error>,
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

impl CardPage {
    /// The answer in the format of `Cards` in `cards.rs`, joined from cards that are already JSON.
    pub(crate) fn to_bytes(&self, list: &Listing) -> Vec<u8> {
        let mut bytes = br#"{"success":true,"data":{"products":["#.to_vec();
        for (number, position) in self.positions.iter().enumerate() {
            if number > 0 {
                bytes.push(b',');
            }
            bytes.extend_from_slice(&list.entries[*position].card);
        }
        let next = serde_json::json!(self.next);
        bytes.extend_from_slice(format!("],\"total\":{},\"next\":{next}", self.total).as_bytes());
        if self.has_concerns {
            let concerns = serde_json::json!(list.concerns);
            bytes.extend_from_slice(format!(",\"concerns\":{concerns}").as_bytes());
        }
        bytes.extend_from_slice(b"}}");
        bytes
    }
}
