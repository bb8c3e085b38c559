//! Decisions for a group of orders that need packs. Pure: the state is read before, and the plan is written
//! afterwards.

use std::collections::BTreeMap;

use uuid::Uuid;

use crate::{
    pack::Pack,
    reservations::{
        line::Line,
        planning::allocation::{Allocation, FreeBatch, allocate},
    },
};

/// The packs of one kind that can be sold today. The pack is locked. An unknown pack has no batches.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PackStock {
    /// The batches, the first to expire first.
    pub batches: Vec<FreeBatch>,
}

impl PackStock {
    /// Returns the number of packs that can be bought at this price, in paise.
    pub fn free_at(&self, price_paise: i64) -> i64 {
        let batches = self.batches.iter().filter(|batch| batch.may_cost(price_paise));
        batches.map(|batch| i64::from(batch.free)).sum()
    }
}

/// Packs of a batch that an order holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BatchReservation {
    /// The batch's id.
    pub batch_id: Uuid,
    /// The pack that the batch contains.
    pub pack: Pack,
    /// The number of packs, more than 0.
    pub quantity: i32,
}

/// The state of an order's reservation before this request.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum ReservationState {
    /// No reservation exists.
    #[default]
    New,
    /// Reserved, and not placed yet.
    Held(Vec<BatchReservation>),
    /// Abandoned; the shopper checks out again.
    Abandoned,
    /// Placed. It has its packs and is not reserved again.
    Placed,
}

/// An order that needs packs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderDemand {
    /// The order.
    pub order_id: Uuid,
    /// The lines; each pack occurs once.
    pub lines: Vec<Line>,
    /// The state of its reservation.
    pub state: ReservationState,
}

/// The result of a reservation request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReservationOutcome {
    /// All packs are reserved.
    Reserved,
    /// No packs are reserved: these packs are short, with the number left of each.
    Short(Vec<(Pack, i32)>),
}

/// The changes to write, and the outcomes to return.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct ReservationPlan {
    /// The outcome of each order, in the order of the requests.
    pub outcomes: Vec<ReservationOutcome>,
    /// The packs that orders get.
    pub reserved: Vec<(Uuid, Allocation)>,
    /// The change of each batch's reserved packs.
    pub changes: BTreeMap<Uuid, i32>,
    /// The orders that release the packs that they held.
    pub released: Vec<Uuid>,
    /// The existing reservations that hold their packs from now on.
    pub renewed: Vec<Uuid>,
    /// The orders that get no packs. Their reservations are deleted.
    pub refused: Vec<Uuid>,
}

/// Decides for each order in turn: all of its lines or none. Packs given to one order are not available to
/// the next.
pub fn plan(orders: &[OrderDemand], stock: &mut BTreeMap<Pack, PackStock>) -> ReservationPlan {
    let mut plan = ReservationPlan::default();
    for order in orders {
        let outcome = plan.decide(order, stock);
        plan.outcomes.push(outcome);
    }
    plan.changes.retain(|_, change| *change != 0);
    plan
}

impl ReservationPlan {
    fn decide(&mut self, order: &OrderDemand, stock: &mut BTreeMap<Pack, PackStock>) -> ReservationOutcome {
        match &order.state {
            ReservationState::Placed => return ReservationOutcome::Reserved,
            ReservationState::Held(held) if has_lines(held, &order.lines) => {
                self.renewed.push(order.order_id);
                return ReservationOutcome::Reserved;
            }
            ReservationState::Held(held) => self.release(order.order_id, held, stock),
            ReservationState::New | ReservationState::Abandoned => (),
        }
        let short = shortages(&order.lines, stock);
        if !short.is_empty() {
            self.refused.push(order.order_id);
            return ReservationOutcome::Short(short);
        }
        if order.state != ReservationState::New {
            self.renewed.push(order.order_id);
        }
        for line in &order.lines {
            let batches = stock.get_mut(&line.pack).map(|pack| &mut pack.batches[..]);
            for part in allocate(batches.unwrap_or_default(), line.quantity, line.price_paise) {
                *self.changes.entry(part.batch_id).or_default() += part.quantity;
                self.reserved.push((order.order_id, part));
            }
        }
        ReservationOutcome::Reserved
    }

    fn release(&mut self, order_id: Uuid, held: &[BatchReservation], stock: &mut BTreeMap<Pack, PackStock>) {
        self.released.push(order_id);
        for part in held {
            *self.changes.entry(part.batch_id).or_default() -= part.quantity;
            // A batch that is not in `stock` is no longer sold, so its packs do not become free.
            let batches = stock.get_mut(&part.pack).map(|pack| &mut pack.batches);
            let batch =
                batches.and_then(|batches| batches.iter_mut().find(|batch| batch.id == part.batch_id));
            if let Some(batch) = batch {
                batch.free += part.quantity;
            }
        }
    }
}

/// The packs for a placed order that holds none.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct PlacedPlan {
    /// The packs that it gets.
    pub taken: Vec<Allocation>,
    /// The packs that it waits for.
    pub lacking: Vec<Line>,
}

/// Plans for a placed order: it gets the available packs, and waits for the oversold ones.
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

/// Returns true if an order holds exactly these lines.
fn has_lines(held: &[BatchReservation], lines: &[Line]) -> bool {
    let mut difference = BTreeMap::<Pack, i32>::new();
    for line in lines {
        *difference.entry(line.pack).or_default() += line.quantity;
    }
    for part in held {
        *difference.entry(part.pack).or_default() -= part.quantity;
    }
    difference.values().all(|quantity| *quantity == 0)
}

/// Returns the number of packs available for a line.
pub fn free(line: &Line, stock: &BTreeMap<Pack, PackStock>) -> i64 {
    let stock = stock.get(&line.pack);
    stock.map_or(0, |stock| stock.free_at(line.price_paise))
}

/// Returns the short lines, with the number of packs left.
fn shortages(lines: &[Line], stock: &BTreeMap<Pack, PackStock>) -> Vec<(Pack, i32)> {
    let free = lines.iter().map(|line| (line, free(line, stock)));
    let short = free.filter(|(line, free)| *free < line.quantity.into());
    short
        .map(|(line, free)| (line.pack, i32::try_from(free).unwrap_or(i32::MAX)))
        .collect()
}

#[cfg(test)]
mod tests;
