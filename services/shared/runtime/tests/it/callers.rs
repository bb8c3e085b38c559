//! Stories about access control of a service.

use std::time::Duration;

use proto::catalog::v1::{
    GetEditedProductRequest, ListProductsRequest, SearchProductsRequest,
    catalog_service_client::CatalogServiceClient,
    product_editing_service_client::ProductEditingServiceClient,
};
use runtime::{
    Call as _, CallerKey, CallerSettings, Client, Frame, Identity, Settings, Shutdown, StaffClaims,
    StaffTokenKey,
};
use tonic::{Code, Request, Status, transport::Channel};

use crate::{Program, start};

const CATALOG: &str = "shop.catalog.v1.CatalogService";

/// A gateway that may search, and an order service that may not.
struct Keys {
    gateway: CallerKey,
    order: CallerKey,
}

impl Keys {
    fn new() -> Self {
        let [gateway, order] = [(); 2].map(|()| CallerKey::generate());
        Self { gateway, order }
    }

    fn settings(&self) -> Settings {
        let callers = format!("gateway={} order={}", self.gateway.public(), self.order.public());
        Settings {
            callers: CallerSettings {
                callers: Some(callers.parse().expect("it is a list of callers")),
                ..CallerSettings::default()
            },
            ..Settings::default()
        }
    }
}

/// Calls the service directly, without the client that converts rejections by access control.
async fn search(program: &Program, identity: &Identity, audience: &str) -> Code {
    let channel = Channel::from_shared(format!("http://{}", program.address)).expect("it is an address");
    let with_proof = |mut request: Request<()>| -> Result<Request<()>, Status> {
        let mut headers = http::HeaderMap::new();
        identity.prove(audience, &mut headers);
        request.metadata_mut().as_mut().extend(headers);
        Ok(request)
    };
    let mut catalog = CatalogServiceClient::with_interceptor(channel.connect_lazy(), with_proof);
    let answer = catalog.search_products(SearchProductsRequest::default()).await;
    answer.expect_err("no test asks for an answer").code()
}

#[tokio::test]
async fn a_call_is_let_in_when_its_caller_is_known_and_may_make_it() {
    let keys = Keys::new();
    let program = start(keys.settings(), |_| ()).await;
    // The service's own answer.
    let let_in = Code::Unimplemented;
    let gateway = Identity::new("gateway", keys.gateway.clone());
    for _ in 0..2 {
        assert_eq!(search(&program, &gateway, CATALOG).await, let_in);
    }
    let order = Identity::new("order", keys.order.clone());
    assert_eq!(search(&program, &order, CATALOG).await, Code::PermissionDenied);
    let refused = [
        ("it shows nothing", Identity::unknown(), CATALOG),
        (
            "it is unknown",
            Identity::new("stranger", CallerKey::generate()),
            CATALOG,
        ),
        (
            "the key is another's",
            Identity::new("gateway", keys.order.clone()),
            CATALOG,
        ),
        (
            "the proof is for another service",
            gateway,
            "shop.order.v1.OrderService",
        ),
    ];
    for (why, identity, audience) in refused {
        let code = search(&program, &identity, audience).await;
        assert_eq!(code, Code::Unauthenticated, "{why}");
    }
}

#[tokio::test]
async fn a_key_is_changed_while_both_are_known() {
    let (keys, next) = (Keys::new(), CallerKey::generate());
    let callers = format!("gateway={},{}", keys.gateway.public(), next.public());
    let mut settings = Settings::default();
    settings.callers.callers = Some(callers.parse().expect("it is a list of callers"));
    let program = start(settings, |_| ()).await;
    for key in [keys.gateway, next] {
        let gateway = Identity::new("gateway", key);
        assert_eq!(search(&program, &gateway, CATALOG).await, Code::Unimplemented);
    }
}

#[tokio::test]
async fn health_is_asked_by_everybody() {
    let program = start(Keys::new().settings(), |_| ()).await;
    program.health().await;
}

