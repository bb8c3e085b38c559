//! Tests of new invitations for staff who forgot the password or lost the phone. They keep their id.

use std::process::{Command, Output};

use proto::identity::v1::StaffRole;
use tonic::Code;

use crate::staff::{OWNER, Office, PACKER, PASSWORD, acceptance, code, refused, transition_call};

const TAKEN: Option<&str> = Some("EMAIL_TAKEN");
const WRONG: Option<&str> = Some("WRONG_CREDENTIALS");

#[tokio::test(flavor = "multi_thread")]
async fn staff_who_forgot_the_password_are_invited_again_and_keep_the_id() {
    let (office, _) = Office::with_owner().await;
    let before = office.member(PACKER, StaffRole::Packer).await;
    office
        .authorize_for(transition_call(&before.session, "1007"))
        .await
        .expect("they are signed in");
    let active = refused(
        office.invite(PACKER, StaffRole::Support).await,
        Code::AlreadyExists,
        TAKEN,
    );
    assert!(active.message().contains("Block their account first"), "{active}");
    office
        .change(&before, StaffRole::Packer, false)
        .await
        .expect("an owner is left");

    let token = office.token_by_mail(PACKER, StaffRole::Support).await;
    let phone = office.phone(&token).await;
    assert_ne!(
        phone.secret(),
        before.phone.secret(),
        "a lost phone shows no code"
    );
    let mut request = acceptance(&token, PACKER, &code(&phone, 0));
    request.name = "Ravi".to_owned();
    request.password = "winter-harvest-43".to_owned();
    let accepted = office.accept(request).await.expect("they may come back");
    let me = office.authorize(&accepted.session_token).await;
    let me = me.expect("they are signed in").staff.expect("it tells who");
    assert_eq!(
        (me.staff_id.as_str(), me.name.as_str(), me.role(), me.is_active),
        (before.id.as_str(), "Ravi", StaffRole::Support, true)
    );
    assert_eq!(accepted.recovery_codes.len(), 10);

    let ended = office.authorize(&before.session).await;
    refused(ended, Code::Unauthenticated, Some("NOT_SIGNED_IN"));
    let old_password = office
        .sign_in(PACKER, PASSWORD, &accepted.recovery_codes[0])
        .await;
    refused(old_password, Code::Unauthenticated, WRONG);
    let new = "winter-harvest-43";
    let old_phone = office.fresh_code(&before).await;
    refused(
        office.sign_in(PACKER, new, &old_phone).await,
        Code::Unauthenticated,
        WRONG,
    );
    let old_code = &before.recovery_codes[0];
    refused(
        office.sign_in(PACKER, new, old_code).await,
        Code::Unauthenticated,
        WRONG,
    );
    let signed_in = office.sign_in(PACKER, new, &accepted.recovery_codes[0]).await;
    assert_eq!(signed_in.expect("it is theirs").recovery_codes_left, 9);
    let logged = office
        .log()
        .await
        .into_iter()
        .find(|entry| entry.method == "TransitionOrder");
    assert_eq!(logged.expect("it stays").staff_name, "Ravi");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_member_who_was_reactivated_needs_no_invitation() {
    let (office, _) = Office::with_owner().await;
    let packer = office.member(PACKER, StaffRole::Packer).await;
    office
        .change(&packer, StaffRole::Packer, false)
        .await
        .expect("an owner is left");
    let token = office.token_by_mail(PACKER, StaffRole::Owner).await;
    let given_back = office.change(&packer, StaffRole::Packer, true).await;
    given_back.expect("they may have it back");
    let phone = office.phone(&token).await;
    let accepted = office.accept(acceptance(&token, PACKER, &code(&phone, 0))).await;
    refused(accepted, Code::AlreadyExists, TAKEN);
    let code = office.fresh_code(&packer).await;
    let signed_in = office.sign_in(PACKER, PASSWORD, &code).await;
    signed_in.expect("nothing of theirs has changed");
}

fn invite_owner(office: &Office, lost: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_identity"))
        .env_clear()
        .env("DATABASE_URL", office.identity.database.url())
        .env("CODE_KEY", "k".repeat(32))
        .env("NATS_URL", "nats://identity:password@127.0.0.1:9")
        .env("MAIL_DIR", std::env::temp_dir())
        .env("OFFICE_URL", "https://office.example/")
        .args(["invite-owner", "--lost", lost])
        .output()
        .expect("the program runs")
}

/// The last owner can be invited only by an operator.
#[tokio::test(flavor = "multi_thread")]
async fn an_operator_invites_the_last_owner_anew() {
    let (office, owner) = Office::with_owner().await;
    let packer = office.member(PACKER, StaffRole::Packer).await;
    for other in ["unknown@example.com", PACKER, ""] {
        let refused = invite_owner(&office, other);
        assert!(
            !refused.status.success() && refused.stdout.is_empty(),
            "{other}: {refused:?}"
        );
    }
    let mut tokens = Vec::new();
    for _ in 0..2 {
        let printed = invite_owner(&office, " Owner@Gmail.com");
        assert!(printed.status.success(), "{printed:?}");
        let text = String::from_utf8(printed.stdout).expect("it prints text");
        let link = text.lines().next().expect("the link is the first line");
        let token = link.strip_prefix("https://office.example/invitation#");
        tokens.push(token.expect("it leads to the office").to_owned());
    }
    let ended = office.authorize(&owner.session).await;
    refused(ended, Code::Unauthenticated, Some("NOT_SIGNED_IN"));
    office
        .authorize(&packer.session)
        .await
        .expect("others stay signed in");
    let first = office.invitation(&tokens[0]).await;
    refused(first, Code::NotFound, Some("NO_INVITATION"));
    let again = office.join(&tokens[1], OWNER).await;
    assert_eq!(again.id, owner.id);
    let me = office
        .authorize(&again.session)
        .await
        .expect("they are signed in");
    assert_eq!(me.staff.expect("it tells who").role(), StaffRole::Owner);
}
