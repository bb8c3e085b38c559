//! Stories about documents and the ledger, through the gRPC API and events, with real PostgreSQL and NATS.

mod books;
mod corrections;
mod credit_notes;
mod fake_catalog;
mod gst;
mod issuing;
mod manual_refunds;
mod order_histories;
mod rates;
mod replaced;
mod samples;
mod settlements;
mod shop;
