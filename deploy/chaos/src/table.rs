//! What faults did, a line each.

use std::{fmt, time::Duration};

use crate::invariant::Finding;

/// What one fault did.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    /// Its number in the reliability list, and a few words.
    pub(crate) fault: &'static str,
    /// Orders that somebody wanted.
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

/// Lines below each other.
#[derive(Debug, Clone, Default)]
pub struct Table(Vec<Line>);

impl Table {
    pub(crate) fn add(&mut self, line: Line) {
        self.0.push(line);
    }

    /// How many orders were answered with 201.
    pub fn acknowledged(&self) -> usize {
        self.0.iter().map(|line| line.acknowledged).sum()
    }
}

impl fmt::Display for Line {
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

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (fault, attempts, acknowledged) = ("fault", "attempts", "acknowledged");
        write!(
            f,
            "{fault:<44} {attempts:>8} {acknowledged:>12} refused silence s recovery s settled s"
        )?;
        for Finding { what, .. } in self.0.last().iter().flat_map(|line| &line.findings) {
            write!(f, "  {what}")?;
        }
        for line in &self.0 {
            write!(f, "\n{line}")?;
        }
        Ok(())
    }
}
