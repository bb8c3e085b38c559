//! Orders whose lines are corrected. The order service owns the lines; here the packs follow, and nothing that happens in between may
//! oversell them or keep them for nobody:
//!
//! 1. Before the order is corrected, what it needs more is reserved beside what it has ([`reserve_more`]). Nothing is given back yet.
//! 2. The event of the correction says which lines the order has: it gets exactly these ([`apply_lines`]).
//! 3. A correction that came to nothing has no event. The order service is asked then, as for orders that were never placed, and
//!    tells the lines as they stand ([`settle`]).

use std::{collections::BTreeSet, time::Duration};

use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::{
    pack::Pack,
    reservations::{
        change_store, held_packs,
        line::Line,
        order_event::{OrderEvent, Step},
        pack_store,
        plan_store::read_stock,
        planning::{
            change_plan::{plan_exact, plan_more},
            plan::Outcome,
        },
        reservation_store,
    },
};

/// How long a correction may be on its way before the order is asked about: far longer than one takes.
const SETTLED_AFTER: Duration = Duration::from_mins(15);

/// A correction that an order may get.
#[derive(Debug, Clone)]
pub struct Change {
    /// The order.
    pub order_id: Uuid,
    /// The version that the correction gives it.
    pub version: i32,
    /// What it needs until then.
    pub before: Vec<Line>,
    /// What it needs from then on.
    pub lines: Vec<Line>,
}

/// The lines that an order has.
#[derive(Debug, Clone)]
pub struct CurrentLines {
    /// The order.
    pub order_id: Uuid,
    /// Its version.
    pub version: i32,
    /// What it needs.
    pub lines: Vec<Line>,
}

/// Reserves what an order needs more with a correction, all of it or nothing. An order whose packs have left or went back is left
/// alone, and so is one whose lines are known in this version: its correction is refused where it is written.
#[tracing::instrument(name = "BEGIN change", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn reserve_more(db: &PgPool, change: &Change) -> sqlx::Result<Outcome> {
    let mut transaction = database::begin(db).await?;
    let known = reservation_store::lock(&mut transaction, change.order_id).await?;
    let version = i64::from(change.version);
    let is_open = matches!(known.state.as_str(), "held" | "placed" | "abandoned");
    if !is_open || known.awaits.is_some() || version <= known.lines_version {
        return Ok(Outcome::Reserved);
    }
    if known.state != "placed" {
        // Confirming may lock some of these packs, and the rest would follow out of their order.
        let has = change_store::order_stock(&mut transaction, change.order_id).await?;
        let needed = change.before.iter().chain(&change.lines).map(|line| line.pack);
        let packs: BTreeSet<Pack> = has.packs().chain(needed).collect();
        pack_store::lock_or_add(&mut transaction, packs).await?;
        // Only what was placed is corrected, whether or not the event has come that says so.
        held_packs::confirm(&mut transaction, change.order_id, &change.before).await?;
    }
    let has = change_store::order_stock(&mut transaction, change.order_id).await?;
    let packs: BTreeSet<Pack> = change.lines.iter().map(|line| line.pack).collect();
    let packs = pack_store::lock(&mut transaction, packs).await?;
    let mut stock = read_stock(&mut transaction, &packs, &[]).await?;
    let more = match plan_more(&change.lines, &has, &mut stock) {
        Ok(more) => more,
        Err(short) => return Ok(Outcome::Short(short)),
    };
    change_store::reserve(&mut transaction, change.order_id, more).await?;
    change_store::note_change(&mut transaction, change.order_id, version, SETTLED_AFTER).await?;
    pack_store::publish_changes(&mut transaction, &packs).await?;
    transaction.commit().await?;
    Ok(Outcome::Reserved)
}

/// Gives an order exactly these lines, which it has in this version. The order is locked, and was placed.
pub async fn apply_lines(
    db: &mut PgConnection,
    order_id: Uuid,
    version: i64,
    lines: &[Line],
) -> sqlx::Result<()> {
    let has = change_store::order_stock(&mut *db, order_id).await?;
    let packs: BTreeSet<Pack> = has.packs().chain(lines.iter().map(|line| line.pack)).collect();
    let packs = pack_store::lock_or_add(&mut *db, packs).await?;
    let mut stock = read_stock(&mut *db, &packs, &[]).await?;
    let plan = plan_exact(lines, &has, &mut stock);
    change_store::write(&mut *db, order_id, plan).await?;
    change_store::end_change(&mut *db, order_id, version).await?;
    pack_store::publish_changes(db, &packs).await?;
    Ok(())
}

/// Does what an event makes of an order's packs, which is locked. What is not done yet is answered with the event's lines.
pub async fn take_steps(
    db: &mut PgConnection,
    order_id: Uuid,
    (event, version): (&OrderEvent, i64),
    (steps, returned): (&[Step], &[Line]),
) -> sqlx::Result<()> {
    for step in steps {
        match (step, event) {
            (Step::Keep, OrderEvent::Placed(lines)) => {
                held_packs::confirm(&mut *db, order_id, lines).await?;
            }
            (Step::Keep, OrderEvent::Corrected(lines)) => {
                held_packs::confirm(&mut *db, order_id, lines).await?;
                change_store::end_change(&mut *db, order_id, version).await?;
            }
            (Step::Change, OrderEvent::Corrected(lines)) => {
                apply_lines(&mut *db, order_id, version, lines).await?;
            }
            // Only the placing and corrections plan to keep, and only these to change.
            (Step::Keep | Step::Change, _) => (),
            (Step::Close, _) => reservation_store::note_packed(&mut *db, order_id).await?,
            (Step::GiveBack, _) => held_packs::cancel(&mut *db, order_id).await?,
            (Step::Ship, _) => held_packs::ship(&mut *db, order_id).await?,
            (Step::TakeBack, _) => reservation_store::take_back(&mut *db, order_id, returned).await?,
        }
    }
    Ok(())
}

/// Gives orders the lines that they have, when it is decided whether they were corrected: they are of that version or a later one, or
/// the correction is overdue. What waited for that is done now.
#[tracing::instrument(name = "BEGIN settling changes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn settle(db: &PgPool, orders: Vec<CurrentLines>) -> sqlx::Result<()> {
    for order in orders {
        let mut transaction = database::begin(db).await?;
        let mut known = reservation_store::lock(&mut transaction, order.order_id).await?;
        if known.change_version.is_none() {
            continue;
        }
        if change_store::is_overdue(&mut transaction, order.order_id).await? {
            known.change_version = None;
        }
        let version = i64::from(order.version);
        let event = OrderEvent::Corrected(order.lines);
        let plan = event.plan(&known, version);
        let (steps, returned) = (plan.steps, &known.awaited_lines);
        let of_event = (&event, version);
        take_steps(&mut transaction, order.order_id, of_event, (steps, returned)).await?;
        let awaited = plan.awaits.map(|awaited| (awaited, returned.as_slice()));
        // An event of this version may yet come, and is not old then.
        reservation_store::remember(&mut transaction, order.order_id, known.version, awaited).await?;
        transaction.commit().await?;
    }
    Ok(())
}
