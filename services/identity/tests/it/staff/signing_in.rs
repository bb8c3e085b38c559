use futures_util::future::join_all;
use proto::identity::v1::{ChangeStaffRequest, StaffRole};
use tonic::Code;

use crate::staff::{
    OWNER, Office, PACKER, PASSWORD, code, early_in_a_step, refused, wrong_code, wrong_fields,
};

const WRONG: Option<&str> = Some("WRONG_CREDENTIALS");

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_signs_in_with_password_and_code() {
    let (office, owner) = Office::with_owner().await;
    let typed = office.fresh_code(&owner).await;
    let typed = format!(" {} {}", &typed[..3], &typed[3..]);
    let signed_in = office.sign_in(" Owner@Gmail.com", PASSWORD, &typed).await;
    let signed_in = signed_in.expect("password and code are right");
    assert_eq!(signed_in.recovery_codes_left, 10);
    let me = office
        .authorize(&signed_in.session_token)
        .await
        .expect("they are signed in");
    let me = me.staff.expect("it tells who");
    assert_eq!((me.staff_id, me.email.as_str()), (owner.id, OWNER));
    assert!(me.signed_in_at.ends_with('Z'), "{}", me.signed_in_at);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_wrong_sign_in_is_refused_in_the_same_words() {
    let (office, owner) = Office::with_owner().await;
    let right = office.fresh_code(&owner).await;
    let wrong = wrong_code(&owner.phone);
    let tries = [
        ("unknown@gmail.com", PASSWORD, right.as_str()),
        (OWNER, "karela-jamun-43", &right),
        (OWNER, PASSWORD, &wrong),
        (OWNER, PASSWORD, "01ABC-DEFGH"),
        (OWNER, PASSWORD, "no code"),
    ];
    let mut words = Vec::new();
    for (email, password, code) in tries {
        let status = refused(
            office.sign_in(email, password, code).await,
            Code::Unauthenticated,
            WRONG,
        );
        words.push(status.message().to_owned());
    }
    words.dedup();
    assert_eq!(words, ["Email, password or code is incorrect."]);
    let nothing = refused(office.sign_in("", "", " ").await, Code::InvalidArgument, None);
    let fields: Vec<_> = wrong_fields(&nothing)
        .into_iter()
        .map(|(field, _)| field)
        .collect();
    assert_eq!(fields, ["email", "password", "code"]);
    let long = "x".repeat(1_025);
    let long = refused(
        office.sign_in(OWNER, &long, &right).await,
        Code::InvalidArgument,
        None,
    );
    assert_eq!(
        wrong_fields(&long),
        [("password".to_owned(), "TOO_LONG".to_owned())]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_is_good_once() {
    let (office, owner) = Office::with_owner().await;
    let accepted_with = code(&owner.phone, 0);
    let again = office.sign_in(OWNER, PASSWORD, &accepted_with).await;
    // A time step may have ended since.
    if again.is_err() {
        refused(again, Code::Unauthenticated, WRONG);
    }
    let code = office.fresh_code(&owner).await;
    let tries = (0..4).map(|_| office.sign_in(OWNER, PASSWORD, &code));
    let (signed_in, refusals): (Vec<_>, Vec<_>) = join_all(tries).await.into_iter().partition(Result::is_ok);
    assert_eq!(signed_in.len(), 1, "at the same time");
    for refusal in refusals {
        refused(refusal, Code::Unauthenticated, WRONG);
    }
    refused(
        office.sign_in(OWNER, PASSWORD, &code).await,
        Code::Unauthenticated,
        WRONG,
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_may_be_a_step_ahead_or_behind_and_never_goes_back() {
    let (office, owner) = Office::with_owner().await;
    early_in_a_step().await;
    for (steps, is_taken) in [(-2, false), (-1, true), (0, true), (1, true), (2, false)] {
        office.fresh_code(&owner).await;
        let answer = office.sign_in(OWNER, PASSWORD, &code(&owner.phone, steps)).await;
        assert_eq!(answer.is_ok(), is_taken, "{steps}: {answer:?}");
        office.identity.wait_for_limits().await;
    }
    office.fresh_code(&owner).await;
    early_in_a_step().await;
    let ahead = code(&owner.phone, 1);
    office
        .sign_in(OWNER, PASSWORD, &ahead)
        .await
        .expect("it is one step ahead");
    let behind = office.sign_in(OWNER, PASSWORD, &code(&owner.phone, 0)).await;
    refused(behind, Code::Unauthenticated, WRONG);
}

#[tokio::test(flavor = "multi_thread")]
async fn each_recovery_code_stands_in_for_the_app_once() {
    let (office, owner) = Office::with_owner().await;
    for (nth, code) in owner.recovery_codes.iter().take(2).enumerate() {
        let typed = code.to_lowercase().replace('-', " ");
        let signed_in = office
            .sign_in(OWNER, PASSWORD, &typed)
            .await
            .expect("it was not used yet");
        assert_eq!(
            signed_in.recovery_codes_left,
            9 - i32::try_from(nth).expect("it is small")
        );
        let again = office.sign_in(OWNER, PASSWORD, code).await;
        refused(again, Code::Unauthenticated, WRONG);
    }
    let last = &owner.recovery_codes[9];
    let tries = (0..4).map(|_| office.sign_in(OWNER, PASSWORD, last));
    let signed_in = join_all(tries).await.into_iter().flatten();
    assert_eq!(signed_in.count(), 1, "at the same time");
    let packer = office.member(PACKER, StaffRole::Packer).await;
    let of_another = office
        .sign_in(&packer.email, PASSWORD, &owner.recovery_codes[5])
        .await;
    refused(of_another, Code::Unauthenticated, WRONG);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deactivated_member_cannot_sign_in() {
    let (office, _) = Office::with_owner().await;
    let packer = office.member(PACKER, StaffRole::Packer).await;
    let change = |is_active| ChangeStaffRequest {
        staff_id: packer.id.clone(),
        role: StaffRole::Packer.into(),
        is_active,
    };
    let changed = office.client.clone().change_staff(change(false)).await;
    let changed = changed.expect("an owner is left").into_inner().staff;
    assert!(!changed.expect("it tells who").is_active);
    let code = office.fresh_code(&packer).await;
    refused(
        office.sign_in(PACKER, PASSWORD, &code).await,
        Code::Unauthenticated,
        WRONG,
    );
    let recovery = office.sign_in(PACKER, PASSWORD, &packer.recovery_codes[0]).await;
    refused(recovery, Code::Unauthenticated, WRONG);
    office
        .client
        .clone()
        .change_staff(change(true))
        .await
        .expect("they come back");
    let code = office.fresh_code(&packer).await;
    let signed_in = office
        .sign_in(PACKER, PASSWORD, &code)
        .await
        .expect("they may again");
    assert_eq!(signed_in.recovery_codes_left, 10, "a refused one is not used up");
}
