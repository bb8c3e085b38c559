//! The waiting slots for password hashing.

use std::sync::Arc;

use runtime::{Networks, Places};

/// The maximum number of waiting passwords from strangers; further ones are told to retry. With 20 ms per
/// hash, two cores need half a second for them. One network may hold half of the places, and an eighth while
/// others wait ([`Places`]).
const STRANGERS: usize = 40;

/// The maximum number of waiting passwords in each other queue. These go before the passwords of strangers.
const KNOWN: usize = 10;

/// The client groups with separate places. A flood of strangers takes no places of staff or known shoppers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Queue {
    /// Clients without any proof.
    Strangers,
    /// Clients with a known device, a session, or a valid code.
    Shoppers,
    /// Sign-ins of staff.
    Staff,
}

/// The slots of all queues.
#[derive(Debug)]
pub struct Queues {
    strangers: Arc<Places>,
    shoppers: Arc<Places>,
    staff: Arc<Places>,
}

impl Queues {
    /// Creates the queues. Each has slots for the `at_once` passwords being hashed, plus the waiting ones.
    pub fn new(at_once: usize) -> Self {
        Self {
            strangers: Places::new(at_once + STRANGERS),
            shoppers: Places::new(at_once + KNOWN),
            staff: Places::new(at_once + KNOWN),
        }
    }

    /// Takes a slot in a queue. Returns `None` immediately if the queue is full.
    pub fn acquire(&self, queue: Queue, networks: &Networks) -> Option<QueueSlot> {
        let places = match queue {
            Queue::Strangers => &self.strangers,
            Queue::Shoppers => &self.shoppers,
            Queue::Staff => &self.staff,
        };
        let held = places.acquire(*networks)?;
        Some(QueueSlot { queue, held })
    }
}

/// A slot in a queue, freed on drop.
#[derive(Debug)]
pub struct QueueSlot {
    /// The queue.
    pub queue: Queue,
    #[expect(dead_code, reason = "it is held and given back")]
    held: runtime::Place,
}
