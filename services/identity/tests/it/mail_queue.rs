//! Mails that a replica of the version before left in its queue, or puts there while both run.

use testkit::eventually;

use crate::{EMAIL, Identity, code_in};

const ID: &str = "0199c0de-0000-7000-8000-000000000000";

impl Identity {
    async fn left_behind(&self, columns: &str, values: &str) {
        let statement = format!(
            "INSERT INTO mail_queue (kind, email, id, {columns}) VALUES ('one_time_code', '{EMAIL}', {values})"
        );
        self.sql(&statement).await;
    }

    async fn until_mails(&self, count: usize) -> Vec<mail::Mail> {
        eventually("the mails arrive", async || {
            let mails = self.mails_to(EMAIL);
            (mails.len() == count).then_some(mails)
        })
        .await
    }

    async fn until_both_are_empty(&self) {
        let left = "SELECT ((SELECT count(*) FROM mail_queue) + (SELECT count(*) FROM jobs))::text";
        eventually("nothing is left", async || {
            (self.text(left).await == "0").then_some(())
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_left_is_sent_once_with_the_code_that_its_id_has() {
    let identity = Identity::with_account().await;
    identity
        .left_behind(
            "attempts, retry_at",
            &format!("'{ID}', 1, now() - interval '1 s'"),
        )
        .await;
    let first = identity.until_mails(1).await.remove(0);
    identity.until_both_are_empty().await;
    assert_eq!(first.about, ID);
    identity
        .verify(EMAIL, &code_in(&first))
        .await
        .expect("the code is right");

    // The same mail again, of which the version before does not know whether the mail server took it.
    identity
        .left_behind("has_code, unknown_outcomes", &format!("'{ID}', true, 1"))
        .await;
    let mails = identity.until_mails(2).await;
    identity.until_both_are_empty().await;
    assert_eq!(code_in(&mails[1]), code_in(&first));
    identity
        .verify(EMAIL, &code_in(&first))
        .await
        .expect("it is still the code");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_another_version_has_in_hand_is_left_to_it_until_its_claim_lapses() {
    let identity = Identity::with_account().await;
    identity
        .left_behind(
            "holder, retry_at",
            &format!("'{ID}', gen_random_uuid(), now() + interval '30 s'"),
        )
        .await;
    identity.left_behind("attempts", "gen_random_uuid(), 0").await;
    assert_ne!(identity.until_mails(1).await[0].about, ID);
    let in_hand = "SELECT string_agg(id::text, ' ') FROM mail_queue";
    assert_eq!(identity.text(in_hand).await, ID);
    identity.sql("UPDATE mail_queue SET retry_at = now()").await;
    assert_eq!(identity.until_mails(2).await[1].about, ID);
    identity.until_both_are_empty().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_that_was_put_off_before_the_clock_was_set_back_is_due() {
    let identity = Identity::with_account().await;
    identity
        .sql(
            "INSERT INTO mail_queue (id, kind, email, retry_at)
             VALUES (gen_random_uuid(), 'one_time_code', 'asha@gmail.com', now() + interval '1 hour')",
        )
        .await;
    identity.until_mails(1).await;
}
