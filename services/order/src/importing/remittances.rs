//! The import of carriers' remittances. Each row pays an order.

use std::collections::HashMap;

use csv_import::{CellError, Column, Import, Importer, Line, Record, RowError};
use sqlx::PgConnection;

use crate::{
    importing::{
        remittance::{Remittance, RemittanceCells},
        row_errors::{cell_errors, row_errors},
    },
    office::{payment::Payment, payment_store, shop_day},
    order::{order_store, received_payment::ReceivedPayment, record::Order},
};

/// The importer.
#[derive(Debug, Clone)]
pub struct Remittances {
    /// The waker of the outbox relay.
    pub relay: outbox::Waker,
}

impl Importer for Remittances {
    type Row = Remittance;

    const KIND: &'static str = "remittances";

    const COLUMNS: &'static [Column] = &[
        Column::required("order_number"),
        Column::required("amount"),
        Column::required("reference"),
        Column::required("remitted_on"),
        Column::optional("carrier"),
    ];

    fn read(&self, record: &Record<'_>) -> Result<Remittance, Vec<CellError>> {
        let cells = RemittanceCells {
            order_number: record.get("order_number"),
            amount: record.get("amount"),
            reference: record.get("reference"),
            remitted_on: record.get("remitted_on"),
            carrier: record.get("carrier"),
        };
        cells.validate().map_err(cell_errors)
    }

    fn key(row: &Remittance) -> Option<&str> {
        Some(&row.order_number)
    }

    async fn begin(&self, db: &mut PgConnection, _import: &Import, keys: &[String]) -> anyhow::Result<()> {
        // All orders are locked before the first is paid, to avoid deadlocks between two imports.
        Ok(order_store::lock_numbers(db, keys).await?)
    }

    async fn write(
        &self,
        db: &mut PgConnection,
        import: &Import,
        rows: Vec<(Line, Remittance)>,
    ) -> anyhow::Result<Vec<RowError>> {
        let numbers: Vec<_> = rows.iter().map(|(_, row)| row.order_number.clone()).collect();
        let found = order_store::of_numbers(&mut *db, &numbers).await?.into_iter();
        let mut orders: HashMap<_, _> = found.map(|order| (order.order_number.clone(), order)).collect();
        let today = shop_day::today(&mut *db).await?;
        let (mut payments, mut wrong) = (Vec::new(), Vec::new());
        for (line, row) in rows {
            let order = orders.get_mut(&row.order_number);
            match row.pays(order.as_deref(), today) {
                Ok(Some(payment)) => {
                    if let Some(order) = order {
                        pay(order, &payment, import);
                    }
                    payments.push(payment);
                }
                Ok(None) => {}
                Err(violations) => wrong.extend(row_errors(line, violations)),
            }
        }
        payment_store::write(db, &payments, Some(import.staff_id)).await?;
        Ok(wrong)
    }

    fn committed(&self) {
        self.relay.wake();
    }
}

/// Marks the order as paid for the following rows.
fn pay(order: &mut Order, payment: &Payment, import: &Import) {
    order.payment = Some(ReceivedPayment {
        channel: payment.channel.as_str().to_owned(),
        reference: payment.reference.clone(),
        amount_paise: payment.amount_paise,
        received_on: payment.received_on,
        staff_id: Some(import.staff_id),
        recorded_at: import.started_at,
    });
}
