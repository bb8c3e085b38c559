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
            Self::AtLeast(min) => Some(value >= min),
            Self::AtMost(max) => Some(value <= max),
            Self::None => None,
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(min) => f.pad(&format!(">= {min}")),
            Self::AtMost(max) => f.pad(&format!("<= {max}")),
            Self::None => f.pad(""),
        }
    }
}

/// The median, minimum and maximum of the rounds.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct Spread {
    pub(crate) median: f64,
    pub(crate) min: f64,
    pub(crate) max: f64,
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
            min: at(0),
            max: at(last),
        }
    }
}

/// One measurement.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) name: String,
    /// The shop's result, in `unit`.
    pub(crate) shop: Spread,
    /// The baseline's result, in `unit`; `None` if there is no baseline.
    pub(crate) baseline: Option<Spread>,
    pub(crate) unit: &'static str,
    /// The ratio of the shop's result to the baseline's, per round.
    pub(crate) ratio: Option<Spread>,
    /// The ratio of the baseline's CPU time per request to the shop's. Other work on the machine affects it
    /// less.
    pub(crate) cpu_ratio: Option<Spread>,
    /// The target of the ratio if there is one, else of the shop's result.
    pub(crate) target: Target,
    pub(crate) is_met: Option<bool>,
}

impl Row {
    /// Compares rounds of the shop with rounds of its baseline.
    pub(crate) fn compared(
        name: impl Into<String>,
        unit: &'static str,
        rounds: &[(f64, f64)],
        target: Target,
    ) -> Self {
        let ratio = Spread::of(rounds.iter().map(|(shop, baseline)| shop / baseline));
        Self {
            name: name.into(),
            shop: Spread::of(rounds.iter().map(|(shop, _)| *shop)),
            baseline: Some(Spread::of(rounds.iter().map(|(_, baseline)| *baseline))),
            unit,
            cpu_ratio: None,
            is_met: target.is_met(ratio.median),
            ratio: Some(ratio),
            target,
        }
    }

    /// A result without a baseline.
    pub(crate) fn single(
        name: impl Into<String>,
        unit: &'static str,
        rounds: impl IntoIterator<Item = f64>,
        target: Target,
    ) -> Self {
        let shop = Spread::of(rounds);
        Self {
            name: name.into(),
            shop,
            baseline: None,
            unit,
            ratio: None,
            cpu_ratio: None,
            is_met: target.is_met(shop.median),
            target,
        }
    }

    /// Adds the CPU time per request of each round, of the shop and of the baseline.
    pub(crate) fn with_cpu(mut self, rounds: &[(f64, f64)]) -> Self {
        self.cpu_ratio = Some(Spread::of(rounds.iter().map(|(shop, baseline)| baseline / shop)));
        self
    }
}

/// The heading of the table.
pub(crate) const HEADING: &str = "                                               shop   baseline  unit         \
    ratio (min-max)  by CPU   target      met";

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<40} {:>10}", self.name, format_number(self.shop.median))?;
        let baseline = self.baseline.map(|baseline| format_number(baseline.median));
        write!(f, " {:>10}  {:<6}", baseline.unwrap_or_default(), self.unit)?;
        let shown = self.ratio.map_or_else(
            || {
                format!(
                    "({}-{})",
                    format_number(self.shop.min),
                    format_number(self.shop.max)
                )
            },
            |Spread { median, min, max }| format!("{median:.2} ({min:.2}-{max:.2})"),
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
fn format_number(number: f64) -> String {
    match number.abs() {
        large if large >= 100.0 => format!("{number:.0}"),
        middle if middle >= 10.0 => format!("{number:.1}"),
        _ => format!("{number:.2}"),
    }
}
