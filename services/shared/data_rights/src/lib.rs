//! Handles shoppers' requests to see or erase their data. Events without personal data trigger it; the
//! identity service says whom they are about, and takes the answer. A service implements
//! [`PersonalDataSource`].

mod account_events;
mod data_source;
mod identity;

use outbox::Subscription;
use runtime::{Frame, Target};
use sqlx::PgPool;

pub use data_source::{DATA_REQUESTED, DELETED, Person, PersonalDataSource, STREAM};
pub use identity::Identity;

/// The subscriptions of a service, from its name.
#[macro_export]
macro_rules! subscriptions {
    ($service:literal) => {
        $crate::subscriptions(
            [
                concat!($service, "-data-requested"),
                concat!("shop.dead_letter.", $service, "-data-requested"),
            ],
            [
                concat!($service, "-account-deleted"),
                concat!("shop.dead_letter.", $service, "-account-deleted"),
            ],
        )
    };
}

/// The two subscriptions, from names and dead-letter subjects. See [`subscriptions!`].
pub const fn subscriptions(requested: [&'static str; 2], deleted: [&'static str; 2]) -> [Subscription; 2] {
    [
        account_events::subscription(requested, DATA_REQUESTED),
        account_events::subscription(deleted, DELETED),
    ]
}

/// Consumes both events until the frame stops.
pub fn answer<H: PersonalDataSource>(
    source: &H,
    subscriptions: [Subscription; 2],
    (db, events): (&PgPool, &outbox::Settings),
    identity_url: Target,
    frame: &Frame,
) {
    let identity = Identity::new(identity_url, frame);
    for subscription in subscriptions {
        let handler = account_events::AccountEvents {
            source: source.clone(),
            db: db.clone(),
            identity: identity.clone(),
            is_deletion: subscription.subject == DELETED,
        };
        let consumer = outbox::consume(
            db.clone(),
            subscription,
            events.clone(),
            frame.stopping(),
            handler,
        );
        frame.spawn(subscription.name, consumer);
    }
}
