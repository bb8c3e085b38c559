//! Tests of listing and ending the sessions of an account.

use proto::identity::v1::{EndOtherSessionsRequest, ListSessionsRequest, Session};
use testkit::eventually;
use tonic::{Code, Status};

use crate::{EMAIL, HOME, Identity, PASSWORD};

impl Identity {
    async fn session(&self) -> String {
        let token = self.log_in(EMAIL, PASSWORD).await;
        token.expect("the password is right")
    }

    async fn sessions(&self, token: &str) -> Vec<Session> {
        let request = ListSessionsRequest {
            account_id: self.authenticate(token).await.expect("the session lives"),
            session_token: token.to_owned(),
        };
        let answer = self.client.clone().list_sessions(request).await;
        answer.expect("it is answered").into_inner().sessions
    }

    async fn end_others(&self, token: &str, password: &str) -> Result<i64, Status> {
        self.end_others_on("", token, password).await
    }

    async fn end_others_on(&self, device: &str, token: &str, password: &str) -> Result<i64, Status> {
        let request = EndOtherSessionsRequest {
            account_id: self.authenticate(token).await?,
            password: password.to_owned(),
            session_token: token.to_owned(),
            client_address: HOME.to_owned(),
            device_token: device.to_owned(),
        };
        let answer = self.client.clone().end_other_sessions(request).await?;
        Ok(answer.into_inner().ended)
    }
}

fn which_is_current(sessions: &[Session]) -> Vec<bool> {
    sessions.iter().map(|session| session.is_current).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shopper_sees_their_sessions_and_ends_the_others() {
    let identity = Identity::with_account().await;
    identity
        .register("usha@gmail.com", PASSWORD)
        .await
        .expect("the account is made");
    let usha = identity.log_in("usha@gmail.com", PASSWORD).await;
    let usha = usha.expect("the password is right");
    let laptop = identity.session().await;
    let others = [identity.session().await, identity.session().await];

    let sessions = identity.sessions(&laptop).await;
    assert_eq!(
        which_is_current(&sessions),
        [false, false, true],
        "the newest comes first"
    );
    let refused = identity.end_others(&laptop, "monsoon-43").await;
    assert_eq!(
        refused.expect_err("it is another password").code(),
        Code::InvalidArgument
    );
    assert_eq!(identity.sessions(&laptop).await.len(), 3);

    let ended = identity.end_others(&laptop, PASSWORD).await;
    assert_eq!(ended.expect("the password is right"), 2);
    for other in others {
        let refused = identity.authenticate(&other).await;
        assert_eq!(refused.expect_err("it has ended").code(), Code::Unauthenticated);
    }
    assert_eq!(which_is_current(&identity.sessions(&laptop).await), [true]);
    identity
        .authenticate(&usha)
        .await
        .expect("other accounts have nothing to do with it");
    let notice = eventually("the owner is told", async || {
        identity.mails_to(EMAIL).first().cloned()
    })
    .await;
    assert_eq!(notice.subject, "Your other devices were logged out");

    let ended = identity.end_others(&laptop, PASSWORD).await;
    assert_eq!(ended.expect("the password is right"), 0);
    // Mails are sent in queue order, so once this one arrives another notice never will.
    identity.code(EMAIL).await;
    assert_eq!(
        identity.mails_to(EMAIL).len(),
        2,
        "nothing ended, so nothing is told"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_is_over_is_not_told() {
    let identity = Identity::with_account().await;
    let laptop = identity.session().await;
    identity.session().await;
    identity.session().await;
    let of_nth = "WHERE token_hash = (SELECT token_hash FROM sessions ORDER BY created_at LIMIT 1 OFFSET";
    identity
        .sql(&format!(
            "UPDATE sessions SET last_used_at = now() - interval '25 hours' {of_nth} 1)"
        ))
        .await;
    identity
        .sql(&format!(
            "UPDATE sessions SET last_used_at = now() - interval '1 hour' {of_nth} 2)"
        ))
        .await;
    let sessions = identity.sessions(&laptop).await;
    assert_eq!(which_is_current(&sessions), [false, true]);
    assert!(
        sessions[0].last_used_at < sessions[0].started_at,
        "the last use is told: {sessions:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_on_a_known_device_ends_a_thiefs_session_while_strangers_guess() {
    let identity = Identity::with_account().await;
    let thief = identity.session().await;
    let owner = identity.log_in_with("", HOME, EMAIL, PASSWORD).await;
    let owner = owner.expect("the password is right");
    let stranger = identity
        .log_in_from("198.51.100.9", EMAIL, "monsoon-43", "")
        .await;
    stranger.expect_err("the password is wrong");
    identity.sql("UPDATE counters SET count = 1000").await;
    let unknown = identity.end_others(&owner.session_token, PASSWORD).await;
    assert_eq!(
        unknown.expect_err("strangers use up the tries").code(),
        Code::ResourceExhausted
    );
    let ended = identity.end_others_on(&owner.device_token, &owner.session_token, PASSWORD);
    assert_eq!(ended.await.expect("the device is known"), 1);
    let over = identity.authenticate(&thief).await;
    assert_eq!(over.expect_err("it has ended").code(), Code::Unauthenticated);
}
