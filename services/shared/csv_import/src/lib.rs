//! Imports CSV files for staff: checked first, and applied completely or not at all.
//!
//! A file waits in the table `csv_imports` for a job, which reads it with an [`Importer`]. First each row is
//! parsed. Then all good rows are written in batches of [`MOST_ROWS_AT_ONCE`], in one transaction that also
//! sets the import's state. So a job that is repeated after a crash changes nothing twice. Dry runs and files
//! with errors are rolled back; all errors are reported together. Memory is bounded by the file and one
//! batch.
//!
//! [`Imports`] builds a service's worker from its importers. [`grpc::start`] and [`grpc::get`] answer its
//! calls. [`periodic_tasks()`] ends stuck imports and deletes old ones. All need [`MIGRATIONS`] and
//! `jobs::MIGRATIONS` in the service's database.
//!
//! The crate knows nothing about the shop; importers define the meaning of rows.

mod column;
mod errors;
mod file;
/// The gRPC calls that start and show imports.
pub mod grpc;
mod import;
mod importer;
mod imports;
mod periodic_tasks;
mod reading;
mod run;
mod starting;
mod store;

pub use column::Column;
pub use errors::{CellError, Line, RowError};
pub use file::Record;
pub use import::Import;
pub use importer::Importer;
pub use imports::Imports;
pub use periodic_tasks::periodic_tasks;
use sqlx::migrate::Migrator;
pub use starting::{File, StartError, start};
pub use store::{ImportView, State, find};

/// The migrations of the table `csv_imports`. Their versions start at 7,000,000.
pub static MIGRATIONS: Migrator = sqlx::migrate!();

/// Size limit of a file, in bytes: 16 MiB.
pub const MOST_BYTES: usize = 16 * 1024 * 1024;

/// Size limit of a request with a file, in bytes, for a service's `max_decoding_message_size`: the file and
/// room for the other fields.
pub const LARGEST_REQUEST: usize = MOST_BYTES + 1024 * 1024;

/// Limit of rows in a file, without the header line.
pub const MOST_ROWS: usize = 100_000;

/// Limit of rows in a batch.
pub const MOST_ROWS_AT_ONCE: usize = 1_000;

/// Size limit of a cell, in bytes: as much as all texts of a product, with three bytes per Hindi letter.
pub const MOST_CELL_BYTES: usize = 60_000;

/// Limit of reported errors in a file.
pub const MOST_ERRORS: usize = 100;
