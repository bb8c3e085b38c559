//! What becomes of orders that want packs, decided for a group of them at once. Pure: what the database knows is read before, and
//! what it is to keep is written behind.

use std::collections::BTreeMap;

use uuid::Uuid;

use crate::{
    pack::Pack,
    reservations::{
        line::Line,
        planning::allocation::{Allocation, FreeBatch, allocate},
    },
};

/// What can be sold of a pack today. The pack is locked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PackStock {
    /// One that is not tracked can always be bought.
    pub is_tracked: bool,
    /// The first to expire first.
    pub batches: Vec<FreeBatch>,
}

impl PackStock {
    /// How many packs can be bought.
    pub fn free(&self) -> i64 {
        self.batches.iter().map(|batch| i64::from(batch.free)).sum()
    }
}

/// Packs of a batch that an order holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeldPacks {
    /// The batch's id.
    pub batch_id: Uuid,
    /// What the batch is of.
    pub pack: Pack,
    /// How many, more than 0.
    pub quantity: i32,
}

/// What is known of an order before it is reserved for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Known {
    /// Nothing.
    #[default]
    New,
    /// It was reserved for and not placed yet.
    Held(Vec<HeldPacks>),
    /// It was given up, and its shopper came again.
    Abandoned,
    /// It was placed: it has what it needs, and is not placed again.
    Placed,
}

/// An order that wants packs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// The order.
    pub order_id: Uuid,
    /// What it needs, no pack twice.
    pub lines: Vec<Line>,
    /// What is known of it.
    pub known: Known,
}

/// What became of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It has all that it needs.
    Reserved,
    /// It has nothing: these lines cannot be had, and so many are left of each.
    Short(Vec<(Pack, i32)>),
}

/// What is to be written, and what is answered.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// What became of each order, in their order.
    pub outcomes: Vec<Outcome>,
    /// What orders get.
    pub reserved: Vec<(Uuid, Allocation)>,
    /// How many packs more, or fewer, each batch has reserved.
    pub changes: BTreeMap<Uuid, i32>,
    /// Orders that give back what they held.
    pub given_back: Vec<Uuid>,
    /// Orders that were known, and hold their packs from now on.
    pub held_again: Vec<Uuid>,
    /// Orders that get nothing, and are forgotten.
    pub refused: Vec<Uuid>,
}

/// Decides for each order in turn, all that it needs or nothing: what one gets, the next does not.
pub fn plan(orders: &[Wanted], stock: &mut BTreeMap<Pack, PackStock>) -> Plan {
    let mut plan = Plan::default();
    for order in orders {
        let outcome = plan.decide(order, stock);
        plan.outcomes.push(outcome);
    }
    plan.changes.retain(|_, change| *change != 0);
    plan
}

impl Plan {
    fn decide(&mut self, order: &Wanted, stock: &mut BTreeMap<Pack, PackStock>) -> Outcome {
        match &order.known {
            Known::Placed => return Outcome::Reserved,
            Known::Held(held) if has_lines(held, &order.lines, stock) => {
                self.held_again.push(order.order_id);
                return Outcome::Reserved;
            }
            Known::Held(held) => self.give_back(order.order_id, held, stock),
            Known::New | Known::Abandoned => (),
        }
        let short = shortages(&order.lines, stock);
        if !short.is_empty() {
            self.refused.push(order.order_id);
            return Outcome::Short(short);
        }
        if order.known != Known::New {
            self.held_again.push(order.order_id);
        }
        for line in &order.lines {
            // Packs that nobody tracks are taken as far as they are there, for the recall.
            let batches = stock.get_mut(&line.pack).map(|pack| &mut pack.batches[..]);
            for part in allocate(batches.unwrap_or_default(), line.quantity) {
                *self.changes.entry(part.batch_id).or_default() += part.quantity;
                self.reserved.push((order.order_id, part));
            }
        }
        Outcome::Reserved
    }

    fn give_back(&mut self, order_id: Uuid, held: &[HeldPacks], stock: &mut BTreeMap<Pack, PackStock>) {
        self.given_back.push(order_id);
        for part in held {
            *self.changes.entry(part.batch_id).or_default() -= part.quantity;
            // A batch that is not sold any more has none that are free.
            let batches = stock.get_mut(&part.pack).map(|pack| &mut pack.batches);
            let batch =
                batches.and_then(|batches| batches.iter_mut().find(|batch| batch.id == part.batch_id));
            if let Some(batch) = batch {
                batch.free += part.quantity;
            }
        }
    }
}

/// What an order gets that was placed and holds nothing.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct PlacedPlan {
    /// What it gets.
    pub taken: Vec<Allocation>,
    /// What it waits for.
    pub lacking: Vec<Line>,
}

/// Decides for an order that was placed: it gets what is there, and waits for what was oversold. Packs that nobody tracks are never
/// waited for.
pub fn plan_placed(lines: &[Line], stock: &mut BTreeMap<Pack, PackStock>) -> PlacedPlan {
    let mut plan = PlacedPlan::default();
    for line in lines {
        let Some(stock) = stock.get_mut(&line.pack) else {
            continue;
        };
        let parts = allocate(&mut stock.batches, line.quantity);
        let taken: i32 = parts.iter().map(|part| part.quantity).sum();
        plan.taken.extend(parts);
        if stock.is_tracked && taken < line.quantity {
            plan.lacking.push(Line {
                quantity: line.quantity - taken,
                ..*line
            });
        }
    }
    plan
}

/// Whether it is these lines that an order holds; of packs that nobody tracks it may hold anything.
fn has_lines(held: &[HeldPacks], lines: &[Line], stock: &BTreeMap<Pack, PackStock>) -> bool {
    let mut difference = BTreeMap::<Pack, i32>::new();
    for line in lines {
        *difference.entry(line.pack).or_default() += line.quantity;
    }
    for part in held {
        *difference.entry(part.pack).or_default() -= part.quantity;
    }
    let is_tracked = |pack| stock.get(pack).is_some_and(|stock| stock.is_tracked);
    difference
        .iter()
        .all(|(pack, quantity)| *quantity == 0 || !is_tracked(pack))
}

/// The lines that cannot be had, and what is left of them.
fn shortages(lines: &[Line], stock: &BTreeMap<Pack, PackStock>) -> Vec<(Pack, i32)> {
    let tracked = lines.iter().filter_map(|line| {
        let stock = stock.get(&line.pack).filter(|stock| stock.is_tracked)?;
        Some((line, stock.free()))
    });
    let short = tracked.filter(|(line, free)| *free < line.quantity.into());
    short
        .map(|(line, free)| (line.pack, i32::try_from(free).unwrap_or(i32::MAX)))
        .collect()
}

#[cfg(test)]
mod tests;
