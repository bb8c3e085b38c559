//! Answers that take time to compress, remembered while there is room.

use std::sync::Arc;

use quick_cache::{Weighter, sync::Cache};
use web::answer::encoded::Encoded;

/// Bytes that one cache remembers: some thousand pages of cards, some hundred documents.
const ROOM: u64 = 16 * 1024 * 1024;

/// Answers by what was asked for. Those that were asked for least lately make room.
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
    /// An empty one, for answers of about so many bytes.
    pub(crate) fn of_answers_of(usual: u64) -> Self {
        let answers = usize::try_from(ROOM / usual).unwrap_or(usize::MAX);
        Self(Cache::with_weighter(answers, ROOM, Bytes))
    }

    /// The answer that was remembered.
    pub(crate) fn get(&self, asked: &str) -> Option<Arc<Encoded>> {
        self.0.get(asked)
    }

    /// Remembers an answer in the place of the last one to the same question.
    pub(crate) fn insert(&self, asked: &str, answer: &Arc<Encoded>) {
        self.0.insert(asked.into(), Arc::clone(answer));
    }
}
