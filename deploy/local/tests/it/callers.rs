//! The access rules between programs: every method of the contract, by every caller, at every service.

use std::{
    collections::BTreeSet,
    net::SocketAddr,
    path::Path,
    process::{Child, Command, Stdio},
};

use http::uri::PathAndQuery;
use local::{
    OPERATOR,
    registry::{Service, programs},
};
use proto::order::v1::{
    Actor, OrderStatus, Ownership, TransitionOrderRequest, order_service_client::OrderServiceClient,
};
use runtime::{CallerKey, CallerKeys, Identity, Method, STAFF_TOKEN_SIGNER};
use testkit::TestDatabase;
use tonic::{Code, Request, Status, transport::Channel};
use tonic_prost::ProstCodec;

use crate::{program::Program, shop::OpenShop};

/// All methods of the contract, with the service that has them.
pub(crate) fn contract() -> Vec<(Service, &'static Method)> {
    let methods = Service::ALL.into_iter().flat_map(|service| {
        let methods = proto::CONTRACT.methods_of(service.name());
        methods.map(move |method| (service, method))
    });
    methods.collect()
}

/// All holders of keys: the callers, and the signer of staff tokens.
fn callers() -> Vec<&'static str> {
    let programs = programs().map(|program| program.name);
    programs.chain([OPERATOR, STAFF_TOKEN_SIGNER]).collect()
}

/// A channel to a service, without a caller's identity. Each call adds its own.
pub(crate) fn channel(address: SocketAddr) -> Channel {
    let channel = Channel::from_shared(format!("http://{address}")).expect("it is an address");
    channel.connect_lazy()
}

/// Calls a method with an empty request, and with a staff token if there is one. Fails if the service lacks the
/// method.
pub(crate) async fn call(
    channel: &Channel,
    identity: &Identity,
    method: &Method,
    staff_token: Option<&str>,
) -> Result<(), Status> {
    let mut client = tonic::client::Grpc::new(channel.clone());
    let mut request = Request::new(());
    let mut headers = http::HeaderMap::new();
    identity.prove(method.service, &mut headers);
    request.metadata_mut().as_mut().extend(headers);
    if let Some(token) = staff_token {
        let token = token.parse().expect("a token is a value of a header");
        request.metadata_mut().insert("staff-token", token);
    }
    let path = PathAndQuery::from_static(method.path);
    client.ready().await.expect("the service listens");
    let answer: Result<tonic::Response<()>, Status> =
        client.unary(request, path, ProstCodec::<(), ()>::default()).await;
    let answer = answer.map(drop);
    let code = answer.as_ref().err().map(Status::code);
    assert_ne!(code, Some(Code::Unimplemented), "{}", method.path);
    answer
}

/// Calls a method with an empty request, and returns the code of a refusal by access control.
async fn refused(channel: &Channel, identity: &Identity, method: &Method) -> Option<Code> {
    let answer = call(channel, identity, method, None).await;
    refusal(&answer)
}

/// Returns the code if access control refused the program.
pub(crate) fn refusal(answer: &Result<(), Status>) -> Option<Code> {
    let status = answer.as_ref().err()?;
    status
        .metadata()
        .contains_key("caller-refused")
        .then(|| status.code())
}

/// The code with which a service refuses a caller without a staff token; `None` if it admits the call.
fn expected(service: Service, method: &Method, caller: &str) -> Option<Code> {
    if method.callers.contains(&caller) {
        None
    } else if caller != STAFF_TOKEN_SIGNER && service.callers().contains(caller) {
        Some(Code::PermissionDenied)
    } else {
        // The service does not know the caller's key.
        Some(Code::Unauthenticated)
    }
}

/// Compares the gRPC APIs of all services with the access rules. Returns the number of calls.
async fn hold_the_matrix(services: &[(Service, SocketAddr)], keys: &CallerKeys) -> usize {
    let mut asked = 0;
    for (served, method) in contract() {
        let (_, address) = services
            .iter()
            .find(|(service, _)| *service == served)
            .expect("every service is asked");
        let channel = channel(*address);
        for caller in callers() {
            let found = refused(&channel, &keys.identity(caller), method).await;
            assert_eq!(
                found,
                expected(served, method, caller),
                "{caller} calls {}",
                method.path
            );
            asked += 1;
        }
        let strangers = [
            Identity::unknown(),
            Identity::new("stranger", CallerKey::generate()),
            Identity::new("gateway", CallerKey::generate()),
            Identity::new("gateway", keys.of("notification").clone()),
        ];
        for stranger in strangers {
            let found = refused(&channel, &stranger, method).await;
            assert_eq!(
                found,
                Some(Code::Unauthenticated),
                "{stranger:?} calls {}",
                method.path
            );
            asked += 1;
        }
    }
    asked
}

#[test]
fn every_method_has_a_caller_and_a_name_of_its_own() {
    for service in Service::ALL {
        let methods = || proto::CONTRACT.methods_of(service.name()).collect::<Vec<_>>();
        let names: BTreeSet<_> = methods().into_iter().map(|method| method.name).collect();
        assert_eq!(
            names.len(),
            methods().len(),
            "two gRPC services of {service:?} share a method's name"
        );
        for method in methods() {
            let has_caller = !method.callers.is_empty() || method.staff.is_some();
            assert!(has_caller, "{} has no caller: say so in its options", method.path);
        }
    }
}

