//! Tests of the contract's methods by gRPC-Web, on the weight of a parcel and on lists.

use http::HeaderMap;
use prost::Message;
use proto::{
    identity::v1::{StaffCallOutcome, StaffOutcome},
    order::v1::{
        CorrectParcelWeightRequest, CorrectParcelWeightResponse, Order, SearchOrdersRequest,
        SearchOrdersResponse,
    },
};
use reqwest::{Method, RequestBuilder};
use runtime::status::{self, Rule, Violation};
use tonic::{Code, Status};

use crate::{
    fake_order::{NUMBER, ORDER, order},
    fake_shoppers::MEENA,
    fakes::{Office, header},
    record::token_for,
};

const ORDERS: &str = "shop.order.v1.OrderService/SearchOrders";
const WEIGHT: &str = "shop.order.v1.OrderEditingService/CorrectParcelWeight";

/// The response header that ends the session in the browser.
const FORGOTTEN: &str = "__Host-office_session=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0";

/// The flag of a frame with the status, at the end of a body.
const TRAILERS: u8 = 0x80;

/// An answer by gRPC-Web.
struct Answer {
    headers: HeaderMap,
    /// The encoded message; empty if there is none.
    message: Vec<u8>,
    status: Status,
}

fn correction(version: i32, weight_in_grams: Option<i32>) -> Vec<u8> {
    let request = CorrectParcelWeightRequest {
        order_id: ORDER.to_owned(),
        version,
        weight_in_grams,
    };
    request.encode_to_vec()
}

fn request(office: &Office, method: &str, message: &[u8]) -> RequestBuilder {
    let length = u32::try_from(message.len()).unwrap().to_be_bytes();
    office
        .request(Method::POST, &format!("/api/office/rpc/{method}"))
        .header("content-type", "application/grpc-web+proto")
        .header("x-grpc-web", "1")
        .body([&[0], &length[..], message].concat())
}

fn with_session(request: RequestBuilder, session: &str) -> RequestBuilder {
    request.header("cookie", format!("__Host-office_session={session}"))
}

async fn send(request: RequestBuilder) -> Answer {
    let response = request.send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(header(&response, "cache-control"), "no-store");
    assert_eq!(header(&response, "content-type"), "application/grpc-web+proto");
    assert_ne!(header(&response, "content-security-policy"), "");
    let headers = response.headers().clone();
    let (mut message, mut trailers) = (Vec::new(), HeaderMap::new());
    let mut body = &response.bytes().await.unwrap()[..];
    while let Some((head, rest)) = body.split_first_chunk::<5>() {
        let length = u32::from_be_bytes([head[1], head[2], head[3], head[4]]);
        let (frame, rest) = rest.split_at(usize::try_from(length).unwrap());
        body = rest;
        if head[0] != TRAILERS {
            message = frame.to_vec();
            continue;
        }
        for line in std::str::from_utf8(frame).unwrap().lines() {
            let (name, value) = line.split_once(':').unwrap();
            let name = http::HeaderName::try_from(name).unwrap();
            trailers.insert(name, value.trim().parse().unwrap());
        }
    }
    let status = Status::from_header_map(&trailers).expect("the status is at the end of the body");
    Answer {
        headers,
        message,
        status,
    }
}

/// The answer to a call of the owner.
async fn call(office: &Office, method: &str, message: &[u8]) -> Answer {
    send(with_session(request(office, method, message), "owner")).await
}

