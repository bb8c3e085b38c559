//! The effects of faults, one row each.

use std::{fmt, time::Duration};

use crate::invariants::evidence::Finding;

/// The effects of one fault.
#[derive(Debug, Clone)]
pub(crate) struct FaultResult {
    /// Its number in the reliability list, and a short description.
    pub(crate) fault: &'static str,
    /// Attempts to order.
    pub(crate) attempts: usize,
    /// Attempts answered with 201, at once or after retries.
    pub(crate) acknowledged: usize,
    /// Requests that failed or got no response.
    pub(crate) refused: usize,
    /// The findings.
    pub(crate) findings: Vec<Finding>,
    /// The longest time without a 201 response, from before the fault until the recovery, and the time from
    /// the end of the fault to the next orders; `None` if not measured.
    pub(crate) times: Option<(Duration, Duration)>,
    /// The time until events and mails were done after the load.
    pub(crate) settled_after: Option<Duration>,
}

/// The rows of an experiment.
#[derive(Debug, Clone, Default)]
pub struct Report(Vec<FaultResult>);

impl Report {
    pub(crate) fn add(&mut self, row: FaultResult) {
        self.0.push(row);
    }

    /// The number of orders answered with 201.
    pub fn acknowledged(&self) -> usize {
        self.0.iter().map(|row| row.acknowledged).sum()
    }
}

impl fmt::Display for FaultResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            fault,
            attempts,
            acknowledged,
            refused,
            ..
        } = self;
        write!(f, "{fault:<44} {attempts:>8} {acknowledged:>12} {refused:>7}")?;
        match self.times {
            Some((silence, recovery)) => {
                write!(
                    f,
                    " {:>9.1} {:>10.1}",
                    silence.as_secs_f64(),
                    recovery.as_secs_f64()
                )?;
            }
            None => write!(f, " {:>9} {:>10}", "-", "-")?,
        }
        match self.settled_after {
            Some(after) => write!(f, " {:>9.1}", after.as_secs_f64())?,
            None => write!(f, " {:>9}", "-")?,
        }
        for Finding { what, count } in &self.findings {
            write!(f, "  {count:>width$}", width = what.len())?;
        }
        Ok(())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (fault, attempts, acknowledged) = ("fault", "attempts", "acknowledged");
        write!(
            f,
            "{fault:<44} {attempts:>8} {acknowledged:>12} refused silence s recovery s settled s"
        )?;
        for Finding { what, .. } in self.0.last().iter().flat_map(|row| &row.findings) {
            write!(f, "  {what}")?;
        }
        for row in &self.0 {
            write!(f, "\n{row}")?;
        }
        Ok(())
    }
}
