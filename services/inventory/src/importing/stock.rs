//! Imports the receipts of a file: all of them or none.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use anyhow::Context as _;
use csv_import::{CellError, Column, Import, Importer, Line, Record, RowError};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::{
    error::Error,
    importing::row::{self, StockRow},
    ledger::{
        receipt::below_price,
        receive_batches::{self, ReceiptRefusal},
    },
    listed_packs::catalog::Catalog,
    pack::Pack,
    reservations::pack_store,
};

/// The packs that names mean in the current import.
type PacksBySku = Arc<BTreeMap<String, Pack>>;

/// The importer of stock files.
#[derive(Debug)]
pub struct Stock {
    catalog: Catalog,
    /// The names of the current import. Only one import runs at a time.
    names: Mutex<(Uuid, PacksBySku)>,
}

impl Stock {
    /// Creates an importer that looks up pack names in `catalog`.
    pub fn new(catalog: Catalog) -> Self {
        Self {
            catalog,
            names: Mutex::default(),
        }
    }

    fn names_of(&self, import: &Import) -> anyhow::Result<PacksBySku> {
        let names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        let names = Some(&*names).filter(|(id, _)| *id == import.id);
        Ok(Arc::clone(
            &names.context("another import was begun meanwhile")?.1,
        ))
    }
}

impl Importer for Stock {
    type Row = StockRow;

    const KIND: &'static str = "stock";

    const COLUMNS: &'static [Column] = row::COLUMNS;

    fn read(&self, record: &Record<'_>) -> Result<StockRow, Vec<CellError>> {
        row::parse(record)
    }

    fn key(row: &StockRow) -> Option<&str> {
        Some(&row.sku)
    }

    async fn begin(&self, db: &mut PgConnection, import: &Import, skus: &[String]) -> anyhow::Result<()> {
        let names = self.catalog.find(skus).await;
        let names = names.context("the catalog does not say which packs are meant")?;
        // Locks all packs before the first one changes, in the order that is used everywhere.
        pack_store::lock_or_add(db, names.values().copied()).await?;
        *self.names.lock().unwrap_or_else(PoisonError::into_inner) = (import.id, Arc::new(names));
        Ok(())
    }

    async fn write(
        &self,
        db: &mut PgConnection,
        import: &Import,
        rows: Vec<(Line, StockRow)>,
    ) -> anyhow::Result<Vec<RowError>> {
        let names = self.names_of(import)?;
        let mut errors = Vec::new();
        let (mut lines, mut receipts) = (Vec::new(), Vec::new());
        for (line, StockRow { sku, particulars }) in rows {
            if let Some(pack) = names.get(&sku) {
                lines.push(line);
                receipts.push(particulars.into_receipt(Uuid::now_v7(), *pack, Some(import.staff_id)));
            } else {
                errors.push(RowError::new(line, "sku", "The catalog has no such pack"));
            }
        }
        for (index, refusal) in receive_batches::receive_all(db, &receipts).await? {
            let error = match refusal {
                ReceiptRefusal::OtherBatch => {
                    let number = receipts[index].batch.batch_number.clone();
                    RowError::new(lines[index], "batch", Error::OtherBatch(number).to_string())
                }
                ReceiptRefusal::TooMany => {
                    let message = "There would be more packs of this batch than can be counted";
                    RowError::new(lines[index], "quantity", message)
                }
                ReceiptRefusal::BelowPrice(price_paise) => {
                    RowError::new(lines[index], "mrp", below_price(price_paise))
                }
            };
            errors.push(error);
        }
        Ok(errors)
    }
}
