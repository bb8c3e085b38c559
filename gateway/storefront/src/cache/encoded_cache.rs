//! A cache of compressed answers, limited in size.

use std::sync::Arc;

use quick_cache::{Weighter, sync::Cache};
use web::answer::encoded::Encoded;

/// The size of one cache, in bytes: some thousand pages of cards, or some hundred documents.
const ROOM: u64 = 16 * 1024 * 1024;

/// Answers by key. The least recently used ones are evicted.
#[derive(Debug)]
pub(crate) struct EncodedCache(Cache<Box<str>, Arc<Encoded>, Bytes>);

#[derive(Debug, Clone)]
struct Bytes;

impl Weighter<Box<str>, Arc<Encoded>> for Bytes {
    fn weight(&self, asked: &Box<str>, answer: &Arc<Encoded>) -> u64 {
        u64::try_from(answer.size() + asked.len()).unwrap_or(u64::MAX)
    }
}

impl EncodedCache {
    /// An empty cache for answers of about this many bytes.
    pub(crate) fn with_usual_size(usual: u64) -> Self {
        let answers = usize::try_from(ROOM / usual).unwrap_or(usize::MAX);
        Self(Cache::with_weighter(answers, ROOM, Bytes))
    }

    /// The cached answer for a key.
    pub(crate) fn get(&self, asked: &str) -> Option<Arc<Encoded>> {
        self.0.get(asked)
    }

    /// Stores the answer for a key and replaces the earlier one.
    pub(crate) fn insert(&self, asked: &str, answer: &Arc<Encoded>) {
        self.0.insert(asked.into(), Arc::clone(answer));
    }
}
