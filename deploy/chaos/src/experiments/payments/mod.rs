//! Every scenario of the simulated provider with every fault. In the end each order is paid once, refunded
//! once, expired, or on hold for a person, as its scenario says, and all records agree.

mod cell;
mod deadlines;
mod matrix;
mod order_records;
mod report;
mod scenario_run;
mod shopper;
mod sums;

use std::path::Path;

pub use report::Report;

use self::{
    cell::{Fault, Scenario},
    matrix::{Expiry, Matrix},
};

/// Every scenario with every fault; payment windows end by themselves.
pub async fn run(programs: &Path, log: &Path) -> anyhow::Result<Report> {
    run_scenarios(programs, log, &Scenario::all(), Expiry::RealTime).await
}

/// A few scenarios with every fault; deadlines that take minutes are brought forward.
pub async fn run_short(programs: &Path, log: &Path) -> anyhow::Result<Report> {
    run_scenarios(programs, log, &Scenario::sample(), Expiry::Immediate).await
}

async fn run_scenarios(
    programs: &Path,
    log: &Path,
    scenarios: &[Scenario],
    expiry: Expiry,
) -> anyhow::Result<Report> {
    let mut matrix = Matrix::start(programs, log, expiry).await?;
    for fault in Fault::RUN_ORDER {
        matrix.run_scenarios(fault, scenarios).await?;
    }
    matrix.finish().await
}
