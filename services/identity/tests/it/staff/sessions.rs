use proto::identity::v1::{AuthorizeStaffRequest, SignOutRequest, StaffRole};
use tonic::Code;

use crate::staff::{Office, PACKER, refused, transition_call};

const NOT_SIGNED_IN: Option<&str> = Some("NOT_SIGNED_IN");

impl Office {
    async fn sign_out(&self, session: &str) {
        let request = SignOutRequest {
            session_token: session.to_owned(),
        };
        let answer = self.client.clone().sign_out(request).await;
        answer.expect("a session ends, or is as good as ended");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_ends_after_half_an_hour_without_a_call() {
    let (office, owner) = Office::with_owner().await;
    office.age_sessions("last_used_at", "29 min").await;
    office.authorize(&owner.session).await.expect("it still lives");
    office.age_sessions("last_used_at", "29 min").await;
    office.authorize(&owner.session).await.expect("the use was noted");
    office.age_sessions("last_used_at", "30 min").await;
    refused(
        office.authorize(&owner.session).await,
        Code::Unauthenticated,
        NOT_SIGNED_IN,
    );
    let token = office.authorize_for(transition_call(&owner.session, "7")).await;
    refused(token, Code::Unauthenticated, NOT_SIGNED_IN);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_asks_by_itself_keeps_no_session_alive() {
    let (office, owner) = Office::with_owner().await;
    let unattended = async || {
        let request = AuthorizeStaffRequest {
            is_unattended: true,
            ..transition_call(&owner.session, "7")
        };
        office.authorize_for(request).await
    };
    office.age_sessions("last_used_at", "29 min").await;
    unattended().await.expect("it still lives");
    office.age_sessions("last_used_at", "1 min").await;
    refused(unattended().await, Code::Unauthenticated, NOT_SIGNED_IN);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_ends_after_twelve_hours_however_much_it_is_used() {
    let (office, owner) = Office::with_owner().await;
    office.age_sessions("created_at", "11 h 59 min").await;
    office.authorize(&owner.session).await.expect("it still lives");
    office.age_sessions("created_at", "1 min").await;
    refused(
        office.authorize(&owner.session).await,
        Code::Unauthenticated,
        NOT_SIGNED_IN,
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_use_is_noted_once_a_minute() {
    let (office, owner) = Office::with_owner().await;
    let noted = async || {
        office
            .identity
            .text("SELECT last_used_at::text FROM staff_sessions")
            .await
    };
    let began = noted().await;
    office.authorize(&owner.session).await.expect("it lives");
    assert_eq!(noted().await, began);
    office.age_sessions("last_used_at", "61 s").await;
    office.authorize(&owner.session).await.expect("it lives");
    assert!(noted().await > began);
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_out_ends_the_session_of_that_browser() {
    let (office, owner) = Office::with_owner().await;
    let packer = office.member(PACKER, StaffRole::Packer).await;
    for session in [&packer.session, &packer.session, "", "nonsense"] {
        office.sign_out(session).await;
    }
    refused(
        office.authorize(&packer.session).await,
        Code::Unauthenticated,
        NOT_SIGNED_IN,
    );
    office.authorize(&owner.session).await.expect("others stay");
    let sign_outs = office.methods_in_the_log().await;
    assert_eq!(sign_outs.iter().filter(|method| *method == "SignOut").count(), 1);
}
