use proto::identity::v1::{
    ChangeStaffRequest, ListStaffLogRequest, ListStaffRequest, ReauthenticateRequest, SignOutRequest,
    StaffRole,
};
use runtime::status;
use testkit::{FaultProxy, eventually};
use tonic::Code;

use crate::{
    Identity,
    staff::{OWNER, Office, PACKER, PASSWORD, acceptance, transition_call},
};

#[tokio::test(flavor = "multi_thread")]
async fn everything_is_refused_in_words_while_the_database_is_away() {
    let database = testkit::database(&[]).await;
    let (postgres, url) = FaultProxy::in_front_of(database.url()).await;
    let (mail, sent) = mail::Settings::memory();
    let identity = Identity::open_with(database, database::Settings::new(url), mail, sent).await;
    let office = Office::of(identity);
    let token = office.invite_first_owner().await.expect("there is no owner");
    let owner = office.join(&token, OWNER).await;
    let session = owner.session.clone();
    postgres.cut();
    let mut client = office.client.clone();
    let change = ChangeStaffRequest {
        staff_id: owner.id.clone(),
        role: StaffRole::Owner.into(),
        is_active: true,
    };
    let reauthentication = ReauthenticateRequest {
        session_token: session.clone(),
        password: PASSWORD.to_owned(),
        code: "123456".to_owned(),
        client_address: String::new(),
    };
    let sign_out = SignOutRequest {
        session_token: session.clone(),
    };
    let refusals = [
        office.invite_first_owner().await.map(drop),
        office.invite(PACKER, StaffRole::Packer).await.map(drop),
        office.invitation(&token).await.map(drop),
        office
            .accept(acceptance(&token, PACKER, "123456"))
            .await
            .map(drop),
        office.sign_in(OWNER, PASSWORD, "123456").await.map(drop),
        client.sign_out(sign_out).await.map(drop),
        client.reauthenticate(reauthentication).await.map(drop),
        office.authorize(&session).await.map(drop),
        office
            .authorize_for(transition_call(&session, "1007"))
            .await
            .map(drop),
        client.list_staff(ListStaffRequest {}).await.map(drop),
        client.change_staff(change).await.map(drop),
        client
            .list_staff_log(ListStaffLogRequest::default())
            .await
            .map(drop),
    ];
    for refused in refusals {
        let refused = refused.expect_err("the database is away");
        assert_eq!(refused.code(), Code::Unavailable, "{refused:?}");
        assert!(status::details(&refused).retry_after.is_some());
    }
    postgres.restore();
    eventually("it answers again", async || office.authorize(&session).await.ok()).await;
}
