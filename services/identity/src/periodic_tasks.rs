//! Periodic tasks that delete expired sessions, codes, counters, devices, address changes, data requests,
//! invitations and log entries. Expired rows are refused anyway; this only keeps the tables small.

use std::time::Duration;

use jobs::PeriodicTask;

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

/// All periodic tasks of this service.
pub fn all(settings: outbox::Settings) -> Vec<PeriodicTask> {
    vec![
        PeriodicTask::new("idle-sessions", EVERY, |db| async move {
            sessions::remove_idle(&db).await
        }),
        PeriodicTask::new("old-sessions", EVERY, |db| async move {
            sessions::remove_old(&db).await
        }),
        PeriodicTask::new("codes", EVERY, |db| async move {
            password_codes::remove_expired(&db).await
        }),
        PeriodicTask::new("counters", EVERY, |db| async move {
            counters::remove_ended(&db).await
        }),
        PeriodicTask::new("devices", EVERY, |db| async move {
            known_devices::remove_unused(&db).await
        }),
        PeriodicTask::new("account-codes", EVERY, |db| async move {
            account_codes::remove_expired(&db).await
        }),
        PeriodicTask::new("email-changes", EVERY, |db| async move {
            email_changes::remove_expired(&db).await
        }),
        PeriodicTask::new("data-requests", EVERY, |db| async move {
            data_requests::remove_old(&db).await
        }),
        PeriodicTask::new("staff-sessions", EVERY, |db| async move {
            staff_sessions::remove_idle(&db).await
        }),
        PeriodicTask::new("staff-password-codes", EVERY, |db| async move {
            staff_codes::remove_expired(&db).await
        }),
        PeriodicTask::new("staff-invitations", EVERY, |db| async move {
            invitation_store::remove_expired(&db).await
        }),
        PeriodicTask::new("accepted-invitations", EVERY, |db| async move {
            invitation_store::remove_accepted(&db).await
        }),
        PeriodicTask::new("staff-log", EVERY, |db| async move {
            staff_log::remove_old(&db).await
        }),
        outbox::outbox_task(),
        outbox::publisher_task(events::PUBLISHER, settings),
        PeriodicTask::of_dead_jobs(),
    ]
}
