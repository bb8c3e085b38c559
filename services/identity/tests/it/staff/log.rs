use proto::identity::v1::{
    ListStaffLogRequest, NoteStaffOutcomesRequest, ReauthenticateRequest, SignOutRequest, StaffCallOutcome,
    StaffLogEntry, StaffOutcome, StaffRole,
};
use sqlx::AssertSqlSafe;
use tonic::{Code, Status};

use crate::staff::{OWNER, Office, PACKER, PASSWORD, refused, transition_call, wrong_fields};

impl Office {
    async fn log_page(&self, request: ListStaffLogRequest) -> Result<(Vec<StaffLogEntry>, String), Status> {
        let page = self.client.clone().list_staff_log(request).await?.into_inner();
        Ok((page.entries, page.next_page_token))
    }

    pub(super) async fn note(&self, outcomes: Vec<StaffCallOutcome>) -> Result<(), Status> {
        let request = NoteStaffOutcomesRequest { outcomes };
        self.client.clone().note_staff_outcomes(request).await.map(drop)
    }

    /// Runs a statement and returns the database's result.
    async fn try_sql(&self, statement: &str) -> Result<u64, String> {
        let statement = sqlx::query(AssertSqlSafe(statement.to_owned()));
        let done = statement.execute(self.identity.database.pool()).await;
        done.map(|done| done.rows_affected())
            .map_err(|error| error.to_string())
    }
}

fn outcome(log_id: &str, outcome: StaffOutcome, reason: &str) -> StaffCallOutcome {
    StaffCallOutcome {
        log_id: log_id.to_owned(),
        outcome: outcome.into(),
        reason: reason.to_owned(),
        shown: Vec::new(),
    }
}

