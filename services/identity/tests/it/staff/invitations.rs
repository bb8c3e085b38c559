use proto::identity::v1::{AcceptInvitationRequest, InviteStaffRequest, StaffRole};
use testkit::eventually;
use tonic::Code;
use totp_rs::Totp;

use crate::staff::{
    OWNER, Office, PACKER, acceptance, code, early_in_a_step, phone, refused, token_in, wrong_code,
    wrong_fields,
};

#[tokio::test(flavor = "multi_thread")]
async fn the_first_owner_is_invited_once() {
    let office = Office::open().await;
    let lost = office.invite_first_owner().await.expect("there is no owner");
    let token = office.invite_first_owner().await.expect("there is no owner yet");
    refused(
        office.invitation(&lost).await,
        Code::NotFound,
        Some("NO_INVITATION"),
    );

    let told = office.invitation(&token).await.expect("it is the last one");
    let invitation = told.invitation.expect("it tells the invitation");
    assert_eq!(
        (invitation.email.as_str(), invitation.role()),
        ("", StaffRole::Owner)
    );
    let again = office
        .invitation(&token)
        .await
        .expect("it may be asked for again");
    assert_eq!(again.totp_secret, told.totp_secret);
    let scanned = Totp::from_url(&told.totp_uri).expect("it is an otpauth address");
    assert_eq!(scanned.issuer(), Some("Vanmool office"));
    assert_eq!(scanned.secret(), phone(&told.totp_secret).secret());

    let owner = office.join(&token, OWNER).await;
    let me = office
        .authorize(&owner.session)
        .await
        .expect("they are signed in");
    assert!(me.is_reauthenticated, "password and code were just shown");
    let me = me.staff.expect("it tells who");
    assert_eq!(
        (me.name.as_str(), me.email.as_str(), me.role(), me.is_active),
        ("Asha Patel", OWNER, StaffRole::Owner, true)
    );
    assert_eq!(owner.recovery_codes.len(), 10);
    refused(
        office.invite_first_owner().await,
        Code::FailedPrecondition,
        Some("HAS_OWNER"),
    );
    refused(
        office.invitation(&token).await,
        Code::NotFound,
        Some("NO_INVITATION"),
    );
}