#[test]
fn only_programs_that_ask_a_service_may_call_it() {
    for service in Service::ALL {
        let asking = programs().filter(|program| program.calls.contains(&service));
        let asking: BTreeSet<_> = asking.map(|program| program.name).collect();
        let mut callers = service.callers();
        callers.retain(|name| ![OPERATOR, STAFF_TOKEN_SIGNER].contains(name));
        assert_eq!(callers, asking, "{service:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_caller_may_call_what_the_table_says_in_one_process() {
    let shop = OpenShop::start().await;
    let services = shop.shop.services();
    let services: Vec<_> = services
        .map(|(name, address)| (Service::named(name).expect("it is a service"), address))
        .collect();
    let asked = hold_the_matrix(&services, shop.shop.keys()).await;
    assert!(asked > 600, "the walk must have seen the contract: {asked}");
    shop.close().await;
}

/// The actor of a transition is checked against the caller's grant.
#[tokio::test(flavor = "multi_thread")]
async fn a_caller_changes_orders_only_for_its_own_actors() {
    let shop = OpenShop::shared().await;
    for (caller, actor, expected) in [
        // The order does not exist.
        ("gateway", Actor::Shopper, Code::NotFound),
        ("gateway", Actor::Staff, Code::PermissionDenied),
        ("gateway", Actor::System, Code::PermissionDenied),
        (OPERATOR, Actor::Staff, Code::NotFound),
        (OPERATOR, Actor::Shopper, Code::PermissionDenied),
        (OPERATOR, Actor::System, Code::PermissionDenied),
    ] {
        let request = TransitionOrderRequest {
            order_id: uuid::Uuid::now_v7().to_string(),
            to: OrderStatus::Cancelled.into(),
            version: 1,
            actor: actor.into(),
            ownership: Some(Ownership {
                mobile_number: "9876543210".to_owned(),
                ..Ownership::default()
            }),
            ..TransitionOrderRequest::default()
        };
        let mut orders = OrderServiceClient::new(shop.shop.client(caller, "order"));
        let refused = orders
            .transition_order(request)
            .await
            .expect_err("there is no such order");
        assert_eq!(refused.code(), expected, "{caller} as {actor:?}: {refused}");
    }
    shop.close().await;
}

/// A service as Kubernetes runs it, with the settings from the registry.
struct Process {
    child: Child,
    address: SocketAddr,
    _database: TestDatabase,
}

impl Process {
    async fn start(service: Service, keys: &CallerKeys) -> Self {
        const KEY: &str = "0123456789abcdef0123456789abcdef";
        let database = testkit::database(&[]).await;
        let mails = std::env::temp_dir();
        let binary = Path::new(env!("CARGO_BIN_EXE_shop")).with_file_name(service.name());
        let mut child = Command::new(binary)
            .env_clear()
            .env("LISTEN", "127.0.0.1:0")
            .env("LOG_FORMAT", "json")
            .env("RUST_LOG", "info")
            .env("DATABASE_URL", database.url())
            .env("NATS_URL", testkit::nats_url())
            .env("MAIL_DIR", mails)
            .env("CODE_KEY", KEY)
            .env("ORDER_LINK_KEY", KEY)
            .envs(keys.variables(service.name(), service.callers()))
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let address = testkit::listens_at(child.stderr.take().expect("stderr is piped"), drop);
        Self {
            child,
            address,
            _database: database,
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_caller_may_call_what_the_table_says_in_processes() {
    let keys = CallerKeys::generate(callers());
    let mut processes = Vec::new();
    for service in Service::ALL {
        if !service.callers().is_empty() {
            processes.push((service, Process::start(service, &keys).await));
        }
    }
    let services: Vec<_> = processes
        .iter()
        .map(|(service, process)| (*service, process.address))
        .collect();
    let asked = hold_the_matrix(&services, &keys).await;
    assert!(asked > 600, "the walk must have seen the contract: {asked}");
}

/// `make run` accepts only callers with a key, and gives the operator's key only to the user who started it.
#[tokio::test(flavor = "multi_thread")]
async fn the_program_of_make_run_refuses_who_has_no_key() {
    let program = Program::start("http://127.0.0.1:9").await;
    let key = program.addresses["operatorKey"].as_str().expect("a text").parse();
    let operator = Identity::new(OPERATOR, key.expect("it is a key"));
    for (served, method) in contract() {
        let url = program.addresses["services"][served.name()]
            .as_str()
            .expect("a text");
        let address = url
            .trim_start_matches("http://")
            .parse()
            .expect("it is an address");
        let channel = channel(address);
        let found = refused(&channel, &Identity::unknown(), method).await;
        assert_eq!(found, Some(Code::Unauthenticated), "{}", method.path);
        let found = refused(&channel, &operator, method).await;
        assert_eq!(found, expected(served, method, OPERATOR), "{}", method.path);
    }
    let metrics = program.metrics().await;
    assert!(
        metrics.contains(r#"calls_refused_total{service="shop",reason="unproven"}"#),
        "{metrics}"
    );
    let log = program.stop();
    assert!(log.contains("a call was refused at the door"));
    assert!(
        !log.contains("caller-proof") && !log.contains("operator."),
        "no proof is logged"
    );
}
