//! CSV rows that spreadsheets read.

/// Marks the file as UTF-8; without it spreadsheets show Hindi as nonsense.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// The start of a file with these columns.
pub(crate) fn head(columns: &[&str]) -> Vec<u8> {
    let mut file = BYTE_ORDER_MARK.as_bytes().to_vec();
    file.extend(written([columns
        .iter()
        .map(|column| (*column).to_owned())
        .collect()]));
    file
}

/// Formats rows by RFC 4180: cells with a comma, quote or line break are quoted, and rows end with CR LF.
pub(crate) fn written(rows: impl IntoIterator<Item = Vec<String>>) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(Vec::new());
    for row in rows {
        let written = writer.write_record(row.into_iter().map(harmless));
        written.expect("memory takes rows of one length");
    }
    writer.into_inner().expect("memory takes what is written")
}

/// Escapes text that a spreadsheet would take for a formula, because a shopper's name may be `=HYPERLINK(…)`.
/// Text that already looks escaped gets another apostrophe, so that removing one restores the original.
fn harmless(text: String) -> String {
    if is_below_zero(&text) {
        return text;
    }
    let inner = text.trim_start_matches('\'');
    if inner.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']) {
        return format!("'{text}");
    }
    text
}

/// Whether the text is a negative amount as [`rupees`] writes it. Spreadsheets read it as a number, not a
/// formula.
fn is_below_zero(text: &str) -> bool {
    let parts = text.strip_prefix('-').and_then(|amount| amount.split_once('.'));
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    parts.is_some_and(|(rupees, paise)| is_number(rupees) && is_number(paise) && paise.len() == 2)
}

/// Formats an amount as spreadsheets read it, such as 249.50.
pub(crate) fn rupees(paise: i64) -> String {
    let sign = if paise < 0 { "-" } else { "" };
    let paise = paise.unsigned_abs();
    format!("{sign}{}.{:02}", paise / 100, paise % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula_and_numbers_stay_numbers() {
        for (text, cell) in [
            ("=1+1", "'=1+1"),
            ("+919876543210", "'+919876543210"),
            ("-2", "'-2"),
            ("-1.99", "-1.99"),
            ("'-1.99", "''-1.99"),
            ("-1.9+1", "'-1.9+1"),
            ("-.50", "'-.50"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\t=1"),
            ("9876543210", "9876543210"),
            ("249.50", "249.50"),
            ("", ""),
            ("'s", "'s"),
            ("'=1", "''=1"),
            ("करेला", "करेला"),
        ] {
            assert_eq!(harmless(text.to_owned()), cell);
        }
    }

    #[test]
    fn amounts_have_two_decimals() {
        for (paise, words) in [(0, "0.00"), (5, "0.05"), (24_950, "249.50"), (-199, "-1.99")] {
            assert_eq!(rupees(paise), words);
        }
    }

    #[test]
    fn fuzz_of_cells() {
        let corpus = ["=1,\"a\"\r\nb", "करेला", "\"", ",", "\r", "'"];
        fuzz::feed_text("cells of exports", &corpus, |text| {
            let file = written([vec![text.to_owned(); 25]]);
            let mut reader = csv::ReaderBuilder::new()
                .has_headers(false)
                .from_reader(file.as_slice());
            let read: Vec<_> = reader.records().map(|row| row.expect("it is CSV")).collect();
            assert_eq!(read.len(), 1, "a cell stays in its row: {text:?}");
            assert!(read[0].iter().all(|cell| cell == harmless(text.to_owned())));
        });
    }
}
