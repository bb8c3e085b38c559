//! The ledger, with double entry: each entry debits one account and credits another, so the trial balance is
//! 0. Entries are never changed or removed. Their ids derive from their cause, so that booking again has no
//! effect. The same cause with other accounts or amounts is rejected, counted and dead-lettered.
//!
//! | event | debit | credit |
//! |---|---|---|
//! | an invoice or a bill of supply is issued (in the same transaction) | `receivable:<method>` | `sales:<rate>`, `delivery`, `cod_fee`, `output_tax:cgst`, `:sgst`, `:igst` |
//! | a credit note is issued (in the same transaction) | the same accounts | `receivable:<method>` |
//! | a payment through a provider, accepted by its order | `provider:razorpay` (`bank` for the shop's own UPI address) | `receivable:<method>` |
//! | a payment through a provider, not accepted | the same | `unallocated` |
//! | the provider's fee | `provider_fees`, `input_tax:provider_fees` | `provider:razorpay` |
//! | a payment recorded by staff or remitted by a carrier | `bank` (`cash` for cash in the shop) | `receivable:<method>` |
//! | a refund is requested | `receivable:<method>`, or `unallocated` if the payment was not accepted | `refunds_payable` |
//! | the refund is processed | `refunds_payable` | `provider:razorpay`; `bank` for the shop's own UPI address; `bank` or `cash` if sent by hand |
//! | a payout of a provider | `bank` | `provider:razorpay` |
//! | a difference of the provider's fee at the payout | `provider_fees`, `input_tax:provider_fees` | `provider:razorpay` |
//! | another credit of the provider, or a debit (reversed) | `provider:razorpay` | `provider_adjustments` |
//! | the refund fails | `refunds_payable` | the account that was debited for it |
//!
//! `<method>` is the order's payment method at checkout (`online`, `cod`, `later`). It never changes, so the
//! ledger does not depend on the order of events. A negative receivable is money that buyers paid in advance
//! or are still owed. Sample orders are not booked. Nothing is rounded here, because documents are in whole
//! paise.

pub(crate) mod account;
pub(crate) mod booking;
pub(crate) mod correction;
pub(crate) mod entry_store;
pub(crate) mod page_request;
pub(crate) mod post_correction;
pub(crate) mod postings;
pub(crate) mod register;
pub(crate) mod register_store;
pub(crate) mod settlement;

use sqlx::PgConnection;
use time::Date;

use crate::{
    document::document_store::Document,
    ledger::{account::Method, entry_store::BookingError},
};

/// Books and registers a document, in the transaction that issues it. `sale_paise` is the total of the sale,
/// also for its credit notes.
pub async fn book(
    db: &mut PgConnection,
    document: &Document,
    method: Method,
    issued_on: Date,
    sale_paise: i64,
) -> Result<(), BookingError> {
    entry_store::book(db, &postings::of_document(document, method, issued_on)).await?;
    let rows = register::rows(&document.facts);
    register_store::add(db, document, issued_on, sale_paise, &rows).await?;
    Ok(())
}