/// A shopper must not be told that their session is wrong if the calling program is rejected.
#[tokio::test]
async fn to_a_program_that_is_refused_the_service_is_away() {
    let keys = Keys::new();
    let program = start(keys.settings(), |_| ()).await;
    let client = |identity| {
        let client: Client = runtime::client(program.target.clone(), Duration::from_secs(30));
        CatalogServiceClient::new(client.known_as(identity))
    };
    for identity in [Identity::unknown(), Identity::new("order", keys.order.clone())] {
        let refused = client(identity)
            .list_products(ListProductsRequest::default())
            .await;
        assert_eq!(refused.expect_err("it may not").code(), Code::Unavailable);
    }
    let gateway = Identity::new("gateway", keys.gateway.clone());
    let answer = client(gateway)
        .search_products(SearchProductsRequest::default())
        .await;
    assert_eq!(
        answer.expect_err("no test asks for it").code(),
        Code::Unimplemented
    );
}

#[tokio::test]
async fn while_an_older_version_is_replaced_a_wrong_proof_is_still_refused() {
    let keys = Keys::new();
    let mut settings = keys.settings();
    settings.callers.unproven_callers = true;
    let program = start(settings, |_| ()).await;
    assert_eq!(
        search(&program, &Identity::unknown(), CATALOG).await,
        Code::Unimplemented
    );
    let forged = Identity::new("gateway", CallerKey::generate());
    assert_eq!(search(&program, &forged, CATALOG).await, Code::Unauthenticated);
    let order = Identity::new("order", keys.order.clone());
    assert_eq!(search(&program, &order, CATALOG).await, Code::PermissionDenied);
}

#[tokio::test]
async fn a_service_that_is_not_told_who_may_call_does_not_start() {
    for callers in [None, Some("")] {
        let mut settings = Settings::default();
        settings.callers.callers = callers.map(|list| list.parse().expect("an empty list is a list"));
        let frame = Frame::bind("test", settings, Shutdown::new()).await;
        let service =
            fakes::catalog::v1::catalog_service_server::CatalogServiceServer::new(crate::Waiting::default());
        let serving = frame.expect("port 0 is free").serve(service, proto::CONTRACT);
        let error = serving.await.expect_err("it has no callers");
        assert!(error.to_string().contains("CALLERS"), "{error}");
    }
}

#[tokio::test]
async fn a_staff_token_opens_the_one_thing_that_it_is_about() {
    let [office, staff] = [(); 2].map(|()| CallerKey::generate());
    let callers = format!("office={} staff={}", office.public(), staff.public());
    let mut settings = Settings::default();
    settings.callers.callers = Some(callers.parse().expect("it is a list of callers"));
    let program = start(settings, |_| ()).await;
    let office = Identity::new("office", office);
    let key = StaffTokenKey::from(staff);
    let method = GetEditedProductRequest::METHOD;
    let get = async |about: &str, product_id: &str| {
        let claims = StaffClaims {
            staff_id: "0192f3a0-7c00-7000-8000-000000000001".to_owned(),
            permissions: vec!["products.read".to_owned()],
            audience: method.service.to_owned(),
            method: method.name.to_owned(),
            about: about.to_owned(),
            is_reauthenticated: false,
        };
        let token = key.sign(&claims, time::OffsetDateTime::now_utc().unix_timestamp());
        let channel = Channel::from_shared(format!("http://{}", program.address)).expect("it is an address");
        let mut editing = ProductEditingServiceClient::new(channel.connect_lazy());
        let mut request = Request::new(GetEditedProductRequest {
            product_id: product_id.to_owned(),
        });
        let mut headers = http::HeaderMap::new();
        office.prove(method.service, &mut headers);
        request.metadata_mut().as_mut().extend(headers);
        let token = token.parse().expect("a token is a header's value");
        request.metadata_mut().insert("staff-token", token);
        let answer = editing.get_edited_product(request).await;
        answer.expect_err("the program has no such service").code()
    };
    for about in ["", "P-1"] {
        assert_eq!(get(about, about).await, Code::Unimplemented, "{about}");
    }
    for (about, product_id) in [("P-1", "P-2"), ("P-1", ""), ("", "P-1"), ("P-1", "P-1 ")] {
        assert_eq!(
            get(about, product_id).await,
            Code::PermissionDenied,
            "{about}: {product_id}"
        );
    }
}

#[test]
fn a_list_of_callers_that_says_nothing_clear_is_refused() {
    for (list, complaint) in [
        ("gateway", "name=key"),
        ("gateway=", "the key of gateway"),
        ("gateway=key", "the key of gateway"),
        (r#"[{"name":"gateway"}]"#, "name=key"),
    ] {
        let error = list.parse::<runtime::Callers>().expect_err(list).to_string();
        assert!(error.contains(complaint), "{list}: {error}");
    }
}
