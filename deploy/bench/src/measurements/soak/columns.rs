//! A table of values over time, and the result of each column.

use std::{fmt, time::Duration};

use crate::table::Spread;

/// The largest ratio of a column's end to its start.
const MAX_GROWTH: f64 = 1.1;

/// The smallest ratio of end to start, for a column that must not fall.
const MIN_RATIO: f64 = 0.9;

/// The allowed change of a column.
#[derive(Debug, Clone, Copy)]
pub(super) enum AllowedChange {
    /// Growth by a tenth, or by this amount if that is more, because a tenth of a small number means nothing.
    MaxGrowth(f64),
    /// A fall by a tenth.
    NoFall,
}

/// A column and its values, oldest first.
#[derive(Debug, Clone)]
pub(super) struct Column {
    name: String,
    unit: &'static str,
    allowed: AllowedChange,
    limit: Option<f64>,
    numbers: Vec<f64>,
}

impl Column {
    pub(super) fn new(name: &str, unit: &'static str, allowed: AllowedChange) -> Self {
        Self {
            name: name.to_owned(),
            unit,
            allowed,
            limit: None,
            numbers: Vec::new(),
        }
    }

    /// Adds a limit for each value.
    pub(super) fn with_limit(mut self, limit: f64) -> Self {
        self.limit = Some(limit);
        self
    }

    fn width(&self) -> usize {
        self.name.len().max(7)
    }

    /// Compares the last fifth with the fifth after the warm-up.
    fn evaluate(&self) -> ColumnResult {
        let fifth = (self.numbers.len() / 5).max(1);
        let early = Spread::of(self.numbers.iter().skip(fifth).take(fifth).copied());
        let late = Spread::of(self.numbers.iter().rev().take(fifth).copied());
        let (early, late) = (early.median, late.median);
        let is_steady = match self.allowed {
            AllowedChange::MaxGrowth(slack) => late <= (early * MAX_GROWTH).max(early + slack),
            AllowedChange::NoFall => late >= early * MIN_RATIO,
        };
        let largest = self.numbers.iter().copied().fold(0.0, f64::max);
        ColumnResult {
            name: self.name.clone(),
            unit: self.unit,
            early,
            late,
            largest,
            limit: self.limit,
            is_met: is_steady && self.limit.is_none_or(|limit| largest <= limit),
        }
    }
}

/// Columns of equal length.
#[derive(Debug)]
pub(super) struct Table {
    times: Vec<Duration>,
    columns: Vec<Column>,
}

impl Table {
    pub(super) fn of(columns: Vec<Column>) -> Self {
        Self {
            times: Vec::new(),
            columns,
        }
    }

    pub(super) fn heading(&self) -> String {
        let names = self
            .columns
            .iter()
            .map(|column| format!(" {:>1$}", column.name, column.width()));
        format!("{:>7}{}", "minute", names.collect::<String>())
    }

    /// Adds a row, and returns its printed form.
    pub(super) fn add(&mut self, time: Duration, numbers: Vec<f64>) -> String {
        self.times.push(time);
        for (column, number) in self.columns.iter_mut().zip(numbers) {
            column.numbers.push(number);
        }
        self.row(self.times.len() - 1)
    }

    /// All rows in printed form.
    pub(super) fn rows(&self) -> impl Iterator<Item = String> {
        (0..self.times.len()).map(|index| self.row(index))
    }

    fn row(&self, index: usize) -> String {
        let cells = self.columns.iter().map(|column| {
            let number = column.numbers.get(index).copied().unwrap_or(f64::NAN);
            format!(" {number:>0$.1}", column.width())
        });
        let minutes = self.times[index].as_secs_f64() / 60.0;
        format!("{minutes:>7.1}{}", cells.collect::<String>())
    }

    /// The result of each column.
    pub(super) fn results(&self) -> Vec<ColumnResult> {
        self.columns.iter().map(Column::evaluate).collect()
    }
}

/// The result of a column. `is_met` is true if the column stayed within its bounds.
#[derive(Debug, Clone)]
pub(super) struct ColumnResult {
    name: String,
    unit: &'static str,
    early: f64,
    late: f64,
    largest: f64,
    limit: Option<f64>,
    is_met: bool,
}

impl ColumnResult {
    pub(super) fn is_met(&self) -> bool {
        self.is_met
    }
}

impl fmt::Display for ColumnResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            name,
            unit,
            early,
            late,
            ..
        } = self;
        let met = if self.is_met { "yes" } else { "NO" };
        write!(f, "{name:<24} {early:>9.1} -> {late:>9.1} {unit:<3} {met:<4}")?;
        match self.limit {
            Some(limit) => write!(f, " largest {:.1} of {limit:.0}", self.largest),
            None => Ok(()),
        }
    }
}
