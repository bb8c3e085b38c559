//! Reconciliation: every stored row has an event, every event is in the stream, and every event in the stream
//! was handled.
//!
//! Each service checks its own part, with its own role and user. `publisher` compares tables and outbox with
//! the stream, `subscriber` compares the stream with the inbox.

mod comparison;
mod differences;
mod headers;
mod id_filter;
mod part;
mod periodic;
mod publisher;
mod source;
mod subscriber;
mod window;

pub use differences::{Difference, Report};
pub use part::{Page, Publisher, SourceRow, SourceTable, Subscriber};
pub use periodic::{publisher_task, subscriber_task};
pub use window::{Reconcile, Window};
