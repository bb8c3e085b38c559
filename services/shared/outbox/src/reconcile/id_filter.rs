//! A set of the ids in a stream, with limited memory even if the stream was refilled.

use std::hash::RandomState;

use fastbloom::BloomFilter;
use uuid::Uuid;

/// The bits per message, of which an id sets sixteen. About one false positive in three million ids.
const BITS: u64 = 32;
const HASHES: u32 = 16;

/// Size limit of a set, in bytes: a quarter of a program's memory. Above 16 million messages, false positives
/// increase.
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// A Bloom filter of ids with four bytes each, which may give false positives. Each look has another key, so
/// that an id that one look misses is found by the next.
#[derive(Debug)]
pub(super) struct IdFilter(BloomFilter<RandomState>);

impl IdFilter {
    /// Creates a set for this many ids.
    pub(super) fn with_room_for(ids: u64) -> Self {
        let bits = ids.saturating_mul(BITS).clamp(64, MOST_BYTES * 8);
        let filter = BloomFilter::with_num_bits(usize::try_from(bits).unwrap_or(usize::MAX));
        Self(filter.hasher(RandomState::new()).hashes(HASHES))
    }

    /// Adds an id. Returns false if it was already there.
    pub(super) fn insert(&mut self, id: Uuid) -> bool {
        !self.0.insert(&id)
    }

    /// True if the id is there, or a false positive.
    pub(super) fn contains(&self, id: Uuid) -> bool {
        self.0.contains(&id)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Random rows and messages, with some duplicates. The missing rows must be those that a plain set finds,
    /// but for false positives: 0.07 of 200,000 on average.
    #[test]
    fn finds_the_rows_without_a_message_as_a_plain_set_does() {
        let mut overlooked = 0;
        for round in 0..200_u64 {
            let rows: Vec<_> = (0..rand::random_range(0..2_000))
                .map(|_| Uuid::now_v7())
                .collect();
            let of_others = (0..rand::random_range(0..2_000)).map(|_| Uuid::now_v7());
            let share = f64::from(u32::try_from(round % 11).expect("it is small")) / 10.0;
            let published = rows.iter().copied().filter(|_| rand::random_bool(share));
            let mut messages: Vec<_> = published.chain(of_others).collect();
            messages.extend_from_within(..messages.len() / 7);
            let plain: BTreeSet<_> = messages.iter().copied().collect();
            let mut seen = IdFilter::with_room_for(messages.len() as u64);
            let repeated = messages.iter().filter(|id| !seen.insert(**id)).count();
            overlooked += repeated.abs_diff(messages.len() - plain.len());
            for id in rows {
                let is_lacking = !plain.contains(&id);
                assert!(
                    is_lacking || seen.contains(id),
                    "a message that is there is never missed"
                );
                overlooked += usize::from(is_lacking && seen.contains(id));
            }
        }
        assert!(overlooked <= 4, "{overlooked} of the missing were not found");
    }

    #[test]
    fn takes_a_quarter_of_a_programs_memory_at_most() {
        for messages in [0, 1, 2_400_000, u64::MAX] {
            let seen = IdFilter::with_room_for(messages);
            assert!(seen.0.num_bits() as u64 <= MOST_BYTES * 8, "{messages}");
        }
        assert_eq!(IdFilter::with_room_for(2_400_000).0.num_bits(), 9_600_000 * 8);
    }
}
