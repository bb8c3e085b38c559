use testkit::eventually;

use crate::Identity;

/// SQL that inserts 2,500 expired rows into the tables that grow most, and a few into the others.
const ENDED: &str = "
    INSERT INTO accounts (id, email, password_hash, mobile_number)
      VALUES ('00000000-0000-7000-8000-000000000000', 'asha@gmail.com', 'x', '9876543210');
    INSERT INTO counters (key, count, ends_at)
      SELECT sha256(n::text::bytea), 1, now() - interval '1 s' FROM generate_series(1, 2500) n;
    INSERT INTO sessions (token_hash, account_id, created_at, last_used_at)
      SELECT sha256(n::text::bytea), id, now() - interval '15 days',
        now() - CASE WHEN n % 2 = 0 THEN interval '25 hours' ELSE interval '1 hour' END
      FROM accounts, generate_series(1, 2500) n;
    INSERT INTO known_devices (account_id, token_hash, last_used_at)
      SELECT id, sha256('x'), now() - interval '181 days' FROM accounts;
    INSERT INTO one_time_codes (account_id, code_mac, expires_at) SELECT id, sha256('x'), now() FROM accounts;
    INSERT INTO account_codes (account_id, code_mac, expires_at) SELECT id, sha256('x'), now() FROM accounts;
    INSERT INTO email_changes (account_id, email, code_mac, expires_at)
      SELECT id, 'asha@yahoo.com', sha256('x'), now() FROM accounts";

async fn open_with_ended_rows(more: &[&str]) -> Identity {
    let database = testkit::database(&[&identity::MIGRATIONS]).await;
    for statement in ENDED.split(';').chain(more.iter().copied()) {
        sqlx::query(sqlx::AssertSqlSafe(statement.to_owned()))
            .execute(database.pool())
            .await
            .expect("the test's statement is good");
    }
    let address = database.settings();
    let (mail, sent) = mail::Settings::memory();
    Identity::open_with(database, address, mail, sent).await
}

async fn is_cleaned(identity: &Identity, tables: &[&str]) {
    for table in tables {
        eventually(table, async || {
            let left = identity
                .text(&format!("SELECT count(*)::text FROM {table}"))
                .await;
            (left == "0").then_some(())
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn expired_rows_are_deleted_in_batches() {
    let identity = open_with_ended_rows(&[
        "CREATE TABLE batches (size bigint)",
        "CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
           'BEGIN INSERT INTO batches SELECT count(*) FROM gone; RETURN NULL; END'",
        "CREATE TRIGGER note AFTER DELETE ON counters REFERENCING OLD TABLE AS gone
           FOR EACH STATEMENT EXECUTE FUNCTION note()",
        "CREATE TRIGGER note AFTER DELETE ON sessions REFERENCING OLD TABLE AS gone
           FOR EACH STATEMENT EXECUTE FUNCTION note()",
    ])
    .await;
    let all = [
        "counters",
        "sessions",
        "known_devices",
        "one_time_codes",
        "account_codes",
        "email_changes",
    ];
    is_cleaned(&identity, &all).await;
    let batches = "SELECT max(size) || ' of ' || sum(size) FROM batches";
    assert_eq!(identity.text(batches).await, "1000 of 5000");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_cannot_be_cleaned_keeps_no_other() {
    let identity = open_with_ended_rows(&[
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''no''; END'",
        "CREATE TRIGGER refuse BEFORE DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION refuse()",
    ])
    .await;
    is_cleaned(&identity, &["counters", "known_devices", "one_time_codes"]).await;
}
