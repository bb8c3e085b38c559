use testkit::eventually;
use uuid::Uuid;

use crate::{ORDER_MAILS, mailroom::Mailroom, order_placed};

impl Mailroom {
    /// The database as the release before had it, when there was one mail and its consumer was called "notification".
    async fn as_before(&self, confirmed: &[Uuid]) {
        let settings = self.database.settings();
        let old = database::connect(&settings, &[&outbox::MIGRATIONS]).await;
        old.expect("it migrates").close().await;
        for id in confirmed {
            self.confirm_as_before(*id).await;
        }
    }

    async fn confirm_as_before(&self, id: Uuid) {
        sqlx::query(
            "INSERT INTO inbox (consumer, event_id) VALUES ('notification', $1) ON CONFLICT DO NOTHING",
        )
        .bind(id)
        .execute(self.database.pool())
        .await
        .expect("it is noted");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_that_the_last_release_confirmed_are_not_mailed_again() {
    let room = Mailroom::build().await;
    let old = room.whole_order().await;
    room.as_before(&[old]).await;
    let _service = room.open().await;
    let new = room.order(&order_placed()).await;
    room.until_mailed(new, &ORDER_MAILS).await;
    room.until_settled().await;
    assert_eq!(room.names_about(old), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_that_the_last_release_confirms_beside_this_one_is_confirmed_once() {
    let room = Mailroom::build().await;
    let service = room.open().await;
    eventually("the migration is through", async || {
        let there = "SELECT count(*) FROM pg_class WHERE relname = 'inbox'";
        (room.count(there).await == 1).then_some(())
    })
    .await;
    service.stop().await;
    let id = room.whole_order().await;
    room.confirm_as_before(id).await;
    let _service = room.open().await;
    // The shop is told by this release alone.
    room.until_mailed(id, &["order-notice"]).await;
    room.until_settled().await;
    assert_eq!(room.names_about(id), ["order-notice"]);
}
