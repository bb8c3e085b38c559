//! Reads all rows of a file before anything is written.

use std::collections::BTreeSet;

use crate::{
    MOST_ERRORS, MOST_ROWS, MOST_ROWS_AT_ONCE,
    errors::{Line, RowError},
    file::Rows,
    importer::Importer,
    store::Counts,
};

/// The result of reading all rows.
#[derive(Debug, Default)]
pub(crate) struct ReadResult {
    pub(crate) counts: Counts,
    pub(crate) errors: Vec<RowError>,
    /// The distinct keys of the rows.
    pub(crate) keys: BTreeSet<String>,
}

impl ReadResult {
    /// The result for a file that is rejected as a whole.
    fn refused(errors: Vec<RowError>) -> Self {
        let mut found = Self::default();
        found.add(errors);
        found
    }

    /// Adds errors up to the limit.
    pub(crate) fn add(&mut self, errors: impl IntoIterator<Item = RowError>) {
        let room = MOST_ERRORS - self.errors.len();
        self.errors.extend(errors.into_iter().take(room));
    }
}

/// Parses all rows. Yields to other tasks regularly.
pub(crate) async fn read_all<I: Importer>(importer: &I, text: &str) -> ReadResult {
    let mut rows = match Rows::open(text, I::COLUMNS) {
        Ok(rows) => rows,
        Err(errors) => return ReadResult::refused(errors),
    };
    let mut found = ReadResult::default();
    while let Some((line, record)) = rows.next() {
        let errors = match record {
            Ok(record) => match importer.read(&record) {
                Ok(row) => {
                    found.keys.extend(I::key(&row).map(str::to_owned));
                    Vec::new()
                }
                Err(errors) => errors
                    .into_iter()
                    .map(|error| RowError::from_cell(line, error))
                    .collect(),
            },
            Err(error) => vec![error],
        };
        found.counts.total += 1;
        found.counts.wrong += i32::from(!errors.is_empty());
        found.add(errors);
        if rows.are_too_many() {
            let message = format!("A file has at most {MOST_ROWS} rows. Import the rest with another file");
            return ReadResult::refused(vec![RowError::new(line, "", message)]);
        }
        if (found.counts.total.unsigned_abs() as usize).is_multiple_of(MOST_ROWS_AT_ONCE) {
            tokio::task::yield_now().await;
        }
    }
    if found.counts.total == 0 {
        let message = "There is no row below the first line";
        return ReadResult::refused(vec![RowError::new(1, "", message)]);
    }
    found
}

/// The next rows to write, at most [`MOST_ROWS_AT_ONCE`]. Empty at the end.
pub(crate) fn batch<I: Importer>(importer: &I, rows: &mut Rows<'_>) -> Vec<(Line, I::Row)> {
    let mut batch = Vec::with_capacity(MOST_ROWS_AT_ONCE);
    while batch.len() < MOST_ROWS_AT_ONCE
        && let Some((line, record)) = rows.next()
    {
        // The errors of other rows are already recorded.
        let row = record.ok().and_then(|record| importer.read(&record).ok());
        batch.extend(row.map(|row| (line, row)));
    }
    batch
}
