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

/// What can be sold of a pack today. The pack is locked. A pack of which nothing is known has nothing to sell.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PackStock {
    /// The first to expire first.
    pub batches: Vec<FreeBatch>,
}

impl PackStock {
    /// How many packs can be bought at this price, in paise.
    pub fn free_at(&self, price_paise: i64) -> i64 {
        let batches = self.batches.iter().filter(|batch| batch.may_cost(price_paise));
        batches.map(|batch| i64::from(batch.free)).sum()
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
            Known::Held(held) if has_lines(held, &order.lines) => {
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
            let batches = stock.get_mut(&line.pack).map(|pack| &mut pack.batches[..]);
            for part in allocate(batches.unwrap_or_default(), line.quantity, line.price_paise) {
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

/// Decides for an order that was placed: it gets what is there, and waits for what was oversold.
pub fn plan_placed(lines: &[Line], stock: &mut BTreeMap<Pack, PackStock>) -> PlacedPlan {
    let mut plan = PlacedPlan::default();
    for line in lines {
        let batches = stock.get_mut(&line.pack).map(|pack| &mut pack.batches[..]);
        let parts = allocate(batches.unwrap_or_default(), line.quantity, line.price_paise);
        let taken: i32 = parts.iter().map(|part| part.quantity).sum();
        plan.taken.extend(parts);
        if taken < line.quantity {
            plan.lacking.push(Line {
                quantity: line.quantity - taken,
                ..*line
            });
        }
    }
    plan
}

/// Whether it is these lines that an order holds.
fn has_lines(held: &[HeldPacks], lines: &[Line]) -> bool {
    let mut difference = BTreeMap::<Pack, i32>::new();
    for line in lines {
        *difference.entry(line.pack).or_default() += line.quantity;
    }
    for part in held {
        *difference.entry(part.pack).or_default() -= part.quantity;
    }
    difference.values().all(|quantity| *quantity == 0)
}

/// How many packs there are for a line.
pub fn free(line: &Line, stock: &BTreeMap<Pack, PackStock>) -> i64 {
    let stock = stock.get(&line.pack);
    stock.map_or(0, |stock| stock.free_at(line.price_paise))
}

/// The lines that cannot be had, and what is left of them.
fn shortages(lines: &[Line], stock: &BTreeMap<Pack, PackStock>) -> Vec<(Pack, i32)> {
    let free = lines.iter().map(|line| (line, free(line, stock)));
    let short = free.filter(|(line, free)| *free < line.quantity.into());
    short
        .map(|(line, free)| (line.pack, i32::try_from(free).unwrap_or(i32::MAX)))
        .collect()
}

#[cfg(test)]
mod tests;
