//! Converts a bank's file to the shop's columns: only credits, without payers, each on its original line.
//! Pure.
//!
//! Everything else (account, debits, balances, UPI ids of payers) is dropped before anything is stored.

use csv::{ReaderBuilder, StringRecord};

use crate::statements::{
    cells,
    layout::{LAYOUTS, StatementLayout, column_positions, normalized},
    narration,
};

/// Limit of lines above the header line. Banks write the account and its holder there.
const MOST_ABOVE: usize = 60;

/// The columns of the shop's own files.
pub const COLUMNS: [&str; 5] = ["utr", "amount", "received_on", "narration", "order_number"];

/// Converts a bank's file. `None` if its layout is unknown.
pub fn convert(text: &str) -> Option<String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // SBI's spreadsheet download is separated by tabs.
    [b',', b'\t']
        .into_iter()
        .find_map(|delimiter| convert_delimited(text, delimiter))
}

fn convert_delimited(text: &str, delimiter: u8) -> Option<String> {
    let reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut lines = RecordLines::new(text);
    let mut out = ConvertedFile::default();
    let mut found: Option<(&StatementLayout, [usize; 4])> = None;
    for (place, record) in reader.into_records().enumerate() {
        let record = record.ok()?;
        let line = lines.of_record(&record);
        if let Some((layout, places)) = found {
            if let Some(credit) = credit(layout, places, &record) {
                out.write(line, &credit);
            }
            continue;
        }
        let head: Vec<_> = record.iter().map(normalized).collect();
        let mut known = LAYOUTS.iter();
        found = known.find_map(|layout| column_positions(layout, &head).map(|places| (layout, places)));
        if found.is_some() {
            out.write(line, &COLUMNS.map(str::to_owned));
        } else if place >= MOST_ABOVE {
            return None;
        }
    }
    found.is_some().then_some(out.text)
}

/// The cells of a credit in the shop's columns. `None` for debits, totals, and credits without a reference,
/// because these cannot be told apart. Malformed cells are kept, to be reported with their line.
fn credit(layout: &StatementLayout, places: [usize; 4], record: &StringRecord) -> Option<[String; 5]> {
    let [date, description, reference, credit] =
        places.map(|place| record.get(place).unwrap_or_default().trim());
    if record.iter().all(|cell| cell.trim().is_empty()) {
        return None;
    }
    let day = cells::day(date);
    if !layout.is_ours && !date.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    let paise = cells::paise(credit);
    if !layout.is_ours && paise == Some(0) {
        return None;
    }
    let utr = if layout.is_ours {
        narration::reference(reference).unwrap_or_else(|| reference.to_owned())
    } else {
        narration::utr(description, reference)?
    };
    Some([
        utr,
        paise.map_or_else(|| credit.to_owned(), cells::rupees),
        day.map_or_else(|| date.to_owned(), |day| day.to_string()),
        narration::sanitized(description),
        narration::order_number(description).unwrap_or_default(),
    ])
}

/// Finds the first line of a record, which may span several lines.
struct RecordLines<'a> {
    bytes: &'a [u8],
    counted: (usize, usize),
}

impl<'a> RecordLines<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            bytes: text.as_bytes(),
            counted: (0, 1),
        }
    }

    /// Counts lines itself, because the reader's count is one too low after CR LF.
    fn of_record(&mut self, record: &StringRecord) -> usize {
        let begins = record.position().map_or(0, csv::Position::byte);
        let begins = usize::try_from(begins).expect("a file fits into memory");
        let breaks = self.bytes[begins..]
            .iter()
            .take_while(|byte| matches!(byte, b'\r' | b'\n'));
        let begins = begins + breaks.count();
        let (from, line) = self.counted;
        let passed = self.bytes[from..begins].iter().filter(|&&byte| byte == b'\n');
        let line = line + passed.count();
        self.counted = (begins, line);
        line
    }
}

/// The converted file. Each row stays on its original line.
#[derive(Default)]
struct ConvertedFile {
    text: String,
    lines: usize,
}

