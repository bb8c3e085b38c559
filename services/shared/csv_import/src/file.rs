//! Reads a file: the header line, and the rows below it.

use csv::{ReaderBuilder, StringRecord};

use crate::{
    MOST_CELL_BYTES, MOST_ROWS,
    column::Column,
    errors::{Line, RowError},
};

/// Limit of a name that a message repeats, in characters.
const MOST_NAME: usize = 60;

/// Characters with which a spreadsheet starts a formula.
const FORMULA_STARTS: [char; 7] = ['=', '+', '-', '@', '\t', '\r', '\n'];

/// A row of a file.
#[derive(Debug)]
pub struct Record<'a> {
    columns: &'a [Option<usize>],
    names: &'static [Column],
    cells: &'a StringRecord,
}

impl Record<'_> {
    /// The trimmed cell of a column, without the apostrophe that exports add before formulas. Empty if the
    /// file has no such column.
    pub fn get(&self, column: &str) -> &str {
        self.position(column)
            .and_then(|position| self.cells.get(position))
            .map_or("", without_apostrophe)
    }

    /// True if the file has this column. An empty cell clears the value; a missing column leaves it
    /// unchanged.
    pub fn has(&self, column: &str) -> bool {
        self.position(column).is_some()
    }

    fn position(&self, column: &str) -> Option<usize> {
        let named = self.names.iter().position(|known| known.name == column);
        named.and_then(|named| self.columns[named])
    }
}

/// Removes the apostrophe that exports add before a cell that looks like a formula.
fn without_apostrophe(cell: &str) -> &str {
    let cell = cell.trim();
    match cell.strip_prefix('\'') {
        Some(rest) if rest.trim_start_matches('\'').starts_with(FORMULA_STARTS) => rest.trim(),
        _ => cell,
    }
}

/// The rows of a file.
pub(crate) struct Rows<'a> {
    text: &'a str,
    reader: csv::Reader<&'a [u8]>,
    names: &'static [Column],
    /// The position of each column in the file.
    columns: Vec<Option<usize>>,
    width: usize,
    cells: StringRecord,
    /// The byte up to which lines were counted, and its line.
    counted: (usize, Line),
    read: usize,
}

