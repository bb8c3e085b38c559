use base64::{Engine as _, prelude::BASE64_URL_SAFE_NO_PAD};
use proto::identity::v1::{
    AuthorizeStaffRequest, StaffCall, StaffCallOutcome, StaffLogEntry, StaffOutcome, StaffRole,
};
use runtime::{STAFF_TOKEN_SECONDS, StaffClaims};
use time::OffsetDateTime;
use tonic::Code;

use crate::{
    Identity, settings,
    staff::{OWNER, Office, PACKER, TOKEN_KEY, refused, transition_call, wrong_fields},
};

const PACKERS_MAY: [&str; 8] = [
    "orders.read",
    "orders.transition",
    "orders.note",
    "stock.read",
    "stock.write",
    "products.read",
    "names.read",
    "shop.read",
];

/// The claims and expiry of a token. Signing the same claims with the service's key must give the same token.
fn claims_in(token: &str) -> (StaffClaims, i64) {
    let (payload, _) = token.split_once('.').expect("it has two parts");
    let payload = BASE64_URL_SAFE_NO_PAD.decode(payload).expect("it is base 64");
    let claims: StaffClaims = serde_json::from_slice(&payload).expect("it holds the claims");
    let payload: serde_json::Value = serde_json::from_slice(&payload).expect("it is JSON");
    let expires = payload["expires"].as_i64().expect("it says until when");
    assert_eq!(TOKEN_KEY.sign(&claims, expires - STAFF_TOKEN_SECONDS), token);
    (claims, expires)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_says_who_asks_what_they_may_and_for_which_call() {
    let (office, _) = Office::with_owner().await;
    let packer = office.member(PACKER, StaffRole::Packer).await;
    let now = OffsetDateTime::now_utc().unix_timestamp();
    let answer = office
        .authorize_for(transition_call(&packer.session, "1007"))
        .await;
    let answer = answer.expect("they are signed in");
    assert_eq!(answer.permissions, PACKERS_MAY);
    let (claims, expires) = claims_in(&answer.staff_token);
    let expected = StaffClaims {
        staff_id: packer.id.clone(),
        permissions: PACKERS_MAY.map(str::to_owned).into(),
        audience: "shop.order.v1.OrderService".to_owned(),
        method: "TransitionOrder".to_owned(),
        about: "1007".to_owned(),
        is_reauthenticated: true,
    };
    assert_eq!(claims, expected);
    assert!(
        (118..=122).contains(&(expires - now)),
        "two minutes: {}",
        expires - now
    );

    office.age_sessions("reauthenticated_at", "5 min").await;
    let later = office
        .authorize_for(transition_call(&packer.session, "1007"))
        .await;
    let (later, _) = claims_in(&later.expect("they are signed in").staff_token);
    assert!(!later.is_reauthenticated);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_is_identified_without_a_call() {
    let (office, owner) = Office::with_owner().await;
    let before = office.log().await.len();
    let me = office
        .authorize(&owner.session)
        .await
        .expect("they are signed in");
    assert_eq!(me.staff_token, "");
    for permission in [
        "staff.manage",
        "orders.transition",
        "claims.accept",
        "shoppers.delete",
    ] {
        let known = me.permissions.iter().any(|known| known == permission);
        assert!(known, "an owner may do everything: {permission}");
    }
    assert_eq!(me.staff.expect("it tells who").email, OWNER);
    assert_eq!(office.log().await.len(), before);
    for session in ["", "nonsense", &"A".repeat(43)] {
        let answer = office.authorize(session).await;
        refused(answer, Code::Unauthenticated, Some("NOT_SIGNED_IN"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn only_calls_that_the_contract_calls_impersonal_stay_out_of_the_log() {
    let (office, owner) = Office::with_owner().await;
    let before = office.log().await.len();
    for (service, method) in [
        ("shop.order.v1.OrderService", "CountOpenOrders"),
        ("shop.order.v1.OrderNumberService", "ListOrderNumbers"),
        ("shop.payment.v1.BankStatementService", "GetStatementImport"),
        // No program has these.
        ("shop.order.v1.OrderService", "CountTickets"),
        ("shop.order.v1.OrderService", "CountNothing"),
    ] {
        let call = AuthorizeStaffRequest {
            service: service.to_owned(),
            method: method.to_owned(),
            ..transition_call(&owner.session, "")
        };
        let authorized = office.authorize_for(call).await.expect("they are signed in");
        assert_eq!(claims_in(&authorized.staff_token).0.method, method);
    }
    let log = office.log().await;
    assert_eq!(log.len(), before + 2);
    assert_eq!(
        (log[0].method.as_str(), log[1].method.as_str()),
        ("CountNothing", "CountTickets")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_is_logged_before_its_token_is_given_out() {
    let (office, owner) = Office::with_owner().await;
    office
        .authorize_for(transition_call(&owner.session, "1007"))
        .await
        .expect("they are signed in");
    let impersonal = AuthorizeStaffRequest {
        method: "CountOpenOrders".to_owned(),
        ..transition_call(&owner.session, "")
    };
    let counted = office
        .authorize_for(impersonal)
        .await
        .expect("they are signed in");
    assert_eq!(claims_in(&counted.staff_token).0.method, "CountOpenOrders");
    let log = office.log().await;
    let entry = &log[0];
    assert_eq!(
        (
            entry.staff_id.as_str(),
            entry.staff_name.as_str(),
            entry.method.as_str(),
            entry.subject.as_str()
        ),
        (owner.id.as_str(), "Asha Patel", "TransitionOrder", "1007")
    );
    assert!(entry.asked_at.ends_with('Z'), "{}", entry.asked_at);

    office
        .identity
        .sql(
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
           'BEGIN RAISE EXCEPTION ''no room'' USING ERRCODE = ''disk_full''; END'",
        )
        .await;
    office
        .identity
        .sql("CREATE TRIGGER full_disk BEFORE INSERT ON staff_log FOR EACH ROW EXECUTE FUNCTION full_disk()")
        .await;
    let answer = office
        .authorize_for(transition_call(&owner.session, "1008"))
        .await;
    refused(answer, Code::Unavailable, None);
    office
        .authorize(&owner.session)
        .await
        .expect("identifying a session needs no entry");
}

fn counting(service: &str, method: &str) -> StaffCall {
    StaffCall {
        service: service.to_owned(),
        method: method.to_owned(),
        subject: String::new(),
        about: String::new(),
    }
}

fn reading(number: &str) -> StaffCall {
    StaffCall {
        service: "shop.order.v1.OrderService".to_owned(),
        method: "SearchOrders".to_owned(),
        subject: number.to_owned(),
        about: String::new(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_that_are_named_together_have_each_their_token_and_their_entry() {
    let (office, owner) = Office::with_owner().await;
    let request = AuthorizeStaffRequest {
        more_calls: vec![
            reading("VM-1"),
            counting("shop.inventory.v1.InventoryService", "ListStockLevels"),
            reading("VM-2"),
        ],
        ..transition_call(&owner.session, "VM-1")
    };
    let answer = office.authorize_for(request).await.expect("they are signed in");
    assert_eq!(claims_in(&answer.staff_token).0.method, "TransitionOrder");
    let more: Vec<_> = answer
        .more_tokens
        .iter()
        .map(|more| claims_in(&more.staff_token).0)
        .map(|claims| (claims.audience, claims.method))
        .collect();
    let named = |service: &str, method: &str| (service.to_owned(), method.to_owned());
    let reads = named("shop.order.v1.OrderService", "SearchOrders");
    let counts = named("shop.inventory.v1.InventoryService", "ListStockLevels");
    assert_eq!(more, [reads.clone(), counts, reads]);

    assert_eq!(answer.more_tokens[1].log_id, "", "a count needs no entry");
    // Each entry is the one of its token.
    let refused = StaffCallOutcome {
        log_id: answer.more_tokens[0].log_id.clone(),
        outcome: StaffOutcome::Refused.into(),
        reason: "NO_WAY".to_owned(),
        shown: Vec::new(),
    };
    office.note(vec![refused]).await.expect("it is written down");
    let log = office.log().await;
    let entry = |at: usize| {
        let entry: &StaffLogEntry = &log[at];
        (entry.method.as_str(), entry.subject.as_str(), entry.outcome())
    };
    assert_eq!(entry(0), ("SearchOrders", "VM-2", StaffOutcome::Unspecified));
    assert_eq!(entry(1), ("SearchOrders", "VM-1", StaffOutcome::Refused));
    assert_eq!(entry(2), ("TransitionOrder", "VM-1", StaffOutcome::Unspecified));
}

#[tokio::test(flavor = "multi_thread")]
async fn all_some_or_none_of_the_calls_named_together_are_logged() {
    let (office, owner) = Office::with_owner().await;
    let before = office.log().await.len();
    let with = |more_calls| AuthorizeStaffRequest {
        more_calls,
        ..transition_call(&owner.session, "VM-1")
    };
    for (field, more_calls) in [
        ("subject", vec![reading("VM-2"), reading("VM\0")]),
        ("method", vec![counting("shop.order.v1.OrderService", "")]),
        ("more_calls", vec![reading("VM-2"); 100]),
    ] {
        let status = refused(
            office.authorize_for(with(more_calls)).await,
            Code::InvalidArgument,
            None,
        );
        assert_eq!(wrong_fields(&status)[0].0, field);
    }
    assert_eq!(office.log().await.len(), before);
    let most = office.authorize_for(with(vec![reading("VM-2"); 99])).await;
    assert_eq!(most.expect("a hundred have room").more_tokens.len(), 99);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_is_named_as_services_name_it() {
    let (office, owner) = Office::with_owner().await;
    let before = office.log().await.len();
    let bad = [
        (
            "service",
            AuthorizeStaffRequest {
                service: "x".repeat(101),
                ..transition_call(&owner.session, "")
            },
        ),
        (
            "method",
            AuthorizeStaffRequest {
                method: String::new(),
                ..transition_call(&owner.session, "")
            },
        ),
        (
            "method",
            AuthorizeStaffRequest {
                method: "Transition Order".to_owned(),
                ..transition_call(&owner.session, "")
            },
        ),
        ("subject", transition_call(&owner.session, &"7".repeat(201))),
        ("subject", transition_call(&owner.session, "7\0")),
    ];
    for (field, request) in bad {
        let status = refused(office.authorize_for(request).await, Code::InvalidArgument, None);
        assert_eq!(wrong_fields(&status)[0].0, field);
    }
    assert_eq!(office.log().await.len(), before);
    let longest = office
        .authorize_for(transition_call(&owner.session, &"७".repeat(200)))
        .await;
    longest.expect("200 characters may be logged");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_key_staff_cannot_call_a_service() {
    let database = testkit::database(&[]).await;
    let (mail, sent) = mail::Settings::memory();
    let settings = identity::Settings {
        staff_token_key: None,
        ..settings(database.settings(), mail)
    };
    let office = Office::of(Identity::open_as(database, settings, sent).await);
    let token = office.invite_first_owner().await.expect("there is no owner");
    let owner = office.join(&token, OWNER).await;
    let before = office.log().await.len();
    let answer = office
        .authorize_for(transition_call(&owner.session, "1007"))
        .await;
    let status = refused(answer, Code::Unavailable, None);
    assert!(status.message().contains("STAFF_TOKEN_KEY"), "{status}");
    assert_eq!(
        office.log().await.len(),
        before,
        "nothing is done, and so nothing is logged"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_names_the_one_thing_that_its_call_is_about() {
    let (office, owner) = Office::with_owner().await;
    let order = "01936f00-0000-7000-8000-0000000000aa";
    let about = AuthorizeStaffRequest {
        about: order.to_owned(),
        ..transition_call(&owner.session, "VM-1")
    };
    let answer = office.authorize_for(about).await.expect("they are signed in");
    assert_eq!(claims_in(&answer.staff_token).0.about, order);
    let by_subject = office
        .authorize_for(transition_call(&owner.session, "1007"))
        .await;
    let by_subject = by_subject.expect("they are signed in");
    assert_eq!(claims_in(&by_subject.staff_token).0.about, "1007");
    let log = office.log().await;
    let named: Vec<_> = log[..2]
        .iter()
        .map(|entry| (entry.subject.as_str(), entry.about.as_str()))
        .collect();
    assert_eq!(named, [("1007", ""), ("VM-1", order)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn after_fifty_pages_of_personal_data_staff_show_again_who_they_are() {
    let (office, owner) = Office::with_owner().await;
    let page = |subject: &str| AuthorizeStaffRequest {
        method: "SearchOrders".to_owned(),
        ..transition_call(&owner.session, subject)
    };
    office.age_sessions("reauthenticated_at", "10 min").await;
    for _ in 0..50 {
        office.authorize_for(page("")).await.expect("it is work");
    }
    let refused_page = office.authorize_for(page("")).await;
    refused(refused_page, Code::PermissionDenied, Some("REAUTHENTICATE"));
    let one = office.authorize_for(page("VM-1")).await;
    one.expect("an order that is asked for by its number is in the log by it");
    let other = office
        .authorize_for(transition_call(&owner.session, "1007"))
        .await;
    other.expect("other calls go on");
    let showing = "UPDATE staff_sessions SET reauthenticated_at = now()";
    office.identity.sql(showing).await;
    office.authorize_for(page("")).await.expect("they have shown it");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_keeps_what_a_list_showed_and_no_words() {
    let (office, owner) = Office::with_owner().await;
    let page = AuthorizeStaffRequest {
        method: "SearchOrders".to_owned(),
        ..transition_call(&owner.session, "")
    };
    let answer = office.authorize_for(page).await.expect("they are signed in");
    let told = |shown: &[&str]| StaffCallOutcome {
        log_id: answer.log_id.clone(),
        outcome: StaffOutcome::Done.into(),
        reason: String::new(),
        shown: shown.iter().map(|id| (*id).to_owned()).collect(),
    };
    let words = office.note(vec![told(&["Asha Patel, Surat"])]).await;
    refused(words, Code::InvalidArgument, None);
    let noted = office
        .note(vec![told(&["VM-261121-7K3QX", "VM-261121-7K3QY"])])
        .await;
    noted.expect("they are numbers");
    assert_eq!(
        office.log().await[0].shown,
        ["VM-261121-7K3QX", "VM-261121-7K3QY"]
    );
}
