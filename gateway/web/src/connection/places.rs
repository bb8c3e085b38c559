//! Places that all clients share, of which no single client can take so many that the other clients find none.

use std::{
    collections::{HashMap, hash_map::Entry},
    sync::{Arc, Mutex, MutexGuard},
};

use crate::connection::client_address::ClientAddress;

/// Whether a client that holds `own` of `capacity` places may take another while `taken` are taken.
///
/// Thousands of phones share one address in India, so an address has no bound of its own until half of all places are taken. From
/// then on it may hold an eighth, and the other half stays for all other addresses.
pub(crate) fn may_take(capacity: usize, taken: usize, own: usize) -> bool {
    taken < capacity / 2 || (taken < capacity && own < (capacity / 8).max(1))
}

/// A bounded number of places.
#[derive(Debug)]
pub(crate) struct Places {
    capacity: usize,
    taken: Mutex<TakenPlaces>,
}

#[derive(Debug, Default)]
struct TakenPlaces {
    total: usize,
    by_client: HashMap<ClientAddress, usize>,
}

/// One place, given back on drop.
#[derive(Debug)]
pub(crate) struct Place {
    places: Arc<Places>,
    client: ClientAddress,
}

impl Places {
    /// As many places as `capacity`, all of them free.
    pub(crate) fn new(capacity: usize) -> Arc<Self> {
        Arc::new(Self {
            capacity,
            taken: Mutex::default(),
        })
    }

    /// A place for this client, at once or not at all.
    pub(crate) fn acquire(self: &Arc<Self>, client: ClientAddress) -> Option<Place> {
        let mut taken = self.lock();
        let own = taken.by_client.get(&client).copied().unwrap_or_default();
        if !may_take(self.capacity, taken.total, own) {
            return None;
        }
        taken.total += 1;
        taken.by_client.insert(client, own + 1);
        Some(Place {
            places: Arc::clone(self),
            client,
        })
    }

    fn lock(&self) -> MutexGuard<'_, TakenPlaces> {
        self.taken
            .lock()
            .expect("nothing panics while it holds this lock")
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.lock();
        taken.total -= 1;
        if let Entry::Occupied(mut own) = taken.by_client.entry(self.client) {
            *own.get_mut() -= 1;
            if *own.get() == 0 {
                own.remove();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(last: u8) -> ClientAddress {
        ClientAddress([203, 0, 113, last].into())
    }

    #[test]
    fn one_client_cannot_take_what_others_need() {
        let places = Places::new(16);
        let mut held: Vec<_> = std::iter::from_fn(|| places.acquire(client(1))).collect();
        assert_eq!(held.len(), 8, "half of them, while nobody else is there");
        for other in 2..6 {
            held.extend(std::iter::from_fn(|| places.acquire(client(other))));
        }
        assert_eq!(held.len(), 16, "four others get an eighth each");
        assert!(places.acquire(client(6)).is_none(), "there are no more");
        held.clear();
        assert!(places.lock().by_client.is_empty(), "nobody is remembered");
        assert!(places.acquire(client(6)).is_some(), "all are given back");
    }

    #[test]
    fn a_single_place_can_be_taken() {
        let places = Places::new(1);
        let held = places.acquire(client(1));
        assert!(held.is_some());
        assert!(places.acquire(client(2)).is_none());
    }
}
