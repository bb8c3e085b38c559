//! Tests of concurrent and repeated acceptances: a response may be lost, and the recovery codes cannot be
//! shown later.

use futures_util::future::join_all;
use proto::identity::v1::StaffRole;
use tonic::Code;

use crate::staff::{Office, PACKER, PASSWORD, acceptance, code, early_in_a_step, refused, wrong_code};

const USED: Option<&str> = Some("NO_INVITATION");

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_acceptance_gets_the_same_recovery_codes() {
    let (office, _) = Office::with_owner().await;
    let token = office.token_by_mail(PACKER, StaffRole::Packer).await;
    early_in_a_step().await;
    let packer = office.join(&token, PACKER).await;
    let same = || acceptance(&token, PACKER, &code(&packer.phone, 0));
    let again = office.accept(same()).await.expect("it is the same browser");
    assert_eq!(again.recovery_codes, packer.recovery_codes);
    let me = office.authorize(&again.session_token).await;
    let me = me.expect("they are signed in").staff.expect("it tells who");
    assert_eq!(me.staff_id, packer.id);
    let recovery = &again.recovery_codes[0];
    let signed_in = office.sign_in(PACKER, PASSWORD, recovery).await;
    assert_eq!(signed_in.expect("the code is theirs").recovery_codes_left, 9);

    let mut other = same();
    other.password = "monsoon-over-surat".to_owned();
    refused(office.accept(other).await, Code::NotFound, USED);
    let mut other = same();
    other.email = "other@example.com".to_owned();
    refused(office.accept(other).await, Code::NotFound, USED);
    let mut other = same();
    other.code = wrong_code(&packer.phone);
    refused(office.accept(other).await, Code::InvalidArgument, None);
    refused(office.invitation(&token).await, Code::NotFound, USED);

    office
        .identity
        .sql("UPDATE accepted_staff_invitations SET accepted_at = now() - interval '10 min'")
        .await;
    refused(office.accept(same()).await, Code::NotFound, USED);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deactivated_member_gets_no_repeated_answer() {
    let (office, _) = Office::with_owner().await;
    let token = office.token_by_mail(PACKER, StaffRole::Packer).await;
    early_in_a_step().await;
    let packer = office.join(&token, PACKER).await;
    office
        .change(&packer, StaffRole::Packer, false)
        .await
        .expect("an owner is left");
    let again = office
        .accept(acceptance(&token, PACKER, &code(&packer.phone, 0)))
        .await;
    refused(again, Code::NotFound, USED);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_of_many_concurrent_acceptances_becomes_staff() {
    let (office, _) = Office::with_owner().await;
    let token = office.token_by_mail(PACKER, StaffRole::Packer).await;
    let phone = office.phone(&token).await;
    early_in_a_step().await;
    let code = code(&phone, 0);
    let office = &office;
    let tries = (0..4).map(|nth| {
        let mut request = acceptance(&token, PACKER, &code);
        request.password = format!("{PASSWORD}-{nth}");
        // The service may be too busy to hash a password.
        testkit::decided(async move || office.accept(request.clone()).await)
    });
    let (accepted, refusals): (Vec<_>, Vec<_>) = join_all(tries).await.into_iter().partition(Result::is_ok);
    assert_eq!(accepted.len(), 1);
    for refusal in refusals {
        refused(refusal, Code::NotFound, USED);
    }
    let staff = office.identity.text("SELECT count(*)::text FROM staff").await;
    assert_eq!(staff, "2", "the owner and one packer");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_that_asks_several_times_at_once_gets_one_answer() {
    let (office, _) = Office::with_owner().await;
    let token = office.token_by_mail(PACKER, StaffRole::Packer).await;
    let phone = office.phone(&token).await;
    early_in_a_step().await;
    let code = code(&phone, 0);
    let tries = (0..3).map(|_| office.accept(acceptance(&token, PACKER, &code)));
    let mut codes = Vec::new();
    for accepted in join_all(tries).await {
        codes.push(accepted.expect("it is the same each time").recovery_codes);
    }
    codes.dedup();
    assert_eq!(codes.len(), 1, "{codes:?}");
    let staff = office.identity.text("SELECT count(*)::text FROM staff").await;
    assert_eq!(staff, "2", "the owner and one packer");
}
