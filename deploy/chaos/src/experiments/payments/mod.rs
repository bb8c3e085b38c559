//! Every script of the simulated provider under every fault: in the end each order is paid once, refunded once, expired, or held for a
//! person, as its script promises, and every book agrees with every other.

mod books;
mod cell;
mod matrix;
mod report;
mod scenario_run;
mod shopper;
mod sums;
mod waiting;

use std::path::Path;

pub use report::Report;

use self::{
    cell::{Fault, Scenario},
    matrix::{Expiry, Matrix},
};

/// Every script under every fault, whose windows end by themselves.
pub async fn run(programs: &Path, log: &Path) -> anyhow::Result<Report> {
    run_stories(programs, log, &Scenario::all(), Expiry::ByItself).await
}

/// A handful of scripts under every fault; what takes minutes by itself is brought forward.
pub async fn run_short(programs: &Path, log: &Path) -> anyhow::Result<Report> {
    run_stories(programs, log, &Scenario::few(), Expiry::BroughtForward).await
}

async fn run_stories(
    programs: &Path,
    log: &Path,
    scenarios: &[Scenario],
    expiry: Expiry,
) -> anyhow::Result<Report> {
    let mut matrix = Matrix::start(programs, log, expiry).await?;
    for fault in Fault::TOLD {
        matrix.tell(fault, scenarios).await?;
    }
    matrix.settle().await
}
