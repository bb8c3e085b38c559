//! The places in which passwords wait to be hashed.

use std::sync::Arc;

use runtime::{Networks, Places};

/// How many passwords of strangers wait for a core at most; one more is told to come back. With 20 ms a hash, two cores are through
/// with them in half a second. One network may hold half of them, and an eighth while others wait ([`Places`]).
const STRANGERS: usize = 40;

/// How many passwords wait at most in each of the other queues. A core takes them before those of strangers.
const KNOWN: usize = 10;

/// The clients that share places. A flood of strangers takes neither the places of staff nor those of known shoppers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Queue {
    /// A client that has shown nothing yet.
    Strangers,
    /// A known device, a session, or a right code.
    Shoppers,
    /// The office's sign-in.
    Staff,
}

/// The places of every queue.
#[derive(Debug)]
pub struct Queues {
    strangers: Arc<Places>,
    shoppers: Arc<Places>,
    staff: Arc<Places>,
}

impl Queues {
    /// Room for as many passwords as are hashed at once, and for those that wait.
    pub fn new(at_once: usize) -> Self {
        Self {
            strangers: Places::new(at_once + STRANGERS),
            shoppers: Places::new(at_once + KNOWN),
            staff: Places::new(at_once + KNOWN),
        }
    }

    /// A place in a queue, at once or not at all.
    pub fn place(&self, queue: Queue, networks: &Networks) -> Option<Place> {
        let places = match queue {
            Queue::Strangers => &self.strangers,
            Queue::Shoppers => &self.shoppers,
            Queue::Staff => &self.staff,
        };
        let held = places.acquire(*networks)?;
        Some(Place { queue, held })
    }
}

/// A password's place in a queue.
#[derive(Debug)]
pub struct Place {
    /// The queue.
    pub queue: Queue,
    #[expect(dead_code, reason = "it is held and given back")]
    held: runtime::Place,
}
