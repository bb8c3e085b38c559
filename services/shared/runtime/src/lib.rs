//! The frame of a program: settings from the environment, telemetry, gRPC server and client, and graceful
//! shutdown.
//!
//! A service is a function `service(settings, frame)`. [`main`] runs it as a process of its own; the
//! whole-shop program builds the same [`Frame`] for each service in one process. The crate knows nothing
//! about the shop. `service` itself changes nothing process-wide; [`main`] or the whole-shop program does.

mod authentication;
mod failpoint;
mod fairness;
mod grpc;
mod life;
mod lifecycle;
mod observability;
mod secret;
/// The details of gRPC errors, which services write and gateways read.
pub mod status;

pub use authentication::{
    caller_key::{BadKey, CallerKey, PublicKey},
    caller_keys::CallerKeys,
    caller_settings::Settings as CallerSettings,
    callers::{BadCallers, Caller, Callers, STAFF_TOKEN_SIGNER},
    identity::Identity,
    staff::Staff,
    staff_token::{STAFF_TOKEN_HEADER, STAFF_TOKEN_SECONDS, StaffClaims, StaffTokenKey},
    subject::{subject_of, texts_at},
};
pub use contract::{Call, Contract, Method, StaffRule};
pub use failpoint::fail_at;
pub use fairness::{
    networks::{NETWORK_SIZES, Network, Networks},
    places::{Place, Places, TakenPlaces},
};
pub use grpc::{
    bytes_codec::BytesCodec,
    client::{Client, client},
    deadline::time_allowed,
    server::{GrpcService, LARGEST_REQUEST, Services},
    target::{BadTarget, Target},
};
pub use life::Life;
pub use lifecycle::{
    frame::{Frame, Settings},
    program::{Exit, check, install_process_defaults, main, main_with_commands},
    shutdown::{GIVE_UP_AFTER, Shutdown, Stopped},
};
pub use observability::{metrics, telemetry, trace_context};
pub use secret::Secret;