fn subjects(entries: &[StaffLogEntry]) -> Vec<&str> {
    entries.iter().map(|entry| entry.subject.as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_records_every_action_of_a_member() {
    let (office, owner) = Office::with_owner().await;
    let code = office.fresh_code(&owner).await;
    let signed_in = office
        .sign_in(OWNER, PASSWORD, &code)
        .await
        .expect("both are right");
    office
        .sign_in(OWNER, "karela-jamun-43", &code)
        .await
        .expect_err("the password is wrong");
    office
        .sign_in(OWNER, PASSWORD, &code)
        .await
        .expect_err("the code was used");
    office
        .sign_in("unknown@gmail.com", PASSWORD, &code)
        .await
        .expect_err("there is no such member");
    let session = signed_in.session_token;
    let reauthentication = ReauthenticateRequest {
        session_token: session.clone(),
        password: PASSWORD.to_owned(),
        code: office.fresh_code(&owner).await,
        client_address: String::new(),
    };
    let shown = office.client.clone().reauthenticate(reauthentication).await;
    shown.expect("both are right");
    office
        .authorize_for(transition_call(&session, "1007"))
        .await
        .expect("they are signed in");
    let sign_out = SignOutRequest {
        session_token: session,
    };
    office
        .client
        .clone()
        .sign_out(sign_out)
        .await
        .expect("the session ends");
    let mut methods = office.methods_in_the_log().await;
    methods.reverse();
    assert_eq!(
        methods,
        [
            "AcceptInvitation",
            "SignIn",
            "SignInFailed",
            "SignInFailed",
            "Reauthenticate",
            "TransitionOrder",
            "SignOut"
        ]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_is_read_page_by_page_by_member_and_by_subject() {
    let (office, owner) = Office::with_owner().await;
    let packer = office.member(PACKER, StaffRole::Packer).await;
    for subject in ["1", "2", "1", "3"] {
        office
            .authorize_for(transition_call(&owner.session, subject))
            .await
            .expect("they are signed in");
    }
    office
        .authorize_for(transition_call(&packer.session, "1"))
        .await
        .expect("they are signed in");

    let (mut all, mut token) = (Vec::new(), String::new());
    loop {
        let request = ListStaffLogRequest {
            page_size: 2,
            page_token: token,
            ..ListStaffLogRequest::default()
        };
        let (entries, next) = office.log_page(request).await.expect("it is a good request");
        assert!(entries.len() <= 2);
        all.extend(entries);
        token = next;
        if token.is_empty() {
            break;
        }
    }
    assert_eq!(
        subjects(&all),
        ["1", "3", "1", "2", "1", "", ""],
        "the newest first, each once"
    );
    assert_eq!(office.log().await.len(), 7, "one page has room for more");

    let of = async |staff_id: &str, subject: &str| {
        let request = ListStaffLogRequest {
            staff_id: staff_id.to_owned(),
            subject: subject.to_owned(),
            ..ListStaffLogRequest::default()
        };
        office.log_page(request).await.expect("it is a good request").0
    };
    assert_eq!(subjects(&of(&owner.id, "").await), ["3", "1", "2", "1", ""]);
    assert_eq!(of("", "1").await.len(), 3);
    assert_eq!(subjects(&of(&packer.id, "1").await), ["1"]);
    assert!(of(&packer.id, "2").await.is_empty());
    for subject in ["vm-1", "A1B2"] {
        let call = transition_call(&owner.session, subject);
        office.authorize_for(call).await.expect("they are signed in");
    }
    let with_its_id = ListStaffLogRequest {
        subject: "VM-1".to_owned(),
        about: "a1b2".to_owned(),
        ..ListStaffLogRequest::default()
    };
    let (entries, _) = office.log_page(with_its_id).await.expect("it is a good request");
    assert_eq!(subjects(&entries), ["A1B2", "vm-1"]);
    let wrong = ListStaffLogRequest {
        staff_id: "me".to_owned(),
        subject: "7".repeat(201),
        page_size: 101,
        page_token: "x".to_owned(),
        about: "7".repeat(201),
    };
    let status = refused(office.log_page(wrong).await, Code::InvalidArgument, None);
    let fields: Vec<_> = wrong_fields(&status)
        .into_iter()
        .map(|(field, _)| field)
        .collect();
    assert_eq!(
        fields,
        ["staff_id", "subject", "about", "page_size", "page_token"]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_only_grows() {
    let (office, owner) = Office::with_owner().await;
    let authorized = office
        .authorize_for(transition_call(&owner.session, "1007"))
        .await;
    let log_id = authorized.expect("they are signed in").log_id;
    let done = outcome(&log_id, StaffOutcome::Done, "");
    office.note(vec![done]).await.expect("it may be noted");
    for statement in [
        "UPDATE staff_log SET subject = ''",
        "DELETE FROM staff_log",
        "TRUNCATE staff_log CASCADE",
        "UPDATE staff_log_outcomes SET outcome = 'refused'",
        "DELETE FROM staff_log_outcomes",
        "TRUNCATE staff_log_outcomes",
        "DELETE FROM staff",
    ] {
        let refused = office.try_sql(statement).await.expect_err("the log stays");
        assert!(
            refused.contains("only grows") || refused.contains("staff_log_staff_id_fkey"),
            "{statement}: {refused}"
        );
    }
    let entry = |age: &str| {
        format!(
            "INSERT INTO staff_log (id, asked_at, staff_id, method, subject)
             SELECT gen_random_uuid(), now() - interval '{age}', id, 'TransitionOrder', '{age}' FROM staff"
        )
    };
    for age in ["3 years -1 hour", "3 years 1 hour"] {
        office.try_sql(&entry(age)).await.expect("it grows");
    }
    let with_outcomes = "INSERT INTO staff_log_outcomes (log_id, outcome, reason)
        SELECT id, 'done', '' FROM staff_log WHERE subject LIKE '3 years%'";
    office.try_sql(with_outcomes).await.expect("it grows");
    let young = office
        .try_sql("DELETE FROM staff_log WHERE subject = '3 years -1 hour'")
        .await;
    assert!(young.expect_err("it is too young").contains("only grows"));
    let old = office
        .try_sql("DELETE FROM staff_log WHERE subject = '3 years 1 hour'")
        .await;
    assert_eq!(old, Ok(1), "it is older than three years");
    assert_eq!(
        office.methods_in_the_log().await,
        ["TransitionOrder", "AcceptInvitation", "TransitionOrder"]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_outcome_of_a_call_is_reported_once_and_soon() {
    let (office, owner) = Office::with_owner().await;
    let mut ids = Vec::new();
    for subject in ["1001", "1002", "1003", "1004"] {
        let authorized = office
            .authorize_for(transition_call(&owner.session, subject))
            .await;
        ids.push(authorized.expect("they are signed in").log_id);
    }
    let told = vec![
        outcome(&ids[0], StaffOutcome::Done, ""),
        outcome(&ids[1], StaffOutcome::Refused, "ORDER_CHANGED"),
        outcome(&ids[2], StaffOutcome::Unknown, "UNAVAILABLE"),
        outcome(&uuid::Uuid::now_v7().to_string(), StaffOutcome::Done, ""),
    ];
    office
        .note(told)
        .await
        .expect("one that is not known holds up nothing");
    let other = outcome(&ids[0], StaffOutcome::Refused, "NO_WAY");
    office.note(vec![other]).await.expect("the first word stays");
    let outcomes = async || {
        let log = office.log().await.into_iter().take(4);
        let told = log.map(|entry| (entry.subject.clone(), entry.outcome(), entry.outcome_reason));
        let mut told: Vec<_> = told.collect();
        told.reverse();
        told
    };
    let expected = [
        ("1001".to_owned(), StaffOutcome::Done, String::new()),
        (
            "1002".to_owned(),
            StaffOutcome::Refused,
            "ORDER_CHANGED".to_owned(),
        ),
        ("1003".to_owned(), StaffOutcome::Unknown, "UNAVAILABLE".to_owned()),
        ("1004".to_owned(), StaffOutcome::Unspecified, String::new()),
    ];
    assert_eq!(outcomes().await, expected);

    let old = "INSERT INTO staff_log (id, asked_at, staff_id, method, subject)
        SELECT '01936f00-0000-7000-8000-000000000001', now() - interval '61 min', id, 'TransitionOrder', 'old' FROM staff";
    office.try_sql(old).await.expect("it grows");
    let late = outcome("01936f00-0000-7000-8000-000000000001", StaffOutcome::Done, "");
    office.note(vec![late]).await.expect("it is left out");
    let entries = office.log().await;
    let old = entries
        .iter()
        .find(|entry| entry.subject == "old")
        .expect("it is there");
    assert_eq!(old.outcome(), StaffOutcome::Unspecified);

    let wrong = outcome("1", StaffOutcome::Unspecified, "Asha changed it");
    let status = refused(office.note(vec![wrong]).await, Code::InvalidArgument, None);
    let fields: Vec<_> = wrong_fields(&status)
        .into_iter()
        .map(|(field, _)| field)
        .collect();
    assert_eq!(
        fields,
        ["outcomes[0].log_id", "outcomes[0].outcome", "outcomes[0].reason"]
    );
    refused(office.note(Vec::new()).await, Code::InvalidArgument, None);
}
