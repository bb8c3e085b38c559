//! A table of values over time, and the verdict on each column.

use std::{fmt, time::Duration};

use crate::table::Spread;

/// The largest ratio of a column's end to its start.
const MOST_GROWTH: f64 = 1.1;

/// The smallest ratio of end to start, for a column that must not fall.
const LEAST: f64 = 0.9;

/// The allowed change of a column.
#[derive(Debug, Clone, Copy)]
pub(super) enum Allowed {
    /// Growth by a tenth, or by this amount if that is more, because a tenth of a small number means nothing.
    Beyond(f64),
    /// A fall by a tenth.
    NotLess,
}

/// A column and its values, oldest first.
#[derive(Debug, Clone)]
pub(super) struct Column {
    name: String,
    unit: &'static str,
    allowed: Allowed,
    most: Option<f64>,
    numbers: Vec<f64>,
}

impl Column {
    pub(super) fn new(name: &str, unit: &'static str, allowed: Allowed) -> Self {
        Self {
            name: name.to_owned(),
            unit,
            allowed,
            most: None,
            numbers: Vec::new(),
        }
    }

    /// Adds a limit for each value.
    pub(super) fn at_most(mut self, most: f64) -> Self {
        self.most = Some(most);
        self
    }

    fn width(&self) -> usize {
        self.name.len().max(7)
    }

    /// Compares the last fifth with the fifth after the warm-up.
    fn verdict(&self) -> Verdict {
        let fifth = (self.numbers.len() / 5).max(1);
        let early = Spread::of(self.numbers.iter().skip(fifth).take(fifth).copied());
        let late = Spread::of(self.numbers.iter().rev().take(fifth).copied());
        let (early, late) = (early.median, late.median);
        let is_steady = match self.allowed {
            Allowed::Beyond(slack) => late <= (early * MOST_GROWTH).max(early + slack),
            Allowed::NotLess => late >= early * LEAST,
        };
        let largest = self.numbers.iter().copied().fold(0.0, f64::max);
        Verdict {
            name: self.name.clone(),
            unit: self.unit,
            early,
            late,
            largest,
            most: self.most,
            is_met: is_steady && self.most.is_none_or(|most| largest <= most),
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
        (0..self.times.len()).map(|place| self.row(place))
    }

    fn row(&self, place: usize) -> String {
        let cells = self.columns.iter().map(|column| {
            let number = column.numbers.get(place).copied().unwrap_or(f64::NAN);
            format!(" {number:>0$.1}", column.width())
        });
        let minutes = self.times[place].as_secs_f64() / 60.0;
        format!("{minutes:>7.1}{}", cells.collect::<String>())
    }

    /// The verdict on each column.
    pub(super) fn verdicts(&self) -> Vec<Verdict> {
        self.columns.iter().map(Column::verdict).collect()
    }
}

/// The verdict on a column: true in `is_met` if it stayed within its bounds.
#[derive(Debug, Clone)]
pub(super) struct Verdict {
    name: String,
    unit: &'static str,
    early: f64,
    late: f64,
    largest: f64,
    most: Option<f64>,
    is_met: bool,
}

impl Verdict {
    pub(super) fn is_met(&self) -> bool {
        self.is_met
    }
}

impl fmt::Display for Verdict {
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
        match self.most {
            Some(most) => write!(f, " largest {:.1} of {most:.0}", self.largest),
            None => Ok(()),
        }
    }
}