impl<'a> Rows<'a> {
    /// Reads the header line. Fails with everything that is wrong with it.
    pub(crate) fn open(text: &'a str, names: &'static [Column]) -> Result<Self, Vec<RowError>> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let reader = ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .from_reader(text.as_bytes());
        let mut rows = Self {
            text,
            reader,
            names,
            columns: vec![None; names.len()],
            width: 0,
            cells: StringRecord::new(),
            counted: (0, 1),
            read: 0,
        };
        if !rows.step() {
            let message = "The file is empty. Its first line names the columns";
            return Err(vec![RowError::new(1, "", message)]);
        }
        rows.read_head()?;
        Ok(rows)
    }

    fn read_head(&mut self) -> Result<(), Vec<RowError>> {
        let line = self.line();
        let mut errors = Vec::new();
        for (position, cell) in self.cells.iter().enumerate() {
            let name = without_apostrophe(cell).to_lowercase();
            let known = self.names.iter().position(|column| column.name == name);
            let shown: String = name.chars().take(MOST_NAME).collect();
            let Some(known) = known else {
                let message = if name.is_empty() {
                    "A column of the first line has no name".to_owned()
                } else {
                    let names: Vec<_> = self.names.iter().map(|column| column.name).collect();
                    format!("There is no such column. The columns are {}", names.join(", "))
                };
                errors.push(RowError::new(line, shown, message));
                continue;
            };
            if self.columns[known].replace(position).is_some() {
                errors.push(RowError::new(line, shown, "This column is listed twice"));
            }
        }
        for (column, position) in self.names.iter().zip(&self.columns) {
            if column.is_required && position.is_none() {
                errors.push(RowError::new(line, column.name, "This column is missing"));
            }
        }
        self.width = self.cells.len();
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }

    /// The next row with its line, or the error in its form. Skips empty rows.
    pub(crate) fn next(&mut self) -> Option<(Line, Result<Record<'_>, RowError>)> {
        loop {
            if !self.step() {
                return None;
            }
            if self.cells.iter().any(|cell| !cell.trim().is_empty()) {
                break;
            }
        }
        self.read += 1;
        let line = self.line();
        if let Err(error) = self.check(line) {
            return Some((line, Err(error)));
        }
        let record = Record {
            columns: &self.columns,
            names: self.names,
            cells: &self.cells,
        };
        Some((line, Ok(record)))
    }

    /// True if the file has more rows than allowed.
    pub(crate) fn are_too_many(&self) -> bool {
        self.read > MOST_ROWS
    }

    fn check(&self, line: Line) -> Result<(), RowError> {
        let (cells, width) = (self.cells.len(), self.width);
        if cells != width {
            let message = format!("This row has {cells} cells, and the first line names {width} columns");
            return Err(RowError::new(line, "", message));
        }
        let too_long = self.cells.iter().position(|cell| cell.len() > MOST_CELL_BYTES);
        let Some(too_long) = too_long else {
            return Ok(());
        };
        let column = self
            .columns
            .iter()
            .position(|position| *position == Some(too_long));
        let column = column.map_or("", |named| self.names[named].name);
        let message = format!("A cell has at most {MOST_CELL_BYTES} bytes");
        Err(RowError::new(line, column, message))
    }

    /// Reads a record. Returns false at the end.
    fn step(&mut self) -> bool {
        self.reader
            .read_record(&mut self.cells)
            .expect("memory is read without fault, the text is UTF-8, and rows may have any length")
    }

    /// The first line of the current record. The reader's own count is one too low after CR LF.
    fn line(&mut self) -> Line {
        let begins = self.cells.position().map_or(0, csv::Position::byte);
        let begins = usize::try_from(begins).expect("a file fits into memory");
        let bytes = self.text.as_bytes();
        let breaks = bytes[begins..]
            .iter()
            .take_while(|byte| matches!(byte, b'\r' | b'\n'));
        let begins = begins + breaks.count();
        let (from, line) = self.counted;
        let passed = bytes[from..begins].iter().filter(|&&byte| byte == b'\n');
        let line = line + Line::try_from(passed.count()).expect("a file has fewer lines than bytes");
        self.counted = (begins, line);
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: &[Column] = &[Column::required("sku"), Column::optional("note")];

    /// A line, with the cells of both columns.
    type ParsedRow = (Line, Result<(String, String), RowError>);

    fn rows(text: &str) -> Vec<ParsedRow> {
        let mut rows = Rows::open(text, COLUMNS).expect("the first line is good");
        let mut read = Vec::new();
        while let Some((line, record)) = rows.next() {
            let record = record.map(|record| (record.get("sku").to_owned(), record.get("note").to_owned()));
            read.push((line, record));
        }
        read
    }

    fn row(line: Line, sku: &str, note: &str) -> ParsedRow {
        (line, Ok((sku.to_owned(), note.to_owned())))
    }

    fn refused(text: &str) -> Vec<String> {
        let errors = Rows::open(text, COLUMNS)
            .err()
            .expect("the first line is refused");
        errors.into_iter().map(|error| error.column).collect()
    }

    #[test]
    fn rows_know_their_lines_however_lines_end() {
        let unix = "sku,note\nA,\"two\nlines\"\n\n,\nB,x\n";
        let expected = vec![row(2, "A", "two\nlines"), row(6, "B", "x")];
        assert_eq!(rows(unix), expected);
        let windows = "\u{feff}note , SKU\r\nx,A\r\n,\r\n\r\ny,B";
        assert_eq!(rows(windows), vec![row(2, "A", "x"), row(5, "B", "y")]);
    }

    #[test]
    fn the_apostrophe_of_an_export_is_taken_off_and_no_other_one() {
        for (cell, was) in [
            ("'=1", "=1"),
            ("''=1", "'=1"),
            ("'-2", "-2"),
            ("-2", "-2"),
            ("'s", "'s"),
            ("'", "'"),
            (" '@a ", "@a"),
        ] {
            assert_eq!(without_apostrophe(cell), was, "{cell}");
        }
    }

    #[test]
    fn a_first_line_is_refused_by_the_names_in_it() {
        assert_eq!(refused(""), [""]);
        assert_eq!(refused("note\n"), ["sku"]);
        assert_eq!(refused("sku,price,sku,\n"), ["price", "sku", ""]);
    }

    #[test]
    fn a_row_of_another_form_is_refused_and_the_next_one_read() {
        let long = "x".repeat(MOST_CELL_BYTES + 1);
        let read = rows(&format!("sku,note\nA\nB,{long}\nC,c\n"));
        assert_eq!(read[0].1.as_ref().unwrap_err().column, "");
        assert_eq!(read[1].1.as_ref().unwrap_err().column, "note");
        assert_eq!(read[2], row(4, "C", "c"));
    }

    #[test]
    fn fuzz_of_files() {
        let corpus = [
            "sku,note\r\nA,\"b\"\r\n",
            "\u{feff}sku\n'=1\n",
            "sku,note\n\"",
            "note\r\rsku\n\n\"\"\"",
        ];
        fuzz::feed_text("files of rows", &corpus, |text| {
            let Ok(mut rows) = Rows::open(text, COLUMNS) else {
                return;
            };
            let mut last = 0;
            while let Some((line, _)) = rows.next() {
                assert!(line >= last, "lines grow: {text:?}");
                last = line;
            }
        });
    }
}
