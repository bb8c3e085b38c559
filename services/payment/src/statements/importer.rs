//! Imports the credits of a statement, in the columns that `statement` writes. Stores each credit once.

use csv_import::{CellError, Column, Import, Importer, Line, Record, RowError};
use sqlx::PgConnection;

use crate::{
    payments::Payments,
    statements::{cells, credit::StatementCredit, credit_store, match_credits, narration},
};

/// The importer of bank statements.
#[derive(Debug, Clone)]
pub struct BankStatements(pub Payments);

impl Importer for BankStatements {
    type Row = StatementCredit;

    const KIND: &'static str = "bank_statement";

    /// Same as `statement::COLUMNS`.
    const COLUMNS: &'static [Column] = &[
        Column::required("utr"),
        Column::required("amount"),
        Column::required("received_on"),
        Column::required("narration"),
        Column::required("order_number"),
    ];

    fn read(&self, record: &Record<'_>) -> Result<StatementCredit, Vec<CellError>> {
        let utr = narration::reference(record.get("utr"));
        let amount = cells::paise(record.get("amount")).filter(|paise| *paise > 0);
        let day = cells::day(record.get("received_on"));
        if let (Some(utr), Some(amount_paise), Some(received_on)) = (utr.clone(), amount, day) {
            return Ok(StatementCredit {
                utr,
                amount_paise,
                received_on,
                narration: narration::sanitized(record.get("narration")),
                order_number: narration::order_number(record.get("order_number")),
            });
        }
        let wrong = [
            utr.is_none().then(|| {
                CellError::new(
                    "utr",
                    "Enter the bank's number of this credit, 6 to 30 letters and digits",
                )
            }),
            amount
                .is_none()
                .then(|| CellError::new("amount", "Enter the amount received, in rupees, such as 1171.00")),
            day.is_none()
                .then(|| CellError::new("received_on", "Enter the day it was received, such as 2026-11-25")),
        ];
        Err(wrong.into_iter().flatten().collect())
    }

    async fn begin(&self, db: &mut PgConnection, import: &Import, _keys: &[String]) -> anyhow::Result<()> {
        // In the same transaction, so that stored credits are matched even after a crash.
        Ok(match_credits::enqueue(db, import.id).await?)
    }

    async fn write(
        &self,
        db: &mut PgConnection,
        import: &Import,
        rows: Vec<(Line, StatementCredit)>,
    ) -> anyhow::Result<Vec<RowError>> {
        let utrs: Vec<_> = rows.iter().map(|(_, credit)| credit.utr.clone()).collect();
        let mut known = credit_store::amounts(&mut *db, &utrs).await?;
        let (mut new, mut wrong) = (Vec::new(), Vec::new());
        for (line, credit) in rows {
            match known.get(&credit.utr) {
                Some(amount) if *amount == credit.amount_paise => (),
                Some(amount) => {
                    let before = cells::rupees(*amount);
                    let why = format!("This number was imported before, with another amount: {before}");
                    wrong.push(RowError::new(line, "utr", why));
                }
                None => {
                    known.insert(credit.utr.clone(), credit.amount_paise);
                    new.push(credit);
                }
            }
        }
        credit_store::insert(db, &new, import.id).await?;
        Ok(wrong)
    }

    fn committed(&self) {
        self.0.workers.wake();
    }
}
