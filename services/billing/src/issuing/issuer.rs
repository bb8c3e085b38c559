//! Issues the documents of an order: one for its sale, and credit notes.
//!
//! After every event, the current order is read and all missing documents are issued. So the order and the
//! number of events do not matter.

use std::time::Duration;

use outbox::{Failure, Waker};
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;
use values::day_in_india;

use crate::{
    document::{
        document_store::{self, Document, DocumentCause},
        kind::DocumentKind,
        order_store,
        rate_store::{self, WaitingBuyer},
    },
    issuing::{
        credit_note::CreditSubject,
        issue_document::{DocumentRequest, SALE, issue, issue_credit},
        replace_sale::replace_if_needed,
        sale::{SaleTerms, TaxClassification, UnknownRate, sale},
        sold_order::{Reversal, ShippingProgress, SoldOrder},
        sources::Sources,
    },
    settings::InvoiceAt,
    tax::{rates::HsnRate, states::State},
};

/// The pause before retrying an order whose HSN code has no tax rate. A staff member must add one.
const RATE_AGAIN_AFTER: Duration = Duration::from_mins(10);

/// The refund reason for money without returned goods.
const GOODWILL: &str = "goodwill";

/// The refund reason for returned packs.
const RETURNED: &str = "returned";

/// Limit of orders per call of [`Issuer::issue_waiting`]. Each takes two calls; a periodic task has half a
/// minute.
const BATCH_SIZE: i64 = 20;

/// Why a sale document was not issued.
enum IssueError {
    /// The HSN code of its goods has no rate.
    WithoutRate(UnknownRate),
    /// A failure, with its retry policy.
    Failed(Failure),
}

impl From<Failure> for IssueError {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl From<sqlx::Error> for IssueError {
    fn from(error: sqlx::Error) -> Self {
        Self::Failed(error.into())
    }
}

/// Issues documents.
#[derive(Debug, Clone)]
pub struct Issuer {
    /// The database.
    pub db: PgPool,
    /// The clients of the services that have the data.
    pub sources: Sources,
    /// When a sale is invoiced.
    pub invoice_at: InvoiceAt,
    /// Wakes the outbox relay.
    pub waker: Waker,
}

/// The data for a sale document.
struct SaleInputs {
    seller: crate::document::facts::Seller,
    buyers_state: Option<State>,
    classes: std::collections::HashMap<Uuid, TaxClassification>,
    rates: Vec<HsnRate>,
}

impl SaleInputs {
    /// The place of supply. `None` if no state is known.
    fn place(&self) -> Option<State> {
        self.buyers_state.clone().or_else(|| self.seller.state.clone())
    }
}

impl Issuer {
    /// Issues the missing documents of an order.
    pub async fn issue_missing(&self, order_id: Uuid) -> Result<(), Failure> {
        let mut order = self.current_order(order_id).await?;
        let mut is_latest = false;
        while !self.issue_missing_for(&order, is_latest).await? {
            let again = self.current_order(order_id).await?;
            // After a restore from a backup, billing may know a higher version than the order has.
            is_latest = again.version <= order.version;
            order = again;
        }
        Ok(())
    }

    /// Reads the current order. If its buyer was erased meanwhile, uses the buyer of the waiting document.
    async fn current_order(&self, order_id: Uuid) -> Result<SoldOrder, Failure> {
        let mut order = self.sources.order(order_id).await?;
        if order.full_name.is_empty()
            && let Some(buyer) = rate_store::waiting_buyer(&self.db, order_id).await?
        {
            order.full_name = buyer.full_name;
            order.address = buyer.address;
        }
        Ok(order)
    }

