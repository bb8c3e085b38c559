use std::{fmt, time::Duration};

/// What one fault did.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) name: &'static str,
    pub(super) attempts: usize,
    pub(super) failures: usize,
    /// The longest time without an answer of 201, from before the fault until the shop was itself again.
    pub(super) silence: Duration,
    /// From the end of the fault to the next orders.
    pub(super) recovery: Duration,
    /// What else was seen.
    pub(super) remark: String,
}

/// What a story saw.
#[derive(Debug, Default)]
pub struct Seen {
    pub(super) lines: Vec<Line>,
    /// What held at its end, and what could not be tried here.
    pub(super) notes: Vec<String>,
    pub(super) took: Duration,
}

impl Seen {
    /// Of a story that cannot be told here.
    pub(super) fn nothing(why: &str, nearest: &str) -> Self {
        Self {
            notes: vec![format!("left out here: {why}; the nearest is {nearest}")],
            ..Self::default()
        }
    }
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.lines.is_empty() {
            writeln!(
                f,
                "fault                                    attempts  unanswered  silence s  recovery s"
            )?;
        }
        for line in &self.lines {
            let (silence, recovery) = (line.silence.as_secs_f64(), line.recovery.as_secs_f64());
            writeln!(
                f,
                "{:<40} {:>8} {:>11} {silence:>10.1} {recovery:>11.1}",
                line.name, line.attempts, line.failures
            )?;
            if !line.remark.is_empty() {
                writeln!(f, "    {}", line.remark)?;
            }
        }
        for note in &self.notes {
            writeln!(f, "{note}")?;
        }
        write!(f, "it took {:.0} s", self.took.as_secs_f64())
    }
}
