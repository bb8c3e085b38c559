//! Changes the status of orders: the row, the history and the event in one transaction.

use runtime::status::{Rule, Violation};
use sqlx::{PgConnection, PgPool, types::Json};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use crate::{
    error::Error,
    events,
    link::Links,
    order::{
        order_status::{self, Actor, Status, is_refused_return},
        order_store,
        parcel::Parcel,
        record::Order,
        return_terms::ReturnTerms,
        returned_line::ReturnedLine,
    },
    transitions::{failed_proofs::FailedProofs, ownership::Ownership, returned_lines, shipment::Shipments},
};

/// The period after delivery in which a shopper may return an unopened pack, as on the policy page.
const RETURN_WITHIN: Duration = Duration::days(30);

/// A requested status change.
#[derive(Debug, Clone)]
pub struct Transition {
    /// The order.
    pub order_id: Uuid,
    /// The target status.
    pub to: Status,
    /// The version that the caller last read.
    pub version: i32,
    /// The actor.
    pub actor: Actor,
    /// The actor's account, if any.
    pub actor_id: Option<Uuid>,
    /// The proof of ownership, when a shopper changes the order.
    pub ownership: Option<Ownership>,
    /// The reason. May be empty.
    pub reason: String,
    /// The parcel, when it is shipped.
    pub parcel: Option<Parcel>,
    /// The weight of the parcel at handover, in grams. `None` when unknown.
    pub parcel_weight_in_grams: Option<i32>,
    /// The packs that come back. Empty if the request named none.
    pub lines: Vec<ReturnedLine>,
    /// The return terms, when a return is accepted.
    pub return_terms: Option<ReturnTerms>,
    /// True if the actor ships the order although it is not paid.
    pub accepts_unpaid: bool,
}

impl Transition {
    /// Creates a status change by the shop's programs.
    pub fn by_system(order_id: Uuid, to: Status, version: i32, reason: &str) -> Self {
        Self {
            order_id,
            to,
            version,
            actor: Actor::System,
            actor_id: None,
            ownership: None,
            reason: reason.to_owned(),
            parcel: None,
            parcel_weight_in_grams: None,
            lines: Vec::new(),
            return_terms: None,
            accepts_unpaid: false,
        }
    }
}

/// Changes the status of orders.
#[derive(Debug, Clone)]
pub struct TransitionOrder {
    /// The database of orders.
    pub db: PgPool,
    /// The waker of the outbox relay.
    pub relay: outbox::Waker,
    /// Verifies the tokens of links in mails.
    pub links: Links,
    /// Releases orders for shipping.
    pub shipments: Shipments,
    /// Counts failed proofs of ownership.
    pub failed_proofs: FailedProofs,
}

impl TransitionOrder {
    /// Creates the operation.
    pub fn new(db: &PgPool, relay: outbox::Waker, links: Links, shipments: Shipments) -> Self {
        Self {
            db: db.clone(),
            relay,
            failed_proofs: FailedProofs::new(db.clone(), links.clone()),
            links,
            shipments,
        }
    }

    /// Changes the status of an order, once. A retry returns the current order.
    pub async fn run(&self, wanted: &Transition, now: OffsetDateTime) -> Result<Order, Error> {
        self.check_ownership(wanted, now).await?;
        self.release(wanted).await?;
        let mut transaction = database::begin(&self.db).await?;
        order_store::lock(&mut transaction, wanted.order_id).await?;
        let order = order_store::find(&mut *transaction, wanted.order_id).await?;
        let order = order.ok_or(Error::Unknown)?;
        if is_done(&mut transaction, &order, wanted).await? {
            return Ok(order);
        }
        if order.version != wanted.version {
            return Err(Error::Changed(Box::new(order)));
        }
        check(&order, wanted, now)?;
        let lines = returned_lines::of_order(&order, (wanted.to, &wanted.reason), &wanted.lines);
        let lines = lines.map_err(Error::Invalid)?;
        write(&mut transaction, &order, wanted, &lines, now).await?;
        let changed = order_store::find(&mut *transaction, wanted.order_id).await?;
        let changed = changed.ok_or(Error::Unknown)?;
        transaction.commit().await?;
        self.relay.wake();
        metrics::counter!("order_transitions_total", "to" => wanted.to.as_str()).increment(1);
        Ok(changed)
    }

    /// Fails if the order does not belong to the shopper. No transaction is open meanwhile. The result stays
    /// valid, because an order changes its owner only when an account claims it.
    async fn check_ownership(&self, wanted: &Transition, now: OffsetDateTime) -> Result<(), Error> {
        let Some(ownership) = &wanted.ownership else {
            return Ok(());
        };
        let order = order_store::find(&self.db, wanted.order_id).await?;
        let order = order.ok_or(Error::Unknown)?;
        let attempt = self.failed_proofs.attempt(&order.order_number, ownership);
        let _slots = self.failed_proofs.begin(&attempt).await?;
        if ownership.is_of(&order, &self.links, now) {
            return Ok(());
        }
        self.failed_proofs.count(&attempt).await?;
        Err(Error::Unknown)
    }

