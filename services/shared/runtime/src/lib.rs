//! A program's frame: settings from the environment, telemetry, a gRPC server and client, and a stop in order.
//!
//! A service is a function `service(settings, frame)`. [`main`] gives it the frame as a process of its own; the
//! whole-shop program builds the same [`Frame`] for each service inside one process. Nothing here knows what a
//! shop is, and `service` itself touches nothing process-wide: that is done in [`main`] or by the program that
//! plays its part.

mod authentication;
mod failpoint;
mod fairness;
mod grpc;
mod life;
mod lifecycle;
mod observability;
mod secret;
/// What services write into a gRPC error and the gateway reads back.
pub mod status;

pub use authentication::{
    caller_key::{BadKey, CallerKey, PublicKey},
    caller_keys::CallerKeys,
    caller_settings::Settings as CallerSettings,
    callers::{BadCallers, Caller, Callers, Grant},
    identity::Identity,
    staff::{Staff, StaffRule},
    staff_token::{STAFF_TOKEN_HEADER, STAFF_TOKEN_SECONDS, StaffClaims, StaffTokenKey},
};
pub use failpoint::fail_at;
pub use fairness::{
    networks::{NETWORK_SIZES, Network, Networks},
    places::{Place, Places, TakenPlaces},
};
pub use grpc::{
    client::{Client, client, repeatable},
    deadline::time_allowed,
    server::{GrpcService, LARGEST_REQUEST, Services},
    target::{BadTarget, Target},
};
pub use life::Life;
pub use lifecycle::{
    frame::{Frame, Settings},
    program::{Exit, check, install_process_defaults, main, main_with_commands},
    shutdown::{GIVE_UP_AFTER, Shutdown},
};
pub use observability::{metrics, telemetry, trace_context};
pub use secret::Secret;
