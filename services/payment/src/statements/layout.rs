//! The column layouts of banks' statements. Pure.
//!
//! Banks do not publish their layouts. These come from programs that read them, stored in November 2026:
//!
//! | bank | columns | source |
//! |---|---|---|
//! | HDFC Bank, "Delimited" | Date, Narration, Value Dat, Debit Amount, Credit Amount, Chq/Ref Number, Closing Balance | `bank_statement_utility/services/HdfcDebitStatementProcessor.py` of <https://github.com/MalayPalace/Bank-Statement-Utility> |
//! | HDFC Bank, its sheet | Date, Narration, Chq./Ref.No., Value Dt, Withdrawal Amt., Deposit Amt., Closing Balance | `CSV_FORMAT.md` of <https://github.com/Balasubramaniamvenkat/expenses_tracker> |
//! | State Bank of India | Txn Date, Value Date, Description, Ref No./Cheque No., Debit, Credit, Balance | `docs/INDIAN_BANK_FORMATS.md` of <https://github.com/FFFSTANZA/SharaLedger>, `docs/bank-statement-format-research.md` of <https://github.com/asmitsharp/cashlens> |
//! | ICICI Bank | S No., Value Date, Transaction Date, Cheque Number, Transaction Remarks, Withdrawal Amount (INR), Deposit Amount (INR), Balance (INR) | the same page of cashlens |
//!
//! For another bank, add a row to the table, or use a file with the shop's own columns.

/// The columns of a kind of statement, with names normalised by [`normalized`].
#[derive(Debug, PartialEq, Eq)]
pub struct StatementLayout {
    /// The day of the credit.
    pub date: &'static str,
    /// The narration.
    pub narration: &'static str,
    /// The bank's reference number, or a cheque number.
    pub reference: &'static str,
    /// The amount of a credit. Empty or zero for a debit.
    pub credit: &'static str,
    /// True for the shop's own columns, where the reference is always the bank's number.
    pub is_ours: bool,
}

const fn bank(
    date: &'static str,
    narration: &'static str,
    reference: &'static str,
    credit: &'static str,
) -> StatementLayout {
    StatementLayout {
        date,
        narration,
        reference,
        credit,
        is_ours: false,
    }
}

/// The supported layouts.
pub const LAYOUTS: [StatementLayout; 5] = [
    bank("date", "narration", "chqrefnumber", "creditamount"),
    bank("date", "narration", "chqrefno", "depositamt"),
    bank("txndate", "description", "refnochequeno", "credit"),
    bank(
        "transactiondate",
        "transactionremarks",
        "chequenumber",
        "depositamountinr",
    ),
    StatementLayout {
        is_ours: true,
        ..bank("receivedon", "narration", "utr", "amount")
    },
];

/// The error for a file with an unknown layout.
pub const UNKNOWN: &str = "This is not a known statement. Use the CSV file of HDFC Bank, SBI or ICICI Bank, or a file with the columns utr, amount, received_on and narration";

/// Normalises a column name: letters and digits only, in lower case.
pub fn normalized(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|letter| letter.to_ascii_lowercase()).collect()
}

/// The positions of date, narration, reference and credit in a header line. `None` for any other line.
pub fn column_positions(layout: &StatementLayout, cells: &[String]) -> Option<[usize; 4]> {
    let place = |name: &str| cells.iter().position(|cell| cell == name);
    Some([
        place(layout.date)?,
        place(layout.narration)?,
        place(layout.reference)?,
        place(layout.credit)?,
    ])
}