/// In a cluster, no gRPC call prints the link, so an operator uses this command.
#[tokio::test]
async fn an_operators_command_prints_the_owners_link_while_there_is_none() {
    let office = Office::open().await;
    let run = || {
        std::process::Command::new(env!("CARGO_BIN_EXE_identity"))
            .env_clear()
            .env("DATABASE_URL", office.identity.database.url())
            .env("CODE_KEY", "k".repeat(32))
            .env("NATS_URL", "nats://identity:password@127.0.0.1:9")
            .env("MAIL_DIR", std::env::temp_dir())
            .env("OFFICE_URL", "https://office.example/")
            .arg("invite-owner")
            .output()
            .expect("the program runs")
    };
    let printed = run();
    assert!(printed.status.success(), "{printed:?}");
    let text = String::from_utf8(printed.stdout).expect("it prints text");
    let link = text.lines().next().expect("the link is the first line");
    let token = link.strip_prefix("https://office.example/invitation#");
    office.join(token.expect("it leads to the office"), OWNER).await;
    let refused = run();
    assert!(
        !refused.status.success() && refused.stdout.is_empty(),
        "{refused:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_are_invited_by_mail_and_the_newest_link_works() {
    let (office, _) = Office::with_owner().await;
    let first = office.token_by_mail(PACKER, StaffRole::Support).await;
    let second = office
        .token_by_mail(" Packer@Example.com", StaffRole::Packer)
        .await;
    refused(
        office.invitation(&first).await,
        Code::NotFound,
        Some("NO_INVITATION"),
    );
    let told = office.invitation(&second).await.expect("it lives");
    let invitation = told.invitation.expect("it tells the invitation");
    assert_eq!(
        (
            invitation.name.as_str(),
            invitation.email.as_str(),
            invitation.role()
        ),
        ("Asha Patel", PACKER, StaffRole::Packer)
    );
    assert!(
        told.totp_uri.contains("packer%40example.com"),
        "{}",
        told.totp_uri
    );

    office.join(&second, PACKER).await;
    for email in [PACKER, OWNER] {
        refused(
            office.invite(email, StaffRole::Owner).await,
            Code::AlreadyExists,
            Some("EMAIL_TAKEN"),
        );
    }
    assert_eq!(
        office.identity.mails_to(PACKER).len(),
        2,
        "a refused invitation sends no mail"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mail_that_is_sent_again_has_the_same_link() {
    let (office, _) = Office::with_owner().await;
    // The job is delayed until its copy is waiting.
    office
        .identity
        .sql(
            "CREATE FUNCTION later() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN NEW.run_at := now() + interval ''1 hour''; RETURN NEW; END'",
        )
        .await;
    office
        .identity
        .sql("CREATE TRIGGER later BEFORE INSERT ON jobs FOR EACH ROW EXECUTE FUNCTION later()")
        .await;
    office
        .invite(PACKER, StaffRole::Packer)
        .await
        .expect("the address is free");
    let mut tokens = Vec::new();
    for sent in 1..=2 {
        office
            .identity
            .sql("CREATE TABLE IF NOT EXISTS copies AS TABLE jobs")
            .await;
        office
            .identity
            .sql("INSERT INTO jobs SELECT * FROM copies ON CONFLICT DO NOTHING")
            .await;
        office.identity.sql("UPDATE jobs SET run_at = now()").await;
        let mail = eventually("the mail is sent", async || {
            office.identity.mails_to(PACKER).get(sent - 1).cloned()
        })
        .await;
        tokens.push(token_in(&mail));
        eventually("the job is done", async || {
            let left = office.identity.text("SELECT count(*)::text FROM jobs").await;
            (left == "0").then_some(())
        })
        .await;
    }
    assert_eq!(tokens[0], tokens[1]);
    office.join(&tokens[1], PACKER).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_ends_after_three_days() {
    let (office, _) = Office::with_owner().await;
    let token = office.token_by_mail(PACKER, StaffRole::Packer).await;
    let phone = office.phone(&token).await;
    let left = office
        .identity
        .text("SELECT (expires_at - now() > interval '71 h 59 min')::text FROM staff_invitations");
    assert_eq!(left.await, "true");
    office
        .identity
        .sql("UPDATE staff_invitations SET expires_at = now()")
        .await;
    refused(
        office.invitation(&token).await,
        Code::NotFound,
        Some("NO_INVITATION"),
    );
    let accepted = office.accept(acceptance(&token, PACKER, &code(&phone, 0))).await;
    refused(accepted, Code::NotFound, Some("NO_INVITATION"));
    for nonsense in ["", "x", &"A".repeat(43)] {
        refused(
            office.invitation(nonsense).await,
            Code::NotFound,
            Some("NO_INVITATION"),
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_value_of_an_acceptance_is_held_against_its_rule() {
    let (office, _) = Office::with_owner().await;
    let token = office.token_by_mail(PACKER, StaffRole::Packer).await;
    let phone = office.phone(&token).await;
    early_in_a_step().await;
    let good = || acceptance(&token, PACKER, &code(&phone, 0));
    let cases = [
        ("name", "A".to_owned(), "TOO_SHORT"),
        ("name", "x".repeat(61), "TOO_LONG"),
        ("email", "other@gmail.com".to_owned(), "WRONG"),
        ("email", String::new(), "REQUIRED"),
        ("password", "monsoon-42".to_owned(), "TOO_SHORT"),
        ("password", "aaaaaaaaaaaa".to_owned(), "TOO_COMMON"),
        ("code", wrong_code(&phone), "WRONG"),
        ("code", code(&phone, -3), "WRONG"),
    ];
    for (field, value, rule) in cases {
        let mut request = good();
        let changed = match field {
            "name" => &mut request.name,
            "email" => &mut request.email,
            "password" => &mut request.password,
            _ => &mut request.code,
        };
        *changed = value;
        let status = refused(office.accept(request).await, Code::InvalidArgument, None);
        assert_eq!(wrong_fields(&status), [(field.to_owned(), rule.to_owned())]);
    }
    let nothing = AcceptInvitationRequest {
        invitation_token: token.clone(),
        ..AcceptInvitationRequest::default()
    };
    let status = refused(office.accept(nothing).await, Code::InvalidArgument, None);
    let fields: Vec<_> = wrong_fields(&status)
        .into_iter()
        .map(|(field, _)| field)
        .collect();
    assert_eq!(fields, ["name", "email", "password", "code"], "all at once");
    office.accept(good()).await.expect("the invitation still lives");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_address_of_a_colleague_cannot_be_taken() {
    let (office, _) = Office::with_owner().await;
    office.identity.sql("UPDATE staff SET is_active = false").await;
    let token = office
        .invite_first_owner()
        .await
        .expect("there is no active owner");
    let phone = office.phone(&token).await;
    let accepted = office.accept(acceptance(&token, OWNER, &code(&phone, 0))).await;
    refused(accepted, Code::AlreadyExists, Some("EMAIL_TAKEN"));
    let again = office
        .accept(acceptance(&token, "new@gmail.com", &code(&phone, 0)))
        .await;
    again.expect("the invitation still lives");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_value_of_an_invitation_is_held_against_its_rule() {
    let office = Office::open().await;
    let request = InviteStaffRequest {
        name: " ".to_owned(),
        email: "asha".to_owned(),
        role: 99,
    };
    let status = refused(
        office.client.clone().invite_staff(request).await,
        Code::InvalidArgument,
        None,
    );
    let expected = [("name", "REQUIRED"), ("email", "MALFORMED"), ("role", "REQUIRED")];
    let expected = expected.map(|(field, rule)| (field.to_owned(), rule.to_owned()));
    assert_eq!(wrong_fields(&status), expected);
}
