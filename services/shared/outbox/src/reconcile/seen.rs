//! The ids that a look saw in a stream, in a memory that does not grow with a stream that was filled again.

use std::hash::RandomState;

use fastbloom::BloomFilter;
use uuid::Uuid;

/// Bits for each message, of which an id sets sixteen: of three million ids that are not there, one seems to be.
const BITS: u64 = 32;
const HASHES: u32 = 16;

/// The bytes of a set at most: a quarter of what a program may use. Beyond 16 million messages more ids seem to be there.
const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// A set of ids that takes four bytes each. What it was shown is there; what it was not may seem to be. Its key differs with
/// each look, so that an id which seemed to be there is missed by one look and not by the next.
#[derive(Debug)]
pub(super) struct Seen(BloomFilter<RandomState>);

impl Seen {
    /// A set for so many ids.
    pub(super) fn with_room_for(ids: u64) -> Self {
        let bits = ids.saturating_mul(BITS).clamp(64, MOST_BYTES * 8);
        let filter = BloomFilter::with_num_bits(usize::try_from(bits).unwrap_or(usize::MAX));
        Self(filter.hasher(RandomState::new()).hashes(HASHES))
    }

    /// Adds an id; false when it was there before.
    pub(super) fn insert(&mut self, id: Uuid) -> bool {
        !self.0.insert(&id)
    }

    /// Whether an id is there.
    pub(super) fn contains(&self, id: Uuid) -> bool {
        self.0.contains(&id)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Rows and messages at random, some messages twice: what lacks a message is what a plain set says.
    #[test]
    fn finds_the_rows_without_a_message_as_a_plain_set_does() {
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
            let mut seen = Seen::with_room_for(messages.len() as u64);
            let repeated = messages.iter().filter(|id| !seen.insert(**id)).count();
            assert_eq!(repeated, messages.len() - plain.len());
            let lacking = |is_there: &dyn Fn(Uuid) -> bool| -> Vec<_> {
                rows.iter().copied().filter(|id| !is_there(*id)).collect()
            };
            assert_eq!(
                lacking(&|id| seen.contains(id)),
                lacking(&|id| plain.contains(&id))
            );
        }
    }

    #[test]
    fn takes_a_quarter_of_a_programs_memory_at_most() {
        for messages in [0, 1, 2_400_000, u64::MAX] {
            let seen = Seen::with_room_for(messages);
            assert!(seen.0.num_bits() as u64 <= MOST_BYTES * 8, "{messages}");
        }
        assert_eq!(Seen::with_room_for(2_400_000).0.num_bits(), 9_600_000 * 8);
    }
}