#[tokio::test]
async fn the_weight_of_a_parcel_is_corrected_or_removed() {
    let office = Office::start().await;
    for (version, weight) in [(3, Some(540)), (4, None)] {
        let answer = call(&office, WEIGHT, &correction(version, weight)).await;
        assert_eq!(answer.status.code(), Code::Ok);
        let corrected = CorrectParcelWeightResponse::decode(&answer.message[..]).unwrap();
        let corrected = corrected.order.unwrap();
        assert_eq!(
            (corrected.version, corrected.parcel_weight_in_grams),
            (version + 1, weight)
        );
        assert_eq!(corrected.total_paise, order().total_paise);
    }
    let asked = office.order_editing.weights.lock().unwrap().clone();
    let asked: Vec<_> = asked
        .iter()
        .map(|asked| (asked.order_id.as_str(), asked.version, asked.weight_in_grams))
        .collect();
    assert_eq!(asked, [(ORDER, 3, Some(540)), (ORDER, 4, None)]);
}

#[tokio::test]
async fn a_call_carries_a_token_for_itself_and_its_outcome_is_in_the_log() {
    let office = Office::start().await;
    let forged = request(&office, WEIGHT, &correction(1, Some(540)))
        .header("staff-token", "forged")
        .header("x-unattended", "1");
    send(with_session(forged, "packer")).await;
    let authorizations = office.record.take_authorizations();
    let [authorization] = &authorizations[..] else {
        panic!("one token is asked for: {authorizations:?}");
    };
    assert_eq!(authorization.session_token, "packer");
    assert!(authorization.is_unattended);
    let [named] = &authorization.calls[..] else {
        panic!("for one call: {authorization:?}");
    };
    assert_eq!(format!("{}/{}", named.service, named.method), WEIGHT);
    assert_eq!((named.about.as_str(), named.subject.as_str()), (ORDER, ORDER));
    let seen = office.record.take_seen();
    assert_eq!(seen.len(), 1);
    assert_eq!(seen[0].token, Some(token_for(WEIGHT)));
    assert_eq!(outcome(&office).await, (StaffOutcome::Done, String::new()));
}

/// The next report to the log.
async fn told(office: &Office) -> StaffCallOutcome {
    testkit::eventually("the log is told", async || {
        office.staff.outcomes.lock().unwrap().pop()
    })
    .await
}

/// The outcome that the log is told next.
async fn outcome(office: &Office) -> (StaffOutcome, String) {
    let told = told(office).await;
    (told.outcome(), told.reason)
}

#[tokio::test]
async fn a_list_is_forwarded_and_logged_with_what_it_showed() {
    let office = Office::start().await;
    let search = SearchOrdersRequest {
        text: "Asha".to_owned(),
        ..SearchOrdersRequest::default()
    };
    let answer = call(&office, ORDERS, &search.encode_to_vec()).await;
    let page = SearchOrdersResponse::decode(&answer.message[..]).unwrap();
    assert_eq!((page.orders, page.next_page_token.as_str()), (vec![order()], "2"));
    assert_eq!(office.order.searches.lock().unwrap()[0].text, "Asha");
    let authorized = office.record.take_authorized();
    assert_eq!(
        (authorized[0].subject.as_str(), authorized[0].about.as_str()),
        ("", "")
    );
    assert_eq!(told(&office).await.shown, [NUMBER]);
    for (method, shown) in [
        (
            "shop.order.v1.UnconfirmedOrderService/ListUnconfirmedOrders",
            NUMBER,
        ),
        ("shop.identity.v1.ShopperService/SearchShoppers", MEENA),
        ("shop.contact.v1.TicketService/ListTickets", "T0042"),
    ] {
        let answer = call(&office, method, &[]).await;
        assert_eq!(answer.status.code(), Code::Ok, "{method}");
        let told = told(&office).await;
        assert_eq!(
            (told.log_id.as_str(), told.outcome()),
            (method, StaffOutcome::Done)
        );
        assert!(told.shown.iter().any(|id| id == shown), "{told:?}");
    }
}

