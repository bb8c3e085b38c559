use proto::identity::v1::ReauthenticateRequest;
use tonic::{Code, Status};

use crate::{
    HOME,
    staff::{Member, OWNER, Office, PASSWORD, refused, wrong_code, wrong_fields},
};

impl Office {
    async fn reauthenticate(&self, member: &Member, password: &str, code: &str) -> Result<(), Status> {
        let request = ReauthenticateRequest {
            session_token: member.session.clone(),
            password: password.to_owned(),
            code: code.to_owned(),
            client_address: HOME.to_owned(),
        };
        self.client.clone().reauthenticate(request).await.map(drop)
    }

    async fn is_reauthenticated(&self, member: &Member) -> bool {
        let me = self.authorize(&member.session).await;
        me.expect("they are signed in").is_reauthenticated
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reauthentication_counts_for_five_minutes() {
    let (office, owner) = Office::with_owner().await;
    assert!(
        office.is_reauthenticated(&owner).await,
        "they have just signed in"
    );
    office.age_sessions("reauthenticated_at", "5 min").await;
    assert!(!office.is_reauthenticated(&owner).await);
    let code = office.fresh_code(&owner).await;
    office
        .reauthenticate(&owner, PASSWORD, &code)
        .await
        .expect("both are right");
    assert!(office.is_reauthenticated(&owner).await);
    office.age_sessions("reauthenticated_at", "5 min").await;
    let again = refused(
        office.reauthenticate(&owner, PASSWORD, &code).await,
        Code::InvalidArgument,
        None,
    );
    assert_eq!(
        wrong_fields(&again),
        [("password".to_owned(), "WRONG".to_owned())],
        "the code was used"
    );
    assert!(!office.is_reauthenticated(&owner).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn password_and_code_have_to_be_right_and_which_is_wrong_stays_untold() {
    let (office, owner) = Office::with_owner().await;
    office.age_sessions("reauthenticated_at", "5 min").await;
    let right = office.fresh_code(&owner).await;
    let wrong = wrong_code(&owner.phone);
    let tries = [
        ("karela-jamun-43", right.as_str()),
        (PASSWORD, &wrong),
        // A recovery code replaces the app's code only at a sign-in.
        (PASSWORD, &owner.recovery_codes[0]),
    ];
    for (password, code) in tries {
        let status = office.reauthenticate(&owner, password, code).await;
        let status = refused(status, Code::InvalidArgument, None);
        assert_eq!(status.message(), "Password or code is incorrect.");
    }
    let nothing = refused(
        office.reauthenticate(&owner, "", "").await,
        Code::InvalidArgument,
        None,
    );
    let fields: Vec<_> = wrong_fields(&nothing)
        .into_iter()
        .map(|(field, _)| field)
        .collect();
    assert_eq!(fields, ["password", "code"]);
    assert!(!office.is_reauthenticated(&owner).await);
    let left = "SELECT count(*)::text FROM staff_recovery_codes WHERE used_at IS NULL";
    assert_eq!(office.identity.text(left).await, "10");
}

#[tokio::test(flavor = "multi_thread")]
async fn guesses_at_an_open_browser_are_counted_and_a_session_that_ended_is_none() {
    let (office, owner) = Office::with_owner().await;
    for _ in 0..5 {
        let answer = office.reauthenticate(&owner, "karela-jamun-43", "123456").await;
        refused(answer, Code::InvalidArgument, None);
    }
    let right = office.fresh_code(&owner).await;
    let answer = office.reauthenticate(&owner, PASSWORD, &right).await;
    refused(answer, Code::ResourceExhausted, Some("TOO_OFTEN"));
    office.identity.wait_for_limits().await;
    office.age_sessions("last_used_at", "30 min").await;
    let answer = office.reauthenticate(&owner, PASSWORD, &right).await;
    refused(answer, Code::Unauthenticated, Some("NOT_SIGNED_IN"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_in_with_a_recovery_code_shows_nothing_again() {
    let (office, owner) = Office::with_owner().await;
    let signed_in = office.sign_in(OWNER, PASSWORD, &owner.recovery_codes[0]).await;
    let session = signed_in.expect("it was not used yet").session_token;
    let recovered = Member { session, ..owner };
    assert!(!office.is_reauthenticated(&recovered).await);
    let code = office.fresh_code(&recovered).await;
    office
        .reauthenticate(&recovered, PASSWORD, &code)
        .await
        .expect("both are right");
    assert!(office.is_reauthenticated(&recovered).await);
}
