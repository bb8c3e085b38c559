//! Whether every row that is kept has an event, every event is in the stream, and every event of the stream was handled.
//!
//! Each service looks at its own part, with its own role and user: a publisher holds its tables and its outbox against its
//! stream, a subscriber holds the stream against its inbox. `publisher` and `subscriber` are those two halves.

mod differences;
mod headers;
mod look;
mod part;
mod publisher;
mod seen;
mod source;
mod subscriber;
mod sweeping;
mod window;

pub use differences::{Difference, Report};
pub use part::{Page, Publisher, SourceRow, SourceTable, Subscriber};
pub use sweeping::{sweep_publisher, sweep_subscriber};
pub use window::{Reconcile, Window};