#[tokio::test]
async fn orders_that_a_list_asks_for_by_number_are_each_in_the_log() {
    let office = Office::start().await;
    let search = SearchOrdersRequest {
        order_numbers: vec![NUMBER.to_owned(), "VM-2".to_owned()],
        ..SearchOrdersRequest::default()
    };
    let answer = call(&office, ORDERS, &search.encode_to_vec()).await;
    assert_eq!(answer.status.code(), Code::Ok);
    assert_eq!(office.record.take_seen().len(), 1);
    let mut logged = [told(&office).await, told(&office).await];
    logged.sort_by(|one, other| one.log_id.cmp(&other.log_id));
    let logged = logged.map(|told| (told.log_id, told.shown));
    let entry = |number: &str| (format!("{ORDERS} {number}"), Vec::<String>::new());
    assert_eq!(logged, [entry("VM-2"), entry(NUMBER)]);
}

#[tokio::test]
async fn a_call_that_shows_no_person_leaves_no_entry() {
    let office = Office::start().await;
    for method in [
        "shop.order.v1.OrderService/CountOpenOrders",
        "shop.order.v1.OrderNumberService/ListOrderNumbers",
        "shop.identity.v1.StaffDirectoryService/ListStaffNames",
    ] {
        let answer = call(&office, method, &[]).await;
        assert_eq!(answer.status.code(), Code::Ok, "{method}");
    }
    call(&office, WEIGHT, &correction(1, None)).await;
    assert_eq!(told(&office).await.log_id, format!("{WEIGHT} {ORDER}"));
    assert!(office.staff.outcomes.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_conflict_comes_with_the_current_order_and_not_in_the_headers() {
    let office = Office::start().await;
    let changed = Order {
        version: 2,
        parcel_weight_in_grams: Some(600),
        ..order()
    };
    let status = status::with_reason(Code::Aborted, "ORDER_CHANGED", "It was changed.");
    office
        .record
        .refuse("CorrectParcelWeight", status::with_message(&status, &changed));
    let answer = call(&office, WEIGHT, &correction(1, Some(540))).await;
    assert_eq!(answer.status.code(), Code::Aborted);
    assert_eq!(answer.status.message(), "It was changed.");
    assert_eq!(
        status::details(&answer.status).reason.as_deref(),
        Some("ORDER_CHANGED")
    );
    assert_eq!(status::message::<Order>(&answer.status), Some(changed));
    assert!(!answer.headers.contains_key("grpc-status-details-bin"));
}

#[tokio::test]
async fn a_refusal_names_the_fields() {
    let office = Office::start().await;
    let broken = Violation::new("weight_in_grams", Rule::Malformed.says("is too much"));
    office
        .record
        .refuse("CorrectParcelWeight", status::invalid(vec![broken]));
    let answer = call(&office, WEIGHT, &correction(1, Some(60_000))).await;
    assert_eq!(answer.status.code(), Code::InvalidArgument);
    let violations = status::details(&answer.status).violations;
    assert_eq!(violations.len(), 1);
    assert_eq!(violations[0].field, "weight_in_grams");
}

#[tokio::test]
async fn only_staff_methods_are_forwarded() {
    let office = Office::start().await;
    for method in [
        "shop.order.v1.OrderService/ClaimOrders",
        "shop.identity.v1.StaffService/SignIn",
        "shop.order.v1.OrderService/DropOrders",
        "grpc.health.v1.Health/Check",
    ] {
        let answer = call(&office, method, &[]).await;
        assert_eq!(answer.status.code(), Code::Unimplemented, "{method}");
    }
    assert!(office.record.take_authorizations().is_empty());
    assert!(office.record.take_seen().is_empty());
}

#[tokio::test]
async fn a_request_is_authorized_for_its_own_subject_alone() {
    let office = Office::start().await;
    // The service reads the last of two values, and so does the office.
    let twice = [correction(1, None), correction(1, None)].concat();
    let other = CorrectParcelWeightRequest {
        order_id: NUMBER.to_owned(),
        ..CorrectParcelWeightRequest::default()
    };
    call(&office, WEIGHT, &[&twice[..], &other.encode_to_vec()].concat()).await;
    let authorized = office.record.take_authorized();
    assert_eq!(authorized[0].about, NUMBER);
    assert_eq!(office.order_editing.weights.lock().unwrap()[0].order_id, NUMBER);

    // The token is about the value that the service reads, and the log has one spelling of it.
    let spelled = format!("{{{}}}", ORDER.to_uppercase());
    let spelled = CorrectParcelWeightRequest {
        order_id: spelled,
        ..CorrectParcelWeightRequest::default()
    };
    call(&office, WEIGHT, &spelled.encode_to_vec()).await;
    let authorized = office.record.take_authorized();
    assert_eq!(
        (authorized[0].subject.as_str(), &authorized[0].about),
        (ORDER, &spelled.order_id)
    );

    office.record.take_seen();
    // Its order_id is a number, and it breaks off.
    for unreadable in [&[8, 1][..], &[10, 36]] {
        let answer = call(&office, WEIGHT, unreadable).await;
        assert_eq!(answer.status.code(), Code::InvalidArgument);
    }
    assert!(office.record.take_authorizations().is_empty());
    assert!(office.record.take_seen().is_empty());
}

#[tokio::test]
async fn without_a_session_and_after_its_end_staff_sign_in() {
    let office = Office::start().await;
    let none = request(&office, WEIGHT, &correction(1, None));
    let ended = with_session(request(&office, WEIGHT, &correction(1, None)), "stranger");
    for request in [none, ended] {
        let answer = send(request).await;
        assert_eq!(answer.status.code(), Code::Unauthenticated);
        assert_eq!(answer.status.message(), "Please sign in.");
        assert_eq!(answer.headers["set-cookie"], FORGOTTEN);
    }
    assert!(office.record.take_seen().is_empty());
}

#[tokio::test]
async fn a_role_that_may_not_is_told_so() {
    let office = Office::start().await;
    let words = "Your role does not allow this.";
    for reason in ["NO_PERMISSION", "REAUTHENTICATE"] {
        let status = status::with_reason(Code::PermissionDenied, reason, words);
        office.record.refuse("CorrectParcelWeight", status);
        let refused = request(&office, WEIGHT, &correction(1, None));
        let answer = send(with_session(refused, "accountant")).await;
        assert_eq!(answer.status.code(), Code::PermissionDenied);
        assert_eq!(status::details(&answer.status).reason.as_deref(), Some(reason));
        assert!(!answer.headers.contains_key("set-cookie"));
        assert_eq!(outcome(&office).await, (StaffOutcome::Refused, reason.to_owned()));
    }
}

#[tokio::test]
async fn a_fault_keeps_its_words_to_itself() {
    let office = Office::start().await;
    for (fault, shown) in [
        (Status::internal("at line 7"), Code::Internal),
        (Status::unavailable("10.0.0.7 refused"), Code::Unavailable),
        (Status::deadline_exceeded("late"), Code::Unavailable),
    ] {
        office.record.refuse("CorrectParcelWeight", fault);
        let answer = call(&office, WEIGHT, &correction(1, None)).await;
        assert_eq!((answer.status.code(), answer.status.message()), (shown, ""));
    }
}

#[tokio::test]
async fn the_protections_of_rest_hold() {
    let office = Office::start().await;
    let own = || with_session(request(&office, WEIGHT, &correction(1, None)), "owner");
    let large = with_session(request(&office, WEIGHT, &vec![0; 65 * 1024]), "owner");
    for (request, status) in [
        (own().header("sec-fetch-site", "cross-site"), 403),
        (own().header("origin", "https://elsewhere.example"), 403),
        (large, 413),
    ] {
        assert_eq!(request.send().await.unwrap().status(), status);
    }
    let path = format!("/api/office/rpc/{WEIGHT}");
    let read = office.request(Method::GET, &path).send().await.unwrap();
    assert_eq!(read.status(), 405);
    assert!(office.record.take_authorizations().is_empty());
}