    /// Issues the missing documents of an order as it was read. Returns false if another replica used a later
    /// version meanwhile, so that the caller reads it again; `is_latest` skips this check.
    async fn issue_missing_for(&self, order: &SoldOrder, is_latest: bool) -> Result<bool, Failure> {
        let order_id = order.order_id;
        let known = document_store::sale(&self.db, order_id).await?;
        if known.is_none() && !self.is_due(order) {
            return Ok(true);
        }
        let (inputs, place) = match &known {
            None => {
                let inputs = self.load_sale_inputs(order).await?;
                let place = inputs.place();
                (Some(inputs), place)
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
        let issued = match (document_store::sale(&mut *transaction, order_id).await?, inputs) {
            (Some(issued), _) => issued,
            (None, Some(inputs)) => match issue_sale(&mut transaction, order, inputs).await {
                Ok(issued) => issued,
                Err(IssueError::WithoutRate(unknown)) => {
                    // Roll back, so that the number is free for another document.
                    drop(transaction);
                    return self
                        .postpone_until_rate_is_set(order, &unknown)
                        .await
                        .map(|()| true);
                }
                Err(IssueError::Failed(failure)) => return Err(failure),
            },
            (None, None) => {
                let never = anyhow::anyhow!("a document that was there is not");
                return Err(Failure::Retry(never));
            }
        };
        let issued = replace_if_needed(&mut transaction, order, issued, place).await?;
        issue_credits(&mut transaction, order, &issued).await?;
        transaction.commit().await?;
        self.waker.wake();
        Ok(true)
    }

    async fn postpone_until_rate_is_set(
        &self,
        order: &SoldOrder,
        unknown: &UnknownRate,
    ) -> Result<(), Failure> {
        metrics::counter!("billing_unknown_rates_total").increment(1);
        tracing::warn!(%unknown, "a document waits for a rate");
        let buyer = WaitingBuyer {
            full_name: order.full_name.clone(),
            address: order.address.clone(),
        };
        rate_store::add_waiting(&self.db, order.order_id, &unknown.0, &buyer).await?;
        Err(Failure::Postponed(RATE_AGAIN_AFTER))
    }

    /// Issues documents whose tax rate was set meanwhile, and returns how many orders were tried. Redelivered
    /// events would do so minutes later.
    pub async fn issue_waiting(&self) -> anyhow::Result<u64> {
        let today = day_in_india(OffsetDateTime::now_utc());
        let orders = rate_store::claim_issuable(&self.db, today, BATCH_SIZE).await?;
        for order_id in &orders {
            if let Err(failure) = self.issue_missing(*order_id).await {
                tracing::warn!(%order_id, ?failure, "a document that waited for a rate is not issued yet");
            }
        }
        Ok(u64::try_from(orders.len())?)
    }

    /// True if the sale must be invoiced: its goods were shipped, or the shop invoices at packing or payment
    /// and that happened.
    fn is_due(&self, order: &SoldOrder) -> bool {
        let is_early = match self.invoice_at {
            InvoiceAt::Shipping => false,
            InvoiceAt::Packing => order.is_packed,
            InvoiceAt::Payment => order.is_packed || order.is_prepaid,
        };
        order.progress != ShippingProgress::NotShipped
            || (is_early && order.reversal != Some(Reversal::Cancelled))
    }

    async fn load_sale_inputs(&self, order: &SoldOrder) -> Result<SaleInputs, Failure> {
        Ok(SaleInputs {
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
    mut inputs: SaleInputs,
) -> Result<Document, IssueError> {
    // Once a sample, always a sample, even if the shop completes its profile.
    let is_sample = order_store::decide_sample(db, order.order_id, inputs.seller.is_sample).await?;
    inputs.seller.is_sample = is_sample;
    let kind = if inputs.seller.gstin.is_empty() {
        DocumentKind::BillOfSupply
    } else {
        DocumentKind::Invoice
    };
    let series_number = document_store::take_number(db, kind, is_sample).await?;
    let terms = SaleTerms {
        seller: inputs.seller,
        buyers_state: inputs.buyers_state,
        classes: &inputs.classes,
        rates: &inputs.rates,
    };
    let facts = sale(order, terms, day_in_india(series_number.issued_at)).map_err(IssueError::WithoutRate)?;
    let cause_id = order.order_id.to_string();
    let request = DocumentRequest {
        order_id: order.order_id,
        cause: DocumentCause {
            kind: SALE,
            id: &cause_id,
        },
        corrects: None,
        sale_paise: None,
        method: order.method,
    };
    rate_store::remove_waiting(db, order.order_id).await?;
    Ok(issue(db, request, facts, series_number).await?)
}

/// Issues missing credit notes. An order paid through a provider is credited by its refunds; any other order
/// by its goods, because their refund may be sent later or never. Goodwill refunds are always credited as
/// money. So no money is credited twice.
async fn issue_credits(db: &mut PgConnection, order: &SoldOrder, sale: &Document) -> Result<(), Failure> {
    for refund in order_store::uncredited_refunds(db, order.order_id).await? {
        if !order.is_paid_online && refund.reason != GOODWILL {
            continue;
        }
        let cause_id = refund.refund_id.to_string();
        let cause = DocumentCause {
            kind: "refund",
            id: &cause_id,
        };
        let what = match &order.reversal {
            Some(Reversal::Returned(packs)) if refund.reason == RETURNED => {
                CreditSubject::Packs(refund.amount_paise, packs.clone())
            }
            _ => CreditSubject::Money(refund.amount_paise, refund.reason),
        };
        issue_credit(db, (sale, order.method), &what, cause).await?;
    }
    if order.is_paid_online {
        return Ok(());
    }
    let Some(reversal) = order.reversal.clone() else {
        return Ok(());
    };
    // The goods of a lost and found parcel may be returned again.
    let cause_id = if order.progress == ShippingProgress::FoundLater {
        format!("{}:found", order.order_id)
    } else {
        order.order_id.to_string()
    };
    let cause = DocumentCause {
        kind: "reversal",
        id: &cause_id,
    };
    if document_store::of_cause(&mut *db, cause).await?.is_none() {
        issue_credit(db, (sale, order.method), &CreditSubject::Goods(reversal), cause).await?;
    }
    Ok(())
}
