//! Tests of the stored data of staff, and of its deletion.

use proto::identity::v1::StaffRole;
use testkit::eventually;

use crate::{
    Identity,
    staff::{OWNER, Office, PACKER, PASSWORD},
};

/// All rows of all tables as text, with bytes as hexadecimal digits.
async fn everything(office: &Office) -> String {
    let tables = "SELECT string_agg(quote_ident(table_name), ' ') FROM information_schema.tables
         WHERE table_schema = 'public' AND table_type = 'BASE TABLE'";
    let mut kept = String::new();
    for table in office.identity.text(tables).await.split(' ') {
        let rows = format!("SELECT coalesce(string_agg(one::text, E'\\n'), '') FROM {table} AS one");
        kept += &office.identity.text(&rows).await;
    }
    kept
}

fn in_hexadecimal_digits(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a text has room");
        text
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn no_secret_of_staff_is_kept_as_it_is() {
    let (office, owner) = Office::with_owner().await;
    let waiting = office.token_by_mail(PACKER, StaffRole::Packer).await;
    let of_waiting = office.invitation(&waiting).await.expect("it lives").totp_secret;
    let kept = everything(&office).await;
    assert!(
        kept.contains(OWNER) && kept.contains(PACKER),
        "the tables were read"
    );
    let secret = owner.phone.secret();
    let secrets = [
        PASSWORD.to_owned(),
        owner.session.clone(),
        waiting,
        of_waiting,
        secret.to_base32(),
        in_hexadecimal_digits(secret.as_bytes()),
    ];
    let codes = owner.recovery_codes.iter().map(|code| code.replace('-', ""));
    for secret in secrets
        .into_iter()
        .chain(codes)
        .chain(owner.recovery_codes.clone())
    {
        assert!(!kept.to_lowercase().contains(&secret.to_lowercase()), "{secret}");
        let as_bytes = in_hexadecimal_digits(secret.as_bytes());
        assert!(!kept.contains(&as_bytes), "{secret}");
    }
}

const ENDED: &str = "
    INSERT INTO staff (id, email, name, role, password_hash, totp_secret, totp_step)
      VALUES ('00000000-0000-7000-8000-000000000000', 'asha@gmail.com', 'Asha', 'owner', 'x',
        decode(repeat('00', 48), 'hex'), 0);
    INSERT INTO staff_sessions (token_hash, staff_id, last_used_at)
      SELECT sha256(n::text::bytea), id, now() - interval '30 min' FROM staff, generate_series(1, 1500) n;
    INSERT INTO staff_invitations (id, token_hash, email, name, role, totp_secret, expires_at)
      SELECT gen_random_uuid(), sha256(n::text::bytea), n || '@example.com', 'Asha', 'packer',
        decode(repeat('00', 48), 'hex'), now() FROM generate_series(1, 1500) n;
    INSERT INTO accepted_staff_invitations (token_hash, staff_id, accepted_at)
      SELECT sha256(n::text::bytea), id, now() - interval '10 min' FROM staff, generate_series(1, 1500) n;
    INSERT INTO staff_log (id, asked_at, staff_id, method, subject)
      SELECT gen_random_uuid(), now() - interval '3 years 1 hour', id, 'TransitionOrder', n::text
      FROM staff, generate_series(1, 1500) n;
    INSERT INTO staff_log (id, asked_at, staff_id, method, subject)
      SELECT gen_random_uuid(), now() - interval '3 years -1 hour', id, 'TransitionOrder', '' FROM staff";

#[tokio::test(flavor = "multi_thread")]
async fn expired_rows_are_deleted_and_others_stay() {
    let database = testkit::database(&[&identity::MIGRATIONS]).await;
    for statement in ENDED.split(';') {
        sqlx::query(sqlx::AssertSqlSafe(statement.to_owned()))
            .execute(database.pool())
            .await
            .expect("the test's statement is good");
    }
    let address = database.settings();
    let (mail, sent) = mail::Settings::memory();
    let identity = Identity::open_with(database, address, mail, sent).await;
    for (table, left) in [
        ("staff_sessions", "0"),
        ("staff_invitations", "0"),
        ("accepted_staff_invitations", "0"),
        ("staff_log", "1"),
    ] {
        eventually(table, async || {
            let count = identity
                .text(&format!("SELECT count(*)::text FROM {table}"))
                .await;
            (count == left).then_some(())
        })
        .await;
    }
    assert_eq!(
        identity.text("SELECT count(*)::text FROM staff").await,
        "1",
        "no staff member is removed"
    );
}
