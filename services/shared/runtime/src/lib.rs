//! A program's frame: settings from the environment, telemetry, a gRPC server and client, and a stop in order.
//!
//! A service is a function `service(settings, frame)`. [`main`] gives it the frame as a process of its own; the
//! whole-shop program builds the same [`Frame`] for each service inside one process. Nothing here knows what a
//! shop is, and `service` itself touches nothing process-wide: that is done in [`main`] or by the program that
//! plays its part.

mod admission;
mod caller_key;
mod caller_keys;
mod callers;
mod client;
mod failpoint;
mod frame;
mod identity;
mod life;
mod log_fields;
mod program;
mod proof;
mod replicas;
mod secret;
mod server;
mod shutdown;
mod target;
mod trace_file;

/// Numbers of a process, for Prometheus.
pub mod metrics;
/// What services write into a gRPC error and the gateway reads back.
pub mod status;
/// Logs and traces of a process.
pub mod telemetry;
/// W3C trace context, carried through HTTP headers, gRPC metadata and event headers.
pub mod trace_context;

pub use admission::Settings as CallerSettings;
pub use caller_key::{BadKey, CallerKey, PublicKey};
pub use caller_keys::CallerKeys;
pub use callers::{BadCallers, Caller, Callers, Grant};
pub use client::{Client, client, repeatable};
pub use failpoint::fail_at;
pub use frame::{Frame, Settings};
pub use identity::Identity;
pub use life::Life;
pub use program::{check, install_process_defaults, main, main_with_commands};
pub use secret::Secret;
pub use server::LARGEST_REQUEST;
pub use shutdown::{GIVE_UP_AFTER, Shutdown};
pub use target::{BadTarget, Target};
