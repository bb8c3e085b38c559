//! The shop's books: entries that each take from one account and give to another, so that all accounts together are nothing. An entry
//! is never changed or removed, and its id follows from what caused it, so that booking again is the same entry; the same cause with
//! other accounts or another amount is refused, counted and put aside.
//!
//! | what happens | debit | credit |
//! |---|---|---|
//! | an invoice or a bill of supply is issued, with it | `receivable:<method>` | `sales:<rate>`, `delivery`, `cod_fee`, `output_tax:cgst`, `:sgst`, `:igst` |
//! | a credit note is issued, with it | the same accounts | `receivable:<method>` |
//! | money came through a provider and paid its order | `provider:razorpay` (`bank` for the shop's own UPI address) | `receivable:<method>` |
//! | money came through a provider and no order took it | the same | `unallocated` |
//! | the provider keeps a fee of it | `provider_fees`, `input_tax:provider_fees` | `provider:razorpay` |
//! | money was written down by hand or remitted by a carrier | `bank` (`cash`: into the till) | `receivable:<method>` |
//! | a refund is wanted | `receivable:<method>`, or `unallocated` where no order took the payment | `refunds_payable` |
//! | it went back | `refunds_payable` | `provider:razorpay`; `bank` for the shop's own UPI address |
//! | a provider pays out what it took, less refunds and fees | `bank` | `provider:razorpay` |
//! | it kept more, or less, of a payment than it said then | `provider_fees`, `input_tax:provider_fees` | `provider:razorpay` |
//! | it gave something beside, or took it | `provider:razorpay` | `provider_adjustments` |
//! | it could not go back | `refunds_payable` | where it came from: what was wanted is undone |
//!
//! `<method>` is how the order was to be paid as it was placed (`online`, `cod`, `later`), which never changes, and not the way by which
//! money came in the end: so the books are the same in whichever order events come. Below zero, a receivable is what buyers paid in
//! advance or are still owed. Nothing of a sample order is booked: neither its documents nor its money. Nothing is rounded here: documents are whole paise, and parts of them add up.

pub(crate) mod account;
pub(crate) mod booking;
pub(crate) mod correcting;
pub(crate) mod correction;
pub(crate) mod entry_store;
pub(crate) mod postings;
pub(crate) mod reading;
pub(crate) mod register;
pub(crate) mod register_store;
pub(crate) mod settlement;

use sqlx::PgConnection;
use time::Date;

use crate::{
    document::document_store::Document,
    ledger::{account::Method, entry_store::BookError},
};

/// Books a document and registers it, in the transaction that issues it. `sale_paise` is what the sale came to, which a credit note is
/// about.
pub async fn book(
    db: &mut PgConnection,
    document: &Document,
    method: Method,
    issued_on: Date,
    sale_paise: i64,
) -> Result<(), BookError> {
    entry_store::book(db, &postings::of_document(document, method, issued_on)).await?;
    let rows = register::rows(&document.facts);
    register_store::add(db, document, issued_on, sale_paise, &rows).await?;
    Ok(())
}
