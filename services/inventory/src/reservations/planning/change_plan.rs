//! Plans for the packs of an order whose lines are corrected. Pure.
//!
//! First the additional packs are reserved, and none is released, because the correction may fail. Once the
//! new lines are known, the order gets exactly these.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    pack::Pack,
    reservations::{
        line::Line,
        planning::{
            allocation::{Allocation, allocate},
            plan::{BatchReservation, PackStock, free},
        },
    },
};

/// The packs of a placed order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OrderStock {
    /// The reserved packs, in the order in which they are released.
    pub held: Vec<BatchReservation>,
    /// The oversold packs that it waits for.
    pub waits: Vec<Line>,
}

impl OrderStock {
    /// All packs that it holds or waits for.
    pub fn packs(&self) -> impl Iterator<Item = Pack> {
        let held = self.held.iter().map(|part| part.pack);
        held.chain(self.waits.iter().map(|line| line.pack))
    }

    fn holds(&self, pack: Pack) -> i32 {
        let parts = self.held.iter().filter(|part| part.pack == pack);
        parts.map(|part| part.quantity).sum()
    }

    fn waits_for(&self, pack: Pack) -> i32 {
        let lines = self.waits.iter().filter(|line| line.pack == pack);
        lines.map(|line| line.quantity).sum()
    }
}

/// Returns the packs that the lines need in addition. Fails with the short lines, and how many packs of each
/// the order could have.
pub fn plan_more(
    lines: &[Line],
    has: &OrderStock,
    stock: &mut BTreeMap<Pack, PackStock>,
) -> Result<Vec<Allocation>, Vec<(Pack, i32)>> {
    let more = |line: &Line| line.quantity - has.holds(line.pack) - has.waits_for(line.pack);
    let mut short = Vec::new();
    for line in lines {
        let lacking = i64::from(more(line)) - free(line, stock);
        if more(line) > 0 && lacking > 0 {
            let left = i64::from(line.quantity) - lacking;
            short.push((line.pack, i32::try_from(left).unwrap_or_default().max(0)));
        }
    }
    if !short.is_empty() {
        return Err(short);
    }
    let mut taken = Vec::new();
    for line in lines {
        let batches = stock.get_mut(&line.pack).map(|pack| &mut pack.batches[..]);
        taken.extend(allocate(
            batches.unwrap_or_default(),
            more(line),
            line.price_paise,
        ));
    }
    Ok(taken)
}

/// The changes that give an order exactly its lines.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct ChangePlan {
    /// The packs that it releases.
    pub released: Vec<Allocation>,
    /// The packs that it gets.
    pub taken: Vec<Allocation>,
    /// All packs that it waits for afterwards.
    pub lacking: Vec<Line>,
}

/// Plans exactly these lines for an order: releases the surplus, and reserves the missing packs or waits for
/// them.
pub fn plan_exact(lines: &[Line], has: &OrderStock, stock: &mut BTreeMap<Pack, PackStock>) -> ChangePlan {
    let mut plan = ChangePlan::default();
    let wanted: BTreeMap<_, _> = lines.iter().map(|line| (line.pack, line)).collect();
    let packs: BTreeSet<_> = has.packs().chain(wanted.keys().copied()).collect();
    for pack in packs {
        let (quantity, price_paise) = wanted
            .get(&pack)
            .map_or((0, 0), |line| (line.quantity, line.price_paise));
        let mut surplus = has.holds(pack) - quantity;
        for part in has.held.iter().filter(|part| part.pack == pack) {
            let released = part.quantity.min(surplus);
            if released > 0 {
                surplus -= released;
                plan.released.push(Allocation {
                    batch_id: part.batch_id,
                    quantity: released,
                    price_paise: 0,
                });
            }
        }
        let lack = quantity - has.holds(pack);
        if lack <= 0 {
            continue;
        }
        let batches = stock.get_mut(&pack).map(|pack| &mut pack.batches[..]);
        let parts = allocate(batches.unwrap_or_default(), lack, price_paise);
        let taken: i32 = parts.iter().map(|part| part.quantity).sum();
        plan.taken.extend(parts);
        if taken < lack {
            plan.lacking.push(Line {
                pack,
                quantity: lack - taken,
                price_paise,
            });
        }
    }
    plan
}

#[cfg(test)]
mod tests;
