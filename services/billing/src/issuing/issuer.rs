//! Issues what an order asks for: its sale once, and what was taken back of it.
//!
//! Whatever was heard, the order is asked how it stands now and everything that is missing is issued, so that it does not matter in which
//! order events come, or how often.

use std::time::Duration;

use outbox::{Failure, Waker};
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;
use values::day_in_india;

use crate::{
    document::{
        document_store::{self, Cause, Document},
        kind::Kind,
        order_store,
        rate_store::{self, WaitingBuyer},
    },
    issuing::{
        crediting::Credited,
        one_document::{New, SALE, issue, issue_credit},
        replacing::replaced,
        sale::{Class, Terms, UnknownRate, sale},
        sold_order::{Reversal, SoldOrder, Way},
        sources::Sources,
    },
    settings::InvoiceAt,
    tax::{rates::HsnRate, states::State},
};

/// The pause before an order is looked at again whose goods have a code without a rate: somebody has to add one.
const RATE_AGAIN_AFTER: Duration = Duration::from_mins(10);

/// The reason of money that was given back without goods.
const GOODWILL: &str = "goodwill";

/// The reason of money that was given back for packs that the shop took back.
const RETURNED: &str = "returned";

/// Orders of one round of [`Issuer::issue_waiting`]: each asks two services, and a sweep has half a minute.
const A_ROUND: i64 = 20;

/// Why a sale has no document.
enum NotIssued {
    /// A code of its goods has no rate.
    WithoutRate(UnknownRate),
    /// Another time.
    Failed(Failure),
}

impl From<Failure> for NotIssued {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl From<sqlx::Error> for NotIssued {
    fn from(error: sqlx::Error) -> Self {
        Self::Failed(error.into())
    }
}

/// Issues documents.
#[derive(Debug, Clone)]
pub struct Issuer {
    /// Where they are kept.
    pub db: PgPool,
    /// What they are made of.
    pub sources: Sources,
    /// When a sale is invoiced.
    pub invoice_at: InvoiceAt,
    /// Wakes the relay.
    pub waker: Waker,
}

/// All that a sale is written by.
struct Gathered {
    seller: crate::document::facts::Seller,
    buyers_state: Option<State>,
    classes: std::collections::HashMap<Uuid, Class>,
    rates: Vec<HsnRate>,
}

impl Gathered {
    /// Where the goods are supplied; none where no state is known.
    fn place(&self) -> Option<State> {
        self.buyers_state.clone().or_else(|| self.seller.state.clone())
    }
}

impl Issuer {
    /// Issues what is missing of an order's documents.
    pub async fn settle(&self, order_id: Uuid) -> Result<(), Failure> {
        let mut order = self.read(order_id).await?;
        let mut is_latest = false;
        while !self.settle_as(&order, is_latest).await? {
            let again = self.read(order_id).await?;
            // Of an order that was restored from a backup, billing knows versions that are no more.
            is_latest = again.version <= order.version;
            order = again;
        }
        Ok(())
    }

    /// The order as it stands. A person who was erased since is named as when their document began to wait.
    async fn read(&self, order_id: Uuid) -> Result<SoldOrder, Failure> {
        let mut order = self.sources.order(order_id).await?;
        if order.full_name.is_empty()
            && let Some(buyer) = rate_store::waiting_buyer(&self.db, order_id).await?
        {
            order.full_name = buyer.full_name;
            order.address = buyer.address;
        }
        Ok(order)
    }

    /// Issues what is missing of an order's documents as it was read. False when another replica decided by a later version meanwhile:
    /// unless this `is_latest`, it is to be read again.
    async fn settle_as(&self, order: &SoldOrder, is_latest: bool) -> Result<bool, Failure> {
        let order_id = order.order_id;
        let known = document_store::sale(&self.db, order_id).await?;
        if known.is_none() && !self.is_due(order) {
            return Ok(true);
        }
        let (gathered, place) = match &known {
            None => {
                let gathered = self.gather(order).await?;
                let place = gathered.place();
                (Some(gathered), place)
            }
            Some(sale) if sale.facts.buyer.pincode != order.pincode => {
                let state = self.sources.state(&order.pincode).await?;
                (None, state.or_else(|| sale.facts.seller.state.clone()))
            }
            Some(_) => (None, None),
        };
        let mut transaction = database::begin(&self.db).await?;
        let decided = order_store::lock(&mut transaction, order_id, order.version).await?;
        if decided > order.version && !is_latest {
            return Ok(false);
        }
        let issued = match (document_store::sale(&mut *transaction, order_id).await?, gathered) {
            (Some(issued), _) => issued,
            (None, Some(gathered)) => match issue_sale(&mut transaction, order, gathered).await {
                Ok(issued) => issued,
                Err(NotIssued::WithoutRate(unknown)) => {
                    // What was begun is undone: the number goes to another document.
                    drop(transaction);
                    return self.wait_for_a_rate(order, &unknown).await.map(|()| true);
                }
                Err(NotIssued::Failed(failure)) => return Err(failure),
            },
            (None, None) => {
                let never = anyhow::anyhow!("a document that was there is not");
                return Err(Failure::Retry(never));
            }
        };
        let issued = replaced(&mut transaction, order, issued, place).await?;
        issue_credits(&mut transaction, order, &issued).await?;
        transaction.commit().await?;
        self.waker.wake();
        Ok(true)
    }

