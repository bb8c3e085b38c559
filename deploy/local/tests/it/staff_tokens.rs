//! The permissions of staff at all methods that need one, and the limits of staff tokens.

use std::collections::{BTreeMap, BTreeSet};

use prost::Message as _;
use runtime::{
    CallerKey, Identity, Method, STAFF_TOKEN_SECONDS, STAFF_TOKEN_SIGNER, StaffClaims, StaffRule,
    StaffTokenKey, status,
};
use time::OffsetDateTime;
use tonic::{Code, Status, transport::Channel};

use crate::{
    callers::{call, channel, contract, refusal},
    shop::OpenShop,
};

/// Methods whose request begins with an id, but whose token is valid for all ids: they create an entry, return the
/// progress of a file, or return a list.
const LISTS: [&str; 8] = [
    "GetPincodeImport",
    "GetProductImport",
    "GetRemittanceImport",
    "GetStatementImport",
    "GetStockImport",
    "GetTrackingImport",
    "ListStaffLog",
    "PostCorrection",
];

/// A call of the office that needs a staff member.
struct StaffCall {
    channel: Channel,
    method: &'static Method,
    rule: StaffRule,
}

impl StaffCall {
    /// Sends the call with this token, as this program.
    async fn answer(&self, identity: &Identity, token: Option<&str>) -> Result<(), Status> {
        call(&self.channel, identity, self.method, token).await
    }

    fn claims(&self, permissions: &[&str], is_reauthenticated: bool) -> StaffClaims {
        StaffClaims {
            staff_id: uuid::Uuid::now_v7().to_string(),
            permissions: permissions.iter().map(|text| (*text).to_owned()).collect(),
            audience: self.method.service.to_owned(),
            method: self.method.name.to_owned(),
            // The requests of these tests have no fields.
            about: String::new(),
            is_reauthenticated,
        }
    }
}

/// All calls of the office that need a staff member.
fn staff_calls(shop: &OpenShop) -> Vec<StaffCall> {
    let addresses: BTreeMap<_, _> = shop.shop.services().collect();
    let calls = contract().into_iter().filter_map(|(service, method)| {
        Some(StaffCall {
            channel: channel(addresses[service.name()]),
            method,
            rule: method.staff?,
        })
    });
    calls.collect()
}

fn now() -> i64 {
    OffsetDateTime::now_utc().unix_timestamp()
}

/// The reason why access control refused a staff member; `None` if it accepted the call.
fn reason(answer: &Result<(), Status>) -> Option<String> {
    let status = answer
        .as_ref()
        .err()
        .filter(|status| status.code() == Code::PermissionDenied)?;
    let reason = status::details(status).reason?;
    ["NO_PERMISSION", "REAUTHENTICATE"]
        .contains(&reason.as_str())
        .then_some(reason)
}

#[tokio::test(flavor = "multi_thread")]
async fn each_permission_opens_the_calls_that_need_it_and_no_other() {
    let shop = OpenShop::shared().await;
    let keys = shop.shop.keys();
    let (office, key) = (
        keys.identity("office"),
        StaffTokenKey::from(keys.of(STAFF_TOKEN_SIGNER).clone()),
    );
    let calls = staff_calls(&shop);
    let permissions: BTreeSet<_> = calls.iter().map(|call| call.rule.permission).collect();
    let mut asked = 0;
    for call in &calls {
        for permission in &permissions {
            for is_reauthenticated in [false, true] {
                let token = key.sign(&call.claims(&[permission], is_reauthenticated), now());
                let answer = call.answer(&office, Some(&token)).await;
                let expected = match &call.rule {
                    rule if rule.permission != *permission => Some("NO_PERMISSION"),
                    rule if rule.needs_reauthentication && !is_reauthenticated => Some("REAUTHENTICATE"),
                    _ => None,
                };
                let name = format!("{} with {permission}: {answer:?}", call.method.path);
                assert_eq!(refusal(&answer), None, "{name}");
                assert_eq!(reason(&answer).as_deref(), expected, "{name}");
                asked += 1;
            }
        }
    }
    assert!(asked > 200, "the walk must have seen the contract: {asked}");
    shop.close().await;
}

/// The first field of a request decides: a method of one object without a subject would accept tokens for other
/// objects.
#[test]
fn every_method_of_one_object_has_a_subject() {
    let descriptors = prost_types::FileDescriptorSet::decode(proto::CONTRACT.descriptors);
    let files = descriptors.expect("it was written by prost").file;
    let messages: Vec<_> = files.iter().flat_map(|file| &file.message_type).collect();
    for (_, method) in contract() {
        let Some(rule) = method.staff else { continue };
        let name = format!("{}Request", method.name);
        let request = messages.iter().find(|message| message.name() == name);
        let first = request.expect(&name).field.first();
        let is_about_one = first.is_some_and(|field| field.name().ends_with("_id"));
        let is_known = !rule.subject.is_empty() || LISTS.contains(&method.name);
        assert!(!is_about_one || is_known, "{} has no subject", method.path);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_expired_stolen_forged_or_misdirected_token_opens_nothing() {
    let shop = OpenShop::shared().await;
    let keys = shop.shop.keys();
    let (office, key) = (
        keys.identity("office"),
        StaffTokenKey::from(keys.of(STAFF_TOKEN_SIGNER).clone()),
    );
    for call in staff_calls(&shop) {
        let claims = call.claims(&[call.rule.permission], true);
        let good = key.sign(&claims, now());
        let answer = call.answer(&office, Some(&good)).await;
        assert_eq!((refusal(&answer), reason(&answer)), (None, None), "{answer:?}");
        let elsewhere = StaffClaims {
            audience: "shop.contact.v1.ContactService".to_owned(),
            ..claims.clone()
        };
        let for_another_method = StaffClaims {
            method: "GetNothing".to_owned(),
            ..claims.clone()
        };
        let about_another = StaffClaims {
            about: "another".to_owned(),
            ..claims.clone()
        };
        let forger = StaffTokenKey::from(CallerKey::generate());
        let offices_own = StaffTokenKey::from(keys.of("office").clone());
        let worthless = [
            ("expired", Some(key.sign(&claims, now() - STAFF_TOKEN_SECONDS))),
            ("forged", Some(forger.sign(&claims, now()))),
            (
                "signed by the office itself",
                Some(offices_own.sign(&claims, now())),
            ),
            ("of another service", Some(key.sign(&elsewhere, now()))),
            ("of another method", Some(key.sign(&for_another_method, now()))),
            (
                "about another thing",
                Some(key.sign(&about_another, now())).filter(|_| !call.rule.subject.is_empty()),
            ),
            ("cut off", Some(good[..good.len() - 4].to_owned())),
            ("absent", None),
        ];
        for (what, token) in worthless {
            let answer = call.answer(&office, token.as_deref()).await;
            let name = format!("{} with a token that is {what}", call.method.path);
            assert_eq!(
                refusal(&answer),
                Some(Code::PermissionDenied),
                "{name}: {answer:?}"
            );
        }
        // A stolen token is useless without the office's own key.
        for thief in [
            Identity::unknown(),
            Identity::new("office", CallerKey::generate()),
        ] {
            let answer = call.answer(&thief, Some(&good)).await;
            assert_eq!(
                refusal(&answer),
                Some(Code::Unauthenticated),
                "{thief:?}: {answer:?}"
            );
        }
    }
    shop.close().await;
}
