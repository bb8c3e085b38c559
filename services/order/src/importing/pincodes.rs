//! The import of delivery rules of pincodes. Each row replaces the pincode's earlier rules.

use std::collections::HashSet;

use csv_import::{CellError, Column, Import, Importer, Line, Record, RowError};
use sqlx::PgConnection;

use crate::{
    delivery::{
        pincode_row::{OTHERS, PINCODE, PincodeCells},
        pincodes::{self, PincodeDecision},
    },
    importing::row_errors::cell_errors,
};

/// The importer.
#[derive(Debug, Clone, Copy)]
pub struct Pincodes;

impl Importer for Pincodes {
    type Row = PincodeDecision;

    const KIND: &'static str = "pincodes";

    const COLUMNS: &'static [Column] = &[
        Column::required(PINCODE),
        Column::optional(OTHERS[0]),
        Column::optional(OTHERS[1]),
        Column::optional(OTHERS[2]),
        Column::optional(OTHERS[3]),
    ];

    fn read(&self, record: &Record<'_>) -> Result<PincodeDecision, Vec<CellError>> {
        PincodeCells::from_columns(|column| record.get(column))
            .validate()
            .map_err(cell_errors)
    }

    async fn write(
        &self,
        db: &mut PgConnection,
        _import: &Import,
        rows: Vec<(Line, PincodeDecision)>,
    ) -> anyhow::Result<Vec<RowError>> {
        let (lines, decisions): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
        let unknown: HashSet<_> = pincodes::unknown_of(&mut *db, &decisions)
            .await?
            .into_iter()
            .collect();
        let mut seen: HashSet<_> = decided_by_rows_above(db, &decisions).await?.into_iter().collect();
        let (mut right, mut wrong) = (Vec::new(), Vec::new());
        for (line, decision) in lines.into_iter().zip(decisions) {
            let pincode = &decision.pincode;
            if unknown.contains(pincode) {
                wrong.push(RowError::new(line, PINCODE, format!("There is no {pincode}")));
            } else if !seen.insert(pincode.clone()) {
                wrong.push(RowError::new(line, PINCODE, format!("{pincode} is listed twice")));
            } else {
                right.push(decision);
            }
        }
        pincodes::decide(db, &right).await?;
        Ok(wrong)
    }
}

/// Returns the pincodes that this transaction already wrote.
#[tracing::instrument(name = "SELECT pincodes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
async fn decided_by_rows_above(
    db: &mut PgConnection,
    decisions: &[PincodeDecision],
) -> sqlx::Result<Vec<String>> {
    let pincodes: Vec<_> = decisions.iter().map(|one| one.pincode.clone()).collect();
    let decided = sqlx::query_scalar!(
        "SELECT pincode FROM pincodes WHERE pincode = ANY($1) AND xmin = pg_current_xact_id()::xid",
        &pincodes
    );
    decided.fetch_all(db).await
}