    async fn wait_for_a_rate(&self, order: &SoldOrder, unknown: &UnknownRate) -> Result<(), Failure> {
        metrics::counter!("billing_unknown_rates_total").increment(1);
        tracing::warn!(%unknown, "a document waits for a rate");
        let buyer = WaitingBuyer {
            full_name: order.full_name.clone(),
            address: order.address.clone(),
        };
        rate_store::wait(&self.db, order.order_id, &unknown.0, &buyer).await?;
        Err(Failure::Postponed(RATE_AGAIN_AFTER))
    }

    /// Issues the documents of orders whose rate somebody has set meanwhile; answers how many. Their events would do it some minutes
    /// later.
    pub async fn issue_waiting(&self) -> anyhow::Result<u64> {
        let today = day_in_india(OffsetDateTime::now_utc());
        let orders = rate_store::try_issuable(&self.db, today, A_ROUND).await?;
        for order_id in &orders {
            if let Err(failure) = self.settle(*order_id).await {
                tracing::warn!(%order_id, ?failure, "a document that waited for a rate is not issued yet");
            }
        }
        Ok(u64::try_from(orders.len())?)
    }

    /// Whether a sale is to be invoiced: its goods left, or its parcel is closed or it is paid before and the shop invoices then.
    fn is_due(&self, order: &SoldOrder) -> bool {
        let is_early = match self.invoice_at {
            InvoiceAt::Shipping => false,
            InvoiceAt::Packing => order.is_packed,
            InvoiceAt::Payment => order.is_packed || order.is_prepaid,
        };
        order.way != Way::NotLeft || (is_early && order.reversal != Some(Reversal::Cancelled))
    }

    async fn gather(&self, order: &SoldOrder) -> Result<Gathered, Failure> {
        Ok(Gathered {
            seller: self.sources.seller().await?,
            buyers_state: self.sources.state(&order.pincode).await?,
            classes: self.sources.classes(&order.goods).await?,
            rates: document_store::rates(&self.db).await?,
        })
    }
}

async fn issue_sale(
    db: &mut PgConnection,
    order: &SoldOrder,
    mut gathered: Gathered,
) -> Result<Document, NotIssued> {
    // What is a sample once stays one, whenever the shop says who it is.
    let is_sample = order_store::decide_sample(db, order.order_id, gathered.seller.is_sample).await?;
    gathered.seller.is_sample = is_sample;
    let kind = if gathered.seller.gstin.is_empty() {
        Kind::BillOfSupply
    } else {
        Kind::Invoice
    };
    let place = document_store::place(db, kind, is_sample).await?;
    let terms = Terms {
        seller: gathered.seller,
        buyers_state: gathered.buyers_state,
        classes: &gathered.classes,
        rates: &gathered.rates,
    };
    let facts = sale(order, terms, day_in_india(place.issued_at)).map_err(NotIssued::WithoutRate)?;
    let cause_id = order.order_id.to_string();
    let new = New {
        order_id: order.order_id,
        cause: Cause {
            kind: SALE,
            id: &cause_id,
        },
        corrects: None,
        sale_paise: None,
        method: order.method,
    };
    rate_store::wait_no_more(db, order.order_id).await?;
    Ok(issue(db, new, facts, place).await?)
}

/// Credit notes for what is not taken back yet. An order that was paid through a provider is credited by the money that went back to the
/// buyer; every other order by its goods, for their money may go back by hand on another day, or never. What was given back of its money
/// out of goodwill has no goods that speak for it, and is credited as money. So the same money is never credited twice.
async fn issue_credits(db: &mut PgConnection, order: &SoldOrder, sale: &Document) -> Result<(), Failure> {
    for refund in order_store::uncredited_refunds(db, order.order_id).await? {
        if !order.is_paid_online && refund.reason != GOODWILL {
            continue;
        }
        let cause_id = refund.refund_id.to_string();
        let cause = Cause {
            kind: "refund",
            id: &cause_id,
        };
        let what = match &order.reversal {
            Some(Reversal::Returned(packs)) if refund.reason == RETURNED => {
                Credited::Packs(refund.amount_paise, packs.clone())
            }
            _ => Credited::Money(refund.amount_paise, refund.reason),
        };
        issue_credit(db, (sale, order.method), &what, cause).await?;
    }
    if order.is_paid_online {
        return Ok(());
    }
    let Some(reversal) = order.reversal.clone() else {
        return Ok(());
    };
    // The goods of a parcel that was lost and found may come back again.
    let cause_id = if order.way == Way::Found {
        format!("{}:found", order.order_id)
    } else {
        order.order_id.to_string()
    };
    let cause = Cause {
        kind: "reversal",
        id: &cause_id,
    };
    if document_store::of_cause(&mut *db, cause).await?.is_none() {
        issue_credit(db, (sale, order.method), &Credited::Goods(reversal), cause).await?;
    }
    Ok(())
}
