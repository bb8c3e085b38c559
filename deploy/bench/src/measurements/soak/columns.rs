//! A table over time, and the verdict on each of its columns.

use std::{fmt, time::Duration};

use crate::table::Spread;

/// The end by the beginning, at most.
const MOST_GROWTH: f64 = 1.1;

/// The end of a column whose numbers should not fall, by the beginning, at least.
const LEAST: f64 = 0.9;

/// The change that a column may show.
#[derive(Debug, Clone, Copy)]
pub(super) enum Allowed {
    /// Grow by a tenth, or by so much: a tenth of a small number says nothing.
    Beyond(f64),
    /// Fall by a tenth.
    NotLess,
}

/// A column, with its numbers from top to bottom.
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

    /// With a limit for each of its numbers.
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

    /// Adds a row, and answers it as it is printed.
    pub(super) fn add(&mut self, time: Duration, numbers: Vec<f64>) -> String {
        self.times.push(time);
        for (column, number) in self.columns.iter_mut().zip(numbers) {
            column.numbers.push(number);
        }
        self.row(self.times.len() - 1)
    }

    /// Every row, as it is printed.
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

    /// One for each column.
    pub(super) fn verdicts(&self) -> Vec<Verdict> {
        self.columns.iter().map(Column::verdict).collect()
    }
}

/// Whether a column stayed within its bounds.
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
