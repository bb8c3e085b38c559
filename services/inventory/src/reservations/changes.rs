//! Reservations of orders whose lines are corrected. The order service owns the lines. A correction must
//! neither oversell packs nor keep packs reserved without an order:
//!
//! 1. Before the correction, the additional packs are reserved ([`reserve_more`]). Nothing is given back yet.
//! 2. The event of the correction brings the order's new lines. The order gets exactly these
//!    ([`apply_lines`]).
//! 3. A correction that failed has no event. A periodic task then asks the order service for the current
//!    lines ([`finalize`]).

use std::{collections::BTreeSet, time::Duration};

use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::{
    pack::Pack,
    reservations::{
        change_store,
        line::Line,
        order_event::{OrderEvent, ReservationStep},
        pack_store,
        plan_store::read_stock,
        planning::{
            change_plan::{plan_exact, plan_more},
            plan::ReservationOutcome,
        },
        reservation_store, reserved_packs,
    },
};

/// The time after which a pending correction is overdue. A correction takes far less.
const CHANGE_OVERDUE_AFTER: Duration = Duration::from_mins(15);

/// A correction that is about to be made.
#[derive(Debug, Clone)]
pub struct ReservationChange {
    /// The order.
    pub order_id: Uuid,
    /// The order's version after the correction.
    pub version: i32,
    /// The lines before the correction.
    pub before: Vec<Line>,
    /// The lines after the correction.
    pub lines: Vec<Line>,
}

/// The current lines of an order.
#[derive(Debug, Clone)]
pub struct CurrentLines {
    /// The order.
    pub order_id: Uuid,
    /// The order's version.
    pub version: i32,
    /// The lines.
    pub lines: Vec<Line>,
}

/// Reserves the additional packs that a correction needs: all or none. Does nothing for orders that were
/// shipped or cancelled, and for versions whose lines are known: the order service refuses these corrections.
#[tracing::instrument(name = "BEGIN change", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn reserve_more(db: &PgPool, change: &ReservationChange) -> sqlx::Result<ReservationOutcome> {
    let mut transaction = database::begin(db).await?;
    let known = reservation_store::lock(&mut transaction, change.order_id).await?;
    let version = i64::from(change.version);
    let is_open = matches!(known.state.as_str(), "held" | "placed" | "abandoned");
    if !is_open || known.awaits.is_some() || version <= known.lines_version {
        return Ok(ReservationOutcome::Reserved);
    }
    if known.state != "placed" {
        // Confirming may lock some of these packs. Lock all of them first, so that the locking order is kept.
        let has = change_store::order_stock(&mut transaction, change.order_id).await?;
        let needed = change.before.iter().chain(&change.lines).map(|line| line.pack);
        let packs: BTreeSet<Pack> = has.packs().chain(needed).collect();
        pack_store::lock_or_add(&mut transaction, packs).await?;
        // Only placed orders are corrected, even if the event that says so is still on its way.
        reserved_packs::confirm(&mut transaction, change.order_id, &change.before).await?;
    }
    let has = change_store::order_stock(&mut transaction, change.order_id).await?;
    let packs: BTreeSet<Pack> = change.lines.iter().map(|line| line.pack).collect();
    let packs = pack_store::lock(&mut transaction, packs).await?;
    let mut stock = read_stock(&mut transaction, &packs, &[]).await?;
    let more = match plan_more(&change.lines, &has, &mut stock) {
        Ok(more) => more,
        Err(short) => return Ok(ReservationOutcome::Short(short)),
    };
    change_store::reserve(&mut transaction, change.order_id, more).await?;
    change_store::note_change(&mut transaction, change.order_id, version, CHANGE_OVERDUE_AFTER).await?;
    pack_store::publish_changes(&mut transaction, &packs).await?;
    transaction.commit().await?;
    Ok(ReservationOutcome::Reserved)
}

/// Gives a locked, placed order exactly the lines of this version.
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

/// Applies an event's steps to the packs of a locked order.
pub async fn take_steps(
    db: &mut PgConnection,
    order_id: Uuid,
    (event, version): (&OrderEvent, i64),
    (steps, returned): (&[ReservationStep], &[Line]),
) -> sqlx::Result<()> {
    for step in steps {
        match (step, event) {
            (ReservationStep::Confirm, OrderEvent::Placed(lines)) => {
                reserved_packs::confirm(&mut *db, order_id, lines).await?;
            }
            (ReservationStep::Confirm, OrderEvent::Corrected(lines)) => {
                reserved_packs::confirm(&mut *db, order_id, lines).await?;
                change_store::end_change(&mut *db, order_id, version).await?;
            }
            (ReservationStep::Change, OrderEvent::Corrected(lines)) => {
                apply_lines(&mut *db, order_id, version, lines).await?;
            }
            // Only `Placed` and `Corrected` plan `Confirm`, and only `Corrected` plans `Change`.
            (ReservationStep::Confirm | ReservationStep::Change, _) => (),
            (ReservationStep::Close, _) => reservation_store::note_packed(&mut *db, order_id).await?,
            (ReservationStep::Release, _) => reserved_packs::cancel(&mut *db, order_id).await?,
            (ReservationStep::Ship, _) => reserved_packs::ship(&mut *db, order_id).await?,
            (ReservationStep::TakeBack, _) => {
                reservation_store::take_back(&mut *db, order_id, returned).await?;
            }
        }
    }
    Ok(())
}

/// Gives orders their current lines once their corrections are decided: the order has that version or a later
/// one, or the correction is overdue. Then applies the steps that waited for this.
#[tracing::instrument(name = "BEGIN finalizing changes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn finalize(db: &PgPool, orders: Vec<CurrentLines>) -> sqlx::Result<()> {
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
        // The event of this version may still arrive. It must not count as old then.
        reservation_store::remember(&mut transaction, order.order_id, known.version, awaited).await?;
        transaction.commit().await?;
    }
    Ok(())
}
