//! Where banks' statements have what is needed. Pure.
//!
//! No bank publishes its layout; these are told by programs that read them, in stored copies of November 2026:
//!
//! | bank | columns | told by |
//! |---|---|---|
//! | HDFC Bank, "Delimited" | Date, Narration, Value Dat, Debit Amount, Credit Amount, Chq/Ref Number, Closing Balance | `bank_statement_utility/services/HdfcDebitStatementProcessor.py` of <https://github.com/MalayPalace/Bank-Statement-Utility> |
//! | HDFC Bank, its sheet | Date, Narration, Chq./Ref.No., Value Dt, Withdrawal Amt., Deposit Amt., Closing Balance | `CSV_FORMAT.md` of <https://github.com/Balasubramaniamvenkat/expenses_tracker> |
//! | State Bank of India | Txn Date, Value Date, Description, Ref No./Cheque No., Debit, Credit, Balance | `docs/INDIAN_BANK_FORMATS.md` of <https://github.com/FFFSTANZA/SharaLedger>, `docs/bank-statement-format-research.md` of <https://github.com/asmitsharp/cashlens> |
//! | ICICI Bank | S No., Value Date, Transaction Date, Cheque Number, Transaction Remarks, Withdrawal Amount (INR), Deposit Amount (INR), Balance (INR) | the same page of cashlens |
//!
//! Another bank is one more row of the table, or a file with the shop's own columns.

/// Where a kind of statement has what is needed. Names are as [`plain`] makes them.
#[derive(Debug, PartialEq, Eq)]
pub struct Layout {
    /// The day of a credit.
    pub date: &'static str,
    /// What stands beside it.
    pub narration: &'static str,
    /// Its number, or that of a cheque.
    pub reference: &'static str,
    /// What came; empty or zero for what went.
    pub credit: &'static str,
    /// Whether the reference is the bank's number of the credit and nothing else.
    pub is_ours: bool,
}

const fn bank(
    date: &'static str,
    narration: &'static str,
    reference: &'static str,
    credit: &'static str,
) -> Layout {
    Layout {
        date,
        narration,
        reference,
        credit,
        is_ours: false,
    }
}

/// Those that are known.
pub const LAYOUTS: [Layout; 5] = [
    bank("date", "narration", "chqrefnumber", "creditamount"),
    bank("date", "narration", "chqrefno", "depositamt"),
    bank("txndate", "description", "refnochequeno", "credit"),
    bank(
        "transactiondate",
        "transactionremarks",
        "chequenumber",
        "depositamountinr",
    ),
    Layout {
        is_ours: true,
        ..bank("receivedon", "narration", "utr", "amount")
    },
];

/// What a file of none of them is told.
pub const UNKNOWN: &str = "This is no statement that we know: bring it in as HDFC Bank, SBI or ICICI Bank write it as CSV, or with the \
    columns utr, amount, received_on and narration";

/// A column's name without what banks write differently: letters and digits, in lower case.
pub fn plain(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|letter| letter.to_ascii_lowercase()).collect()
}

/// The places of date, narration, reference and credit in a first line of this layout; none in another line.
pub fn places(layout: &Layout, cells: &[String]) -> Option<[usize; 4]> {
    let place = |name: &str| cells.iter().position(|cell| cell == name);
    Some([
        place(layout.date)?,
        place(layout.narration)?,
        place(layout.reference)?,
        place(layout.credit)?,
    ])
}
