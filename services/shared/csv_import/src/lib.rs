//! Files of rows that staff bring in: checked, or written whole or not at all.
//!
//! A file waits in the table `csv_imports` for a durable job, which reads it with an [`Importer`]: first every row by itself, and
//! then all good rows in batches of [`MOST_ROWS_AT_ONCE`] in one transaction, which also sets the import's state. So a job that is
//! repeated after a crash changes nothing twice. A dry run does the same, and takes it back; so does a file with a wrong row, of
//! which everything that is wrong is told at once. Memory is bounded by the file and one batch.
//!
//! [`Imports`] makes the worker of a service out of its importers; [`grpc::start`] and [`grpc::get`] answer its calls; [`sweeps`]
//! ends what never ended and forgets what is old. All need [`MIGRATIONS`] and `jobs::MIGRATIONS` in the service's own database.
//!
//! It knows no shop: what a row means is the importer's.

mod column;
mod errors;
mod file;
/// The calls that start and show imports.
pub mod grpc;
mod import;
mod importer;
mod imports;
mod reading;
mod run;
mod starting;
mod store;
mod sweep;

pub use column::Column;
pub use errors::{CellError, Line, RowError};
pub use file::Record;
pub use import::Import;
pub use importer::Importer;
pub use imports::Imports;
use sqlx::migrate::Migrator;
pub use starting::{File, StartError, start};
pub use store::{ImportView, State, find};
pub use sweep::sweeps;

/// The table `csv_imports`; versions begin at 7,000,000.
pub static MIGRATIONS: Migrator = sqlx::migrate!();

/// Bytes of a file at most: 16 MiB.
pub const MOST_BYTES: usize = 16 * 1024 * 1024;

/// Bytes of the largest request that brings a file in, for `max_decoding_message_size` of a service that takes files: the file,
/// with room for what stands around it.
pub const LARGEST_REQUEST: usize = MOST_BYTES + 1024 * 1024;

/// Rows of a file at most, without the line that names the columns.
pub const MOST_ROWS: usize = 100_000;

/// Rows that an importer is given to write at once, at most.
pub const MOST_ROWS_AT_ONCE: usize = 1_000;

/// Bytes of a cell at most: a product's texts have as many all together, and Hindi takes three a letter.
pub const MOST_CELL_BYTES: usize = 60_000;

/// What is wrong with a file is told up to so many times.
pub const MOST_ERRORS: usize = 100;
