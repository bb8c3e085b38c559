use outbox::{Delivery, Failure, Handler, StreamConfig, Subscription};
use prost::Message as _;
use proto::event::v1::{AccountDeleted, DataRequested};
use sqlx::PgPool;
use uuid::Uuid;

use crate::{
    data_source::{PersonalDataSource, STREAM},
    identity::Identity,
};

pub(crate) const fn subscription(
    [name, dead_letters]: [&'static str; 2],
    subject: &'static str,
) -> Subscription {
    Subscription {
        name,
        stream: STREAM.name,
        subject,
        at_once: 2,
        retry_after: outbox::RETRY_AFTER,
        // Collecting or erasing data twice has the same effect as once.
        repeat_after: outbox::REPEATABLE,
        longest_attempt: outbox::LONGEST_QUESTIONS,
        // Enough attempts for an identity service that is down for days.
        max_attempts: 100_000,
        dead_letters: StreamConfig {
            name: "DEAD_LETTERS",
            subjects: &["shop.dead_letter.>"],
        },
        dead_letter_subject: dead_letters,
    }
}

/// Handles one of the two events about accounts.
pub(crate) struct AccountEvents<H> {
    pub(crate) source: H,
    pub(crate) db: PgPool,
    pub(crate) identity: Identity,
    pub(crate) is_deletion: bool,
}

impl<H: PersonalDataSource> Handler for AccountEvents<H> {
    async fn handle(&self, delivery: &Delivery) -> Result<(), Failure> {
        if self.is_deletion {
            let event = AccountDeleted::decode(delivery.payload.as_ref());
            let event =
                event.map_err(|error| Failure::Poison(format!("this is no AccountDeleted: {error}")))?;
            self.erase(id(&event.account_id)?).await
        } else {
            let event = DataRequested::decode(delivery.payload.as_ref());
            let event =
                event.map_err(|error| Failure::Poison(format!("this is no DataRequested: {error}")))?;
            self.collect(id(&event.request_id)?, id(&event.account_id)?).await
        }
    }
}

impl<H: PersonalDataSource> AccountEvents<H> {
    async fn collect(&self, request_id: Uuid, account_id: Uuid) -> Result<(), Failure> {
        // A shopper who has deleted the account meanwhile no longer gets the data.
        let Some(person) = self.identity.account(account_id).await? else {
            return Ok(());
        };
        let part = self.source.collect(&self.db, &person).await?;
        self.identity.put_part(request_id, H::SERVICE, &part).await
    }

    async fn erase(&self, account_id: Uuid) -> Result<(), Failure> {
        let Some(person) = self.identity.erasure(account_id).await? else {
            return Ok(());
        };
        if self.source.erase(&self.db, &person).await? {
            self.identity.report_erased(account_id, H::SERVICE).await?;
            tracing::info!(%account_id, "data of a shopper erased");
        }
        Ok(())
    }
}

fn id(text: &str) -> Result<Uuid, Failure> {
    Uuid::parse_str(text).map_err(|_| Failure::Poison("its id is none".to_owned()))
}
