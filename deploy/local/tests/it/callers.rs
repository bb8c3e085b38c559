//! The access rules between programs: every method of the contract, by every caller, at every service.

use std::{
    collections::BTreeSet,
    net::SocketAddr,
    path::Path,
    process::{Child, Command, Stdio},
};

use local::{
    allowed_callers::{OPERATOR, STAFF, allowed},
    registry::{Service, programs},
};
use prost::Message as _;
use proto::order::v1::{
    Actor, OrderStatus, Ownership, TransitionOrderRequest, order_service_client::OrderServiceClient,
};
use runtime::{CallerKey, CallerKeys, Identity};
use testkit::TestDatabase;
use tonic::{Code, Request, Status, transport::Channel};
use tonic_prost::ProstCodec;

use crate::{program::Program, shop::OpenShop};

/// All services of the contract by full name, with their methods.
pub(crate) fn contract() -> Vec<(Service, String, Vec<String>)> {
    let files = prost_types::FileDescriptorSet::decode(proto::DESCRIPTORS).expect("the build wrote it");
    let described = files.file.into_iter().flat_map(|file| {
        let package = file.package().to_owned();
        file.service.into_iter().map(move |service| {
            let name = package.split('.').nth(1).expect("shop.<area>.v1");
            let served = Service::named(name).expect("an area is a service's");
            let methods = service.method.iter().map(|method| method.name().to_owned());
            (served, format!("{package}.{}", service.name()), methods.collect())
        })
    });
    described.collect()
}

/// All holders of keys: the callers, and the signer of staff tokens.
fn callers() -> Vec<&'static str> {
    let programs = programs().map(|program| program.name);
    programs.chain([OPERATOR, STAFF]).collect()
}

/// A channel to a service, without a caller's identity. Each call adds its own.
pub(crate) fn channel(address: SocketAddr) -> Channel {
    let channel = Channel::from_shared(format!("http://{address}")).expect("it is an address");
    channel.connect_lazy()
}

/// Calls a method with an empty request, and with a staff token if there is one.
pub(crate) async fn call(
    channel: &Channel,
    identity: &Identity,
    (service, method): (&str, &str),
    staff_token: Option<&str>,
) -> Result<(), Status> {
    let mut client = tonic::client::Grpc::new(channel.clone());
    let mut request = Request::new(());
    let mut headers = http::HeaderMap::new();
    identity.prove(service, &mut headers);
    request.metadata_mut().as_mut().extend(headers);
    if let Some(token) = staff_token {
        let token = token.parse().expect("a token is a value of a header");
        request.metadata_mut().insert("staff-token", token);
    }
    let path = format!("/{service}/{method}").parse().expect("it is a path");
    client.ready().await.expect("the service listens");
    let answer: Result<tonic::Response<()>, Status> =
        client.unary(request, path, ProstCodec::<(), ()>::default()).await;
    answer.map(drop)
}

/// Calls a method with an empty request, and returns the code of a refusal by access control.
async fn refused(channel: &Channel, identity: &Identity, service: &str, method: &str) -> Option<Code> {
    let answer = call(channel, identity, (service, method), None).await;
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

/// Compares the gRPC APIs of all services with the access rules. Returns the number of calls.
async fn hold_the_matrix(services: &[(Service, SocketAddr)], keys: &CallerKeys) -> usize {
    let mut asked = 0;
    for (served, service, methods) in contract() {
        let (_, address) = services
            .iter()
            .find(|(service, _)| *service == served)
            .expect("every service is asked");
        let channel = channel(*address);
        let grants = allowed(served);
        for method in &methods {
            for caller in callers() {
                let mut named = grants.iter().filter(|grant| !grant.signs_staff_tokens);
                let grant = named.find(|grant| grant.name == caller);
                let expected = match grant {
                    None => Some(Code::Unauthenticated),
                    Some(grant) if grant.methods.contains(method) => None,
                    Some(_) => Some(Code::PermissionDenied),
                };
                let found = refused(&channel, &keys.identity(caller), &service, method).await;
                assert_eq!(found, expected, "{caller} calls {service}/{method}");
                asked += 1;
            }
            let strangers = [
                Identity::unknown(),
                Identity::new("stranger", CallerKey::generate()),
                Identity::new("gateway", CallerKey::generate()),
                Identity::new("gateway", keys.of("notification").clone()),
            ];
            for stranger in strangers {
                let found = refused(&channel, &stranger, &service, method).await;
                assert_eq!(
                    found,
                    Some(Code::Unauthenticated),
                    "{stranger:?} calls {service}/{method}"
                );
                asked += 1;
            }
        }
    }
    asked
}

#[test]
fn the_table_names_methods_of_the_contract_and_every_one_has_a_caller() {
    for service in Service::ALL {
        let granted = allowed(service).into_iter();
        let granted: BTreeSet<_> = granted
            .flat_map(|grant| grant.methods.into_iter().chain(grant.staff.into_keys()))
            .collect();
        let of_service = contract().into_iter().filter(|(served, ..)| *served == service);
        let methods: Vec<_> = of_service.flat_map(|(.., methods)| methods).collect();
        let distinct: BTreeSet<_> = methods.iter().cloned().collect();
        assert_eq!(
            distinct.len(),
            methods.len(),
            "two gRPC services of {service:?} share a method's name"
        );
        assert_eq!(granted, distinct, "{service:?}");
    }
}

#[test]
fn only_programs_that_ask_a_service_may_call_it() {
    for service in Service::ALL {
        let grants = allowed(service);
        let granted: BTreeSet<_> = grants.iter().map(|grant| grant.name.as_str()).collect();
        assert_eq!(granted.len(), grants.len(), "{service:?} names a caller twice");
        let asking = programs().filter(|program| program.asks.contains(&service));
        let asking: BTreeSet<_> = asking.map(|program| program.name).collect();
        let granted = granted
            .into_iter()
            .filter(|name| ![OPERATOR, STAFF].contains(name));
        let granted: BTreeSet<_> = granted.collect();
        assert_eq!(granted, asking, "{service:?}");
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

/// The actor of a move is checked against the caller's grant.
#[tokio::test(flavor = "multi_thread")]
async fn a_caller_moves_orders_only_for_its_own_actors() {
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
            .envs(keys.variables(service.name(), &allowed(service)))
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
        if !allowed(service).is_empty() {
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
    for (served, service, methods) in contract() {
        let url = program.addresses["services"][served.name()]
            .as_str()
            .expect("a text");
        let address = url
            .trim_start_matches("http://")
            .parse()
            .expect("it is an address");
        let channel = channel(address);
        let grants = allowed(served);
        let grant = grants.iter().find(|grant| grant.name == OPERATOR);
        for method in &methods {
            let found = refused(&channel, &Identity::unknown(), &service, method).await;
            assert_eq!(found, Some(Code::Unauthenticated), "{service}/{method}");
            let expected = match grant {
                None => Some(Code::Unauthenticated),
                Some(grant) if grant.methods.contains(method) => None,
                Some(_) => Some(Code::PermissionDenied),
            };
            let found = refused(&channel, &operator, &service, method).await;
            assert_eq!(found, expected, "{service}/{method}");
        }
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
