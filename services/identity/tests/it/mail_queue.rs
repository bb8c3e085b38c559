//! Tests of mails left in the queue of a release from before jobs.

use sqlx::migrate::Migrator;
use testkit::eventually;

use crate::{EMAIL, Identity, code_in};

/// The last migration of the release that used the queue.
const BEFORE: i64 = 31;
const ID: &str = "0199c0de-0000-7000-8000-000000000000";

#[tokio::test(flavor = "multi_thread")]
async fn mails_of_the_earlier_version_are_sent_once_with_their_code() {
    let earlier = identity::MIGRATIONS.iter().filter(|one| one.version <= BEFORE);
    let earlier = Migrator::with_migrations(earlier.cloned().collect());
    let database = testkit::database(&[&earlier, &jobs::MIGRATIONS, &outbox::MIGRATIONS]).await;
    let left_behind = "INSERT INTO accounts (id, email, password_hash, mobile_number)
          VALUES (gen_random_uuid(), 'asha@gmail.com', 'x', '9876543210');
        INSERT INTO mail_queue (kind, email, id, attempts, retry_at)
          VALUES ('one_time_code', 'asha@gmail.com', '0199c0de-0000-7000-8000-000000000000', 1, now() + interval '1 hour')";
    sqlx::raw_sql(left_behind)
        .execute(database.pool())
        .await
        .expect("the version before could write");
    let address = database.settings();
    let (mail, sent) = mail::Settings::memory();
    let identity = Identity::open_with(database, address, mail, sent).await;
    eventually("nothing is left", async || {
        let left = "SELECT count(*)::text FROM jobs";
        (identity.text(left).await == "0").then_some(())
    })
    .await;
    let mails = identity.mails_to(EMAIL);
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].about, ID);
    identity
        .verify(EMAIL, &code_in(&mails[0]))
        .await
        .expect("the code is right");
}
