//! Every script of the simulated provider with every fault. In the end each order is paid once, refunded
//! once, expired, or on hold for a person, as its script says, and all records agree.

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

/// Every script with every fault; payment windows end by themselves.
pub async fn run(programs: &Path, log: &Path) -> anyhow::Result<Report> {
    run_stories(programs, log, &Scenario::all(), Expiry::ByItself).await
}

/// A few scripts with every fault; deadlines that take minutes are brought forward.
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
