//! Periodic tasks that delete expired sessions, codes, counters, devices, address changes, data requests,
//! invitations and log entries. Expired rows are refused anyway; this only keeps the tables small.

use std::time::Duration;

use jobs::Sweep;

use crate::{
    codes::{account_codes, email_changes, password_codes, staff_codes},
    events,
    limits::counters,
    login::known_devices,
    personal_data::data_requests,
    session::sessions,
    staff::{invitations::invitation_store, signing_in::staff_sessions, staff_log},
};

const EVERY: Duration = Duration::from_mins(10);

/// All sweeps of this service.
pub fn all(settings: outbox::Settings) -> Vec<Sweep> {
    vec![
        Sweep::new("idle-sessions", EVERY, |db| async move {
            sessions::remove_idle(&db).await
        }),
        Sweep::new("old-sessions", EVERY, |db| async move {
            sessions::remove_old(&db).await
        }),
        Sweep::new("codes", EVERY, |db| async move {
            password_codes::remove_expired(&db).await
        }),
        Sweep::new("counters", EVERY, |db| async move {
            counters::remove_ended(&db).await
        }),
        Sweep::new("devices", EVERY, |db| async move {
            known_devices::remove_unused(&db).await
        }),
        Sweep::new("account-codes", EVERY, |db| async move {
            account_codes::remove_expired(&db).await
        }),
        Sweep::new("email-changes", EVERY, |db| async move {
            email_changes::remove_expired(&db).await
        }),
        Sweep::new("data-requests", EVERY, |db| async move {
            data_requests::remove_old(&db).await
        }),
        Sweep::new("staff-sessions", EVERY, |db| async move {
            staff_sessions::remove_idle(&db).await
        }),
        Sweep::new("staff-password-codes", EVERY, |db| async move {
            staff_codes::remove_expired(&db).await
        }),
        Sweep::new("staff-invitations", EVERY, |db| async move {
            invitation_store::remove_expired(&db).await
        }),
        Sweep::new("accepted-invitations", EVERY, |db| async move {
            invitation_store::remove_accepted(&db).await
        }),
        Sweep::new("staff-log", EVERY, |db| async move {
            staff_log::remove_old(&db).await
        }),
        outbox::sweep_outbox(),
        outbox::sweep_publisher(events::PUBLISHER, settings),
        Sweep::of_dead_jobs(),
    ]
}