    /// Asks the inventory to release an order for shipping, outside a transaction. It is not asked if the
    /// transition would be refused anyway.
    async fn release(&self, wanted: &Transition) -> Result<(), Error> {
        if wanted.to != Status::Shipped {
            return Ok(());
        }
        let order = order_store::find(&self.db, wanted.order_id).await?;
        let is_allowed = order.is_some_and(|order| {
            let from = Status::parse(&order.status);
            order.version == wanted.version
                && order.why_unpaid().is_none()
                && (wanted.accepts_unpaid || !order.is_unpaid())
                && from.is_some_and(|from| order_status::transition(from, wanted.to, wanted.actor).is_ok())
        });
        if is_allowed {
            self.shipments.release(wanted.order_id).await?;
        }
        Ok(())
    }
}

/// Returns true if the last change was this same transition (a retry). Another person, parcel, packs or terms
/// make another transition, because only one of two packers may ship an order.
async fn is_done(db: &mut PgConnection, order: &Order, wanted: &Transition) -> sqlx::Result<bool> {
    if order.version != wanted.version + 1 {
        return Ok(false);
    }
    let last = sqlx::query!(
        "SELECT to_status, actor, actor_id, reason FROM order_changes WHERE order_id = $1 AND version = $2",
        order.id,
        order.version
    );
    let last = last.fetch_one(db).await?;
    let is_parcel_same = (wanted.parcel.is_none() || wanted.parcel == order.parcel)
        && (wanted.parcel_weight_in_grams.is_none()
            || wanted.parcel_weight_in_grams == order.parcel_weight_in_grams);
    let are_terms_same = wanted.return_terms.is_none() || wanted.return_terms == order.return_terms;
    let lines = order.changes.last().map(|change| &change.lines);
    let are_lines_same = wanted.lines.is_empty() || lines == Some(&wanted.lines);
    let same = (
        last.to_status.as_str(),
        last.actor.as_str(),
        last.actor_id,
        last.reason.as_str(),
    ) == (
        wanted.to.as_str(),
        wanted.actor.as_str(),
        wanted.actor_id,
        wanted.reason.as_str(),
    );
    Ok(same && is_parcel_same && are_terms_same && are_lines_same)
}

fn check(order: &Order, wanted: &Transition, now: OffsetDateTime) -> Result<(), Error> {
    let from = Status::parse(&order.status).ok_or(Error::Impossible("an order is in no state"))?;
    order_status::transition(from, wanted.to, wanted.actor).map_err(Error::NotAllowed)?;
    if matches!(wanted.to, Status::Confirmed | Status::Packed | Status::Shipped)
        && let Some(why) = order.why_unpaid()
    {
        return Err(Error::NotPaid(why));
    }
    if wanted.to == Status::Shipped && order.is_unpaid() && !wanted.accepts_unpaid {
        return Err(Error::UnpaidNotAccepted);
    }
    if is_refused_return(from, wanted.to) && wanted.reason.is_empty() {
        let broken = Rule::Required.says("Enter why the return is refused. The shopper reads it");
        return Err(Error::Invalid(vec![Violation::new("reason", broken)]));
    }
    if wanted.to == Status::ReturnRequested && wanted.actor == Actor::Shopper {
        // A refused return does not restart the period.
        let until = order
            .delivered_at()
            .map(|delivered_at| delivered_at + RETURN_WITHIN);
        if until.is_none_or(|until| now > until) {
            return Err(Error::TooLateToReturn);
        }
    }
    Ok(())
}

/// Writes the status change of a locked and checked order, with its event.
pub async fn write(
    db: &mut PgConnection,
    order: &Order,
    wanted: &Transition,
    lines: &[ReturnedLine],
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    let version = order.version + 1;
    let terms = wanted.return_terms.as_ref();
    let returned_paise = (wanted.to == Status::Returned).then(|| returned_lines::cost_paise(order, lines));
    sqlx::query!(
        "WITH changed AS (
           UPDATE orders SET status = $2, version = $3, network = NULL, parcel_weight_in_grams = coalesce($10, parcel_weight_in_grams),
             return_send_to = coalesce($11, return_send_to), return_paid_by = coalesce($12, return_paid_by),
             returned_paise = coalesce($13, returned_paise)
           WHERE id = $1 RETURNING id)
         INSERT INTO order_changes (order_id, version, from_status, to_status, actor, actor_id, reason, changed_at, lines)
         SELECT id, $3, $4, $2, $5, $6, $7, $8, $9 FROM changed",
        order.id,
        wanted.to.as_str(),
        version,
        order.status,
        wanted.actor.as_str(),
        wanted.actor_id,
        wanted.reason,
        now,
        Json(lines) as _,
        wanted.parcel_weight_in_grams,
        terms.map(|terms| terms.send_to.as_str()),
        terms.map(|terms| terms.paid_by.as_str()),
        returned_paise
    )
    .execute(&mut *db)
    .await?;
    if let Some(parcel) = &wanted.parcel {
        sqlx::query!(
            "INSERT INTO parcels (order_id, carrier, tracking_number, tracking_url) VALUES ($1, $2, $3, $4)",
            order.id,
            parcel.carrier,
            parcel.tracking_number,
            parcel.tracking_url
        )
        .execute(&mut *db)
        .await?;
    }
    let from = Status::parse(&order.status);
    if let Some(event) = events::order_status_changed(order, (from, wanted.to), lines, version, now) {
        outbox::write(db, event).await?;
    }
    Ok(())
}
