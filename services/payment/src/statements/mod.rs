//! Statements of the shop's bank: credits that name an order pay it, the others wait for somebody of the staff.
//!
//! `statement` takes what is needed out of a bank's file, `importer` writes its credits down, `matching` has each of them pay its
//! order, and `match_credit` is what staff say of the rest.

pub(crate) mod cells;
pub(crate) mod credit;
pub(crate) mod credit_store;
pub(crate) mod importer;
pub(crate) mod layout;
pub(crate) mod match_credit;
pub(crate) mod matching;
pub(crate) mod narration;
pub(crate) mod orders;
pub(crate) mod paying;
pub(crate) mod statement;

use std::time::Duration;

use csv_import::Imports;
use jobs::{BATCH, Sweep};
use runtime::Frame;

use crate::{payments::Payments, statements::importer::BankStatements};

/// The files that this service takes.
pub(crate) fn imports(payments: &Payments, frame: &Frame) -> Imports {
    let imports = Imports::new(payments.db.clone(), frame.stopping());
    imports.with(BankStatements(payments.clone()))
}

/// What comes again: narrations may name whoever paid, and files that were read are forgotten.
pub(crate) fn sweeps() -> impl Iterator<Item = Sweep> {
    let narrations = Sweep::new("bank-narrations", Duration::from_hours(1), |db| async move {
        credit_store::empty_old_narrations(&db, BATCH).await
    });
    csv_import::sweeps().into_iter().chain([narrations])
}
