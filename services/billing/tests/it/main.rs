//! Stories about documents and the books, told through the service's gRPC API and its events, against real PostgreSQL and NATS.

mod books;
mod credit_notes;
mod fakes;
mod gst;
mod issuing;
mod lives;
mod shop;
