//! Slots that all clients share. One network cannot take all slots from the others.

use std::{
    collections::{HashMap, hash_map::Entry},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::fairness::networks::{NETWORK_SIZES, Network, Networks};

/// Eighths of all slots that a network may hold once half of them are taken, narrowest size first.
const EIGHTHS: [usize; NETWORK_SIZES] = [1, 2, 4];

/// The taken slots, in total and per network.
///
/// In India thousands of phones share one address, so a network is not limited until half of all slots are
/// taken. Then an IPv4 address or an IPv6 /64 may hold an eighth, a /56 a quarter and a /48 a half.
#[derive(Debug, Default)]
pub struct TakenPlaces {
    total: usize,
    by_network: HashMap<Network, usize>,
}

impl TakenPlaces {
    /// The number of slots that all clients hold.
    pub fn total(&self) -> usize {
        self.total
    }

    /// The narrowest network of a client that has its share of `capacity`. `None` if the client may take
    /// another slot.
    pub fn exhausted(&self, capacity: usize, networks: Networks) -> Option<Network> {
        if self.total < capacity / 2 {
            return None;
        }
        let sizes = networks.iter().zip(EIGHTHS);
        let mut exhausted = sizes.filter(|(network, eighths)| {
            let own = self.by_network.get(network).copied().unwrap_or_default();
            own >= (capacity * eighths / 8).max(1)
        });
        exhausted.next().map(|(network, _)| network)
    }

    /// Adds a slot for a client.
    pub fn add(&mut self, networks: Networks) {
        self.total += 1;
        for network in networks.iter() {
            *self.by_network.entry(network).or_default() += 1;
        }
    }

    /// Removes a slot of a client.
    pub fn remove(&mut self, networks: Networks) {
        self.total -= 1;
        for network in networks.iter() {
            if let Entry::Occupied(mut own) = self.by_network.entry(network) {
                *own.get_mut() -= 1;
                if *own.get() == 0 {
                    own.remove();
                }
            }
        }
    }
}

/// A limited number of slots.
#[derive(Debug)]
pub struct Places {
    capacity: usize,
    taken: Mutex<TakenPlaces>,
}

/// A slot. Released on drop.
#[derive(Debug)]
pub struct Place {
    places: Arc<Places>,
    networks: Networks,
}

impl Places {
    /// Creates `capacity` free slots.
    pub fn new(capacity: usize) -> Arc<Self> {
        Arc::new(Self {
            capacity,
            taken: Mutex::default(),
        })
    }

    /// Takes a slot for a client. `None` if it may not, without waiting.
    pub fn acquire(self: &Arc<Self>, networks: impl Into<Networks>) -> Option<Place> {
        let networks = networks.into();
        let mut taken = self.lock();
        if taken.total >= self.capacity || taken.exhausted(self.capacity, networks).is_some() {
            return None;
        }
        taken.add(networks);
        Some(Place {
            places: Arc::clone(self),
            networks,
        })
    }

    fn lock(&self) -> MutexGuard<'_, TakenPlaces> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.places.lock().remove(self.networks);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(last: u8) -> Networks {
        Networks::read(&format!("203.0.113.{last}"))
    }

    #[test]
    fn one_client_cannot_take_what_others_need() {
        let places = Places::new(16);
        let mut held: Vec<_> = std::iter::from_fn(|| places.acquire(client(1))).collect();
        assert_eq!(held.len(), 8, "half of them, while no other client is there");
        for other in 2..6 {
            held.extend(std::iter::from_fn(|| places.acquire(client(other))));
        }
        assert_eq!(held.len(), 16, "four others get an eighth each");
        assert!(places.acquire(client(6)).is_none(), "there are no more");
        held.clear();
        assert!(places.lock().by_network.is_empty(), "no network is remembered");
        assert!(places.acquire(client(6)).is_some(), "all are given back");
    }

    #[test]
    fn households_of_one_large_network_leave_half_of_the_places() {
        let places = Places::new(512);
        let household = |nth: u32| Networks::read(&format!("2001:db8:0:{nth:x}::1"));
        let held: Vec<_> = (0..512)
            .filter_map(|nth| places.acquire(household(nth)))
            .collect();
        assert_eq!(held.len(), 256, "a /48 holds half");
        let others: Vec<_> = (1..=4)
            .flat_map(|other| std::iter::repeat_with(move || client(other)).take(64))
            .filter_map(|other| places.acquire(other))
            .collect();
        assert_eq!(others.len(), 256, "other networks find the other half");
    }

    #[test]
    fn a_small_site_of_ipv6_holds_a_quarter_once_half_is_taken() {
        let places = Places::new(16);
        let _others: Vec<_> = (1..=8)
            .filter_map(|other| places.acquire(client(other)))
            .collect();
        let household = |nth: u32| Networks::read(&format!("2001:db8:0:{nth:x}::1"));
        let held: Vec<_> = (0..8).filter_map(|nth| places.acquire(household(nth))).collect();
        assert_eq!(held.len(), 4);
    }

    #[test]
    fn a_single_place_can_be_taken() {
        let places = Places::new(1);
        let held = places.acquire(client(1));
        assert!(held.is_some());
        assert!(places.acquire(client(2)).is_none());
    }

    #[test]
    fn a_client_without_an_address_takes_what_is_free() {
        let places = Places::new(2);
        let held = [(); 2].map(|()| places.acquire(Networks::default()));
        assert!(held.iter().all(Option::is_some));
        assert!(places.acquire(Networks::default()).is_none());
    }
}
