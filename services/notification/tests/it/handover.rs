use uuid::Uuid;

use crate::{ORDER_MAILS, mailroom::Mailroom, order_placed};

impl Mailroom {
    /// Sets up the database of the previous release, which had one mail with a consumer called
    /// "notification".
    async fn as_before(&self, confirmed: &[Uuid]) {
        let settings = self.database.settings();
        let old = database::connect(&settings, &[&outbox::MIGRATIONS]).await;
        old.expect("it migrates").close().await;
        for id in confirmed {
            sqlx::query(
                "INSERT INTO inbox (consumer, event_id) VALUES ('notification', $1) ON CONFLICT DO NOTHING",
            )
            .bind(id)
            .execute(self.database.pool())
            .await
            .expect("it is noted");
        }
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
