//! Bank statements: a credit that names an order pays it. Staff resolve the other credits.
//!
//! `statement` extracts credits from a bank's file, `importer` stores them, `match_credits` pays orders with
//! them, and `resolve_credit` lets staff resolve the rest.

pub(crate) mod cells;
pub(crate) mod credit;
pub(crate) mod credit_store;
pub(crate) mod importer;
pub(crate) mod layout;
pub(crate) mod match_credits;
pub(crate) mod narration;
pub(crate) mod orders;
pub(crate) mod pay_order;
pub(crate) mod resolve_credit;
pub(crate) mod statement;

use std::time::Duration;

use csv_import::Imports;
use jobs::{BATCH, PeriodicTask};
use runtime::Frame;

use crate::{payments::Payments, statements::importer::BankStatements};

/// The CSV imports of this service.
pub(crate) fn imports(payments: &Payments, frame: &Frame) -> Imports {
    let imports = Imports::new(payments.db.clone(), frame.stopping());
    imports.with(BankStatements(payments.clone()))
}

/// Periodic tasks: empty old narrations, which may name the payer, and delete old import files.
pub(crate) fn periodic_tasks() -> impl Iterator<Item = PeriodicTask> {
    let narrations = PeriodicTask::new("bank-narrations", Duration::from_hours(1), |db| async move {
        credit_store::empty_old_narrations(&db, BATCH).await
    });
    csv_import::periodic_tasks().into_iter().chain([narrations])
}
