//! The results as a table and as JSON.

use std::fmt;

use serde::Serialize;

/// The target of a row.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Target {
    /// At least this value.
    AtLeast(f64),
    /// At most this value.
    AtMost(f64),
    /// No target; for information.
    None,
}

impl Target {
    fn is_met(self, value: f64) -> Option<bool> {
        match self {
            Self::AtLeast(least) => Some(value >= least),
            Self::AtMost(most) => Some(value <= most),
            Self::None => None,
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(least) => f.pad(&format!(">= {least}")),
            Self::AtMost(most) => f.pad(&format!("<= {most}")),
            Self::None => f.pad(""),
        }
    }
}

/// The median, minimum and maximum of the rounds.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct Spread {
    pub(crate) median: f64,
    pub(crate) least: f64,
    pub(crate) most: f64,
}

impl Spread {
    /// Computes them from at least one number.
    pub(crate) fn of(numbers: impl IntoIterator<Item = f64>) -> Self {
        let mut numbers: Vec<f64> = numbers.into_iter().collect();
        numbers.sort_by(f64::total_cmp);
        let at = |place: usize| numbers.get(place).copied().unwrap_or(f64::NAN);
        let last = numbers.len().saturating_sub(1);
        Self {
            median: f64::midpoint(at(last / 2), at(last.div_ceil(2))),
            least: at(0),
            most: at(last),
        }
    }
}

/// One measurement.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) name: String,
    /// The shop's result, in `unit`.
    pub(crate) ours: Spread,
    /// The ceiling's result, in `unit`; `None` if there is no ceiling.
    pub(crate) ceiling: Option<Spread>,
    pub(crate) unit: &'static str,
    /// The ratio of the shop's result to the ceiling's, per round.
    pub(crate) ratio: Option<Spread>,
    /// The ratio of the ceiling's CPU time per request to the shop's. Other work on the machine affects it
    /// less.
    pub(crate) cpu_ratio: Option<Spread>,
    /// The target of the ratio if there is one, else of the shop's result.
    pub(crate) target: Target,
    pub(crate) is_met: Option<bool>,
}

impl Row {
    /// Compares rounds of the shop with rounds of its ceiling.
    pub(crate) fn beside(
        name: impl Into<String>,
        unit: &'static str,
        rounds: &[(f64, f64)],
        target: Target,
    ) -> Self {
        let ratio = Spread::of(rounds.iter().map(|(ours, ceiling)| ours / ceiling));
        Self {
            name: name.into(),
            ours: Spread::of(rounds.iter().map(|(ours, _)| *ours)),
            ceiling: Some(Spread::of(rounds.iter().map(|(_, ceiling)| *ceiling))),
            unit,
            cpu_ratio: None,
            is_met: target.is_met(ratio.median),
            ratio: Some(ratio),
            target,
        }
    }

    /// A result without a ceiling.
    pub(crate) fn alone(
        name: impl Into<String>,
        unit: &'static str,
        rounds: impl IntoIterator<Item = f64>,
        target: Target,
    ) -> Self {
        let ours = Spread::of(rounds);
        Self {
            name: name.into(),
            ours,
            ceiling: None,
            unit,
            ratio: None,
            cpu_ratio: None,
            is_met: target.is_met(ours.median),
            target,
        }
    }

    /// Adds the CPU time per request of each round, of the shop and of the ceiling.
    pub(crate) fn with_cpu(mut self, rounds: &[(f64, f64)]) -> Self {
        self.cpu_ratio = Some(Spread::of(rounds.iter().map(|(ours, ceiling)| ceiling / ours)));
        self
    }
}

/// The heading of the table.
pub(crate) const HEADING: &str = "                                               shop    ceiling  unit      \
    ratio (least-most)  by CPU   target      met";

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<40} {:>10}", self.name, short(self.ours.median))?;
        let ceiling = self.ceiling.map(|ceiling| short(ceiling.median));
        write!(f, " {:>10}  {:<6}", ceiling.unwrap_or_default(), self.unit)?;
        let shown = self.ratio.map_or_else(
            || format!("({}-{})", short(self.ours.least), short(self.ours.most)),
            |Spread { median, least, most }| format!("{median:.2} ({least:.2}-{most:.2})"),
        );
        let cpu = self.cpu_ratio.map(|cpu| format!("{:.2}", cpu.median));
        let verdict = match self.is_met {
            Some(true) => "yes",
            Some(false) => "NO",
            None => "",
        };
        write!(
            f,
            " {shown:>22}  {:>6}   {:<9}   {verdict}",
            cpu.unwrap_or_default(),
            self.target
        )
    }
}

/// Formats a number with about three digits.
fn short(number: f64) -> String {
    match number.abs() {
        large if large >= 100.0 => format!("{number:.0}"),
        middle if middle >= 10.0 => format!("{number:.1}"),
        _ => format!("{number:.2}"),
    }
}
