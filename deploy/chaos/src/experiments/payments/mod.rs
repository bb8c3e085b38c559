//! Every script of the simulated provider under every fault: in the end each order is paid once, refunded once, expired, or held for a
//! person, as its script promises, and every book agrees with every other.

mod books;
mod cell;
mod matrix;
mod report;
mod shopper;
mod sums;
mod telling;
mod waiting;

use std::path::Path;

pub use report::Report;

use self::{
    cell::{Fault, Story},
    matrix::{Matrix, Pace},
};

/// Every script under every fault, whose windows end by themselves.
pub async fn run(programs: &Path, log: &Path) -> anyhow::Result<Report> {
    run_stories(programs, log, &Story::all(), Pace::ByItself).await
}

/// A handful of scripts under every fault; what takes minutes by itself is brought forward.
pub async fn run_short(programs: &Path, log: &Path) -> anyhow::Result<Report> {
    run_stories(programs, log, &Story::few(), Pace::BroughtForward).await
}

async fn run_stories(programs: &Path, log: &Path, stories: &[Story], pace: Pace) -> anyhow::Result<Report> {
    let mut matrix = Matrix::start(programs, log, pace).await?;
    for fault in Fault::TOLD {
        matrix.tell(fault, stories).await?;
    }
    matrix.settle().await
}