impl ConvertedFile {
    fn write(&mut self, line: usize, cells: &[String; 5]) {
        while self.lines + 1 < line {
            self.text.push('\n');
            self.lines += 1;
        }
        let cells = cells.iter().map(|cell| {
            let cell = cell.replace(['\r', '\n'], " ").replace('"', "\"\"");
            format!("\"{cell}\"")
        });
        self.text.push_str(&cells.collect::<Vec<_>>().join(","));
        self.text.push('\n');
        self.lines += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The non-empty lines, with their numbers.
    fn lines(text: &str) -> Vec<(usize, String)> {
        let read = convert(text).expect("it is a statement");
        let lines = read.lines().enumerate();
        let filled = lines.filter(|(_, line)| !line.is_empty());
        filled
            .map(|(place, line)| (place + 1, line.replace('"', "")))
            .collect()
    }

    fn row(line: usize, text: &str) -> (usize, String) {
        (line, text.to_owned())
    }

    const HEAD: &str = "utr,amount,received_on,narration,order_number";

    #[test]
    fn hdfc_in_both_of_its_layouts() {
        let delimited = "\n Date     ,Narration                   ,Value Dat,Debit Amount       ,Credit Amount      ,Chq/Ref Number   ,Closing Balance\n \
            25/11/26 ,UPI-RAVI-RAVI@OKSBI-SBIN0000001-632912345678-VM 261125 22222 ,25/11/26 ,             0.00  ,          1171.00  ,0000632912345678 ,       39550.00\n \
            26/11/26 ,UPI-SHOP-SHOP@ICICI-ICIC0DC0099-633012345678-PAYMENT ,26/11/26 ,           450.00  ,             0.00  ,0000633012345678 ,       39100.00\n";
        assert_eq!(
            lines(delimited),
            [
                row(2, HEAD),
                row(
                    3,
                    "632912345678,1171.00,2026-11-25,…-SBIN0000001-632912345678-VM 261125 22222,VM-261125-22222"
                )
            ]
        );
        let sheet = "HDFC BANK Ltd.,,,,,,\r\nMR SOMEBODY,,,,,,\r\n\r\n\
            Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance\r\n\
            ********,********,********,********,********,********,********\r\n\
            26/11/26,\"NEFT CR-UTIB0000001-A, B\",AXISN26328123456,26/11/26,,\"1,00,000.00\",\"1,98,751.00\"\r\n\
            26/11/26,INTEREST PAID,000000000000000,26/11/26,,12.00,198763.00\r\n\
            STATEMENT SUMMARY :-,,,,,,\r\nOpening Balance,Dr Count,Cr Count,Debits,Credits,Closing Bal,\r\n";
        assert_eq!(
            lines(sheet),
            [
                row(4, HEAD),
                row(
                    6,
                    "AXISN26328123456,100000.00,2026-11-26,NEFT CR-UTIB0000001-A, B,"
                )
            ]
        );
    }

    #[test]
    fn sbi_with_commas_and_with_tabs() {
        let rows = "Account Name,:Somebody,,,,,\nTxn Date,Value Date,Description,Ref No./Cheque No.,        Debit,Credit,Balance\n\
            26 Nov 2026,26 Nov 2026,   BY TRANSFER-UPI/CR/633012345678/AMAN NIH/UTIB/amanshaikh/VM261126222--,TRANSFER FROM 4897733162090, ,1171.00,18586.30\n\
            26 Nov 2026,26 Nov 2026,TO TRANSFER-UPI/DR/633012345679/X/Y/z/UPI--,TRANSFER TO 4897691162095,50, ,18536.30\n\
            **This is a computer generated statement,,,,,,\n";
        let expected = [
            row(2, HEAD),
            row(
                3,
                "633012345678,1171.00,2026-11-26,BY TRANSFER-UPI/CR/633012345678/AMAN NIH/UTIB/…/VM261126222--,",
            ),
        ];
        assert_eq!(lines(rows), expected);
        assert_eq!(lines(&rows.replace(',', "\t")), expected);
    }

    #[test]
    fn icici_and_the_shops_own() {
        let icici = "DETAILED STATEMENT\n\n\
            S No.,Value Date,Transaction Date,Cheque Number,Transaction Remarks,Withdrawal Amount (INR ),Deposit Amount (INR ),Balance (INR )\n\
            1,26/11/2026,26/11/2026,-,UPI/633012345678/vm2611267k3qx/ravi@okaxis/Axis Bank,0.0,1171.0,5000.0\n";
        assert_eq!(
            lines(icici),
            [
                row(3, HEAD),
                row(
                    4,
                    "633012345678,1171.00,2026-11-26,UPI/633012345678/vm2611267k3qx/…/Axis Bank,VM-261126-7K3QX"
                )
            ]
        );
        let own = "received_on,utr,amount,narration\n2026-11-26,0000633012345678,1171,ravi@okaxis VM-261126-7K3QX\nsoon,,x,\n";
        assert_eq!(
            lines(own),
            [
                row(1, HEAD),
                row(
                    2,
                    "633012345678,1171.00,2026-11-26,… VM-261126-7K3QX,VM-261126-7K3QX"
                ),
                row(3, ",x,soon,,")
            ],
            "an unreadable row is kept, to be reported with its line"
        );
    }

    #[test]
    fn other_files_are_none() {
        for text in [
            "",
            "sku,mrp\nA,1\n",
            "Date,Narration,Amount\n",
            &"x\n".repeat(200),
        ] {
            assert_eq!(convert(text), None, "{text:.20}");
        }
    }

    #[test]
    fn fuzz_of_statements() {
        let corpus = [
            "Date,Narration,Chq./Ref.No.,Deposit Amt.\r\n26/11/26,\"a\nb@c\",0000633012345678,1\r\n",
            "utr,amount,received_on,narration\n\"",
            "Txn Date\tDescription\tRef No./Cheque No.\tCredit\n1 Nov 26\tUPI/CR/633012345678/a/b/c\t\t1\n",
        ];
        fuzz::feed_text("statements", &corpus, |text| {
            if let Some(read) = super::convert(text) {
                assert!(read.lines().filter(|line| !line.is_empty()).count() >= 1);
            }
        });
    }
}
