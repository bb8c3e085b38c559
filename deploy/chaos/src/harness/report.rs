//! What faults did, a row each.

use std::{fmt, time::Duration};

use crate::invariants::evidence::Finding;

/// What one fault did.
#[derive(Debug, Clone)]
pub(crate) struct Row {
    /// Its number in the reliability list, and a few words.
    pub(crate) fault: &'static str,
    /// Orders that shoppers wanted.
    pub(crate) attempts: usize,
    /// Those that were answered with 201, at once or later.
    pub(crate) acknowledged: usize,
    /// Requests that were answered otherwise, or not at all.
    pub(crate) refused: usize,
    /// What it broke.
    pub(crate) findings: Vec<Finding>,
    /// The longest time without an answer of 201, from before the fault until the shop was itself again, and the time
    /// from the end of the fault to the next orders; where they were measured.
    pub(crate) times: Option<(Duration, Duration)>,
    /// How long events and mails took once the load was over.
    pub(crate) settled_after: Option<Duration>,
}

/// The rows of an experiment.
#[derive(Debug, Clone, Default)]
pub struct Report(Vec<Row>);

impl Report {
    pub(crate) fn add(&mut self, row: Row) {
        self.0.push(row);
    }

    /// How many orders were answered with 201.
    pub fn acknowledged(&self) -> usize {
        self.0.iter().map(|row| row.acknowledged).sum()
    }
}

impl fmt::Display for Row {
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
