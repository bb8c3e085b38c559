//! Stories about a program's frame: deadlines, error details, and graceful shutdown.

mod callers;
mod replicas;
mod violations;

use std::{
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use fakes::catalog::v1::catalog_service_server::{CatalogService, CatalogServiceServer};
use proto::{
    catalog::v1::{
        GetProductRequest, GetProductResponse, ListProductsRequest, ListProductsResponse,
        catalog_service_client::CatalogServiceClient,
    },
    order::v1::{CurrentPrice, CurrentPrices},
};
use runtime::{Frame, Settings, Shutdown, Target, status};
use tokio::sync::Notify;
use tonic::{Code, Request, Response, Status, async_trait};
use tonic_health::pb::{
    HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient,
};
use tonic_reflection::pb::v1::{
    ServerReflectionRequest, server_reflection_client::ServerReflectionClient,
    server_reflection_request::MessageRequest, server_reflection_response::MessageResponse,
};

/// A service that answers when it is notified.
#[derive(Clone, Default)]
struct Waiting {
    entered: Arc<Notify>,
    answer: Arc<Notify>,
}

#[async_trait]
impl CatalogService for Waiting {
    async fn list_products(
        &self,
        _: Request<ListProductsRequest>,
    ) -> Result<Response<ListProductsResponse>, Status> {
        self.entered.notify_one();
        self.answer.notified().await;
        Ok(Response::new(ListProductsResponse::default()))
    }

    async fn get_product(
        &self,
        _: Request<GetProductRequest>,
    ) -> Result<Response<GetProductResponse>, Status> {
        Err(runtime::status::internal(std::io::Error::other(
            "the password is hunter2",
        )))
    }
}

/// A running program with [`Waiting`] behind its gRPC server.
struct Program {
    waiting: Waiting,
    shutdown: Shutdown,
    address: SocketAddr,
    target: Target,
    ended: tokio::task::JoinHandle<anyhow::Result<()>>,
}

#[expect(
    clippy::disallowed_methods,
    reason = "each test awaits the task or ends with it"
)]
async fn start(mut settings: Settings, with: impl FnOnce(&Frame)) -> Program {
    // Only the tests in `callers` use access control.
    settings.callers.unproven_callers |= settings.callers.callers.is_none();
    let shutdown = Shutdown::new();
    let frame = Frame::bind("test", settings, shutdown.clone())
        .await
        .expect("port 0 is free");
    let (address, target) = (frame.address(), frame.address().into());
    with(&frame);
    let waiting = Waiting::default();
    let ended = tokio::spawn(frame.serve(CatalogServiceServer::new(waiting.clone()), proto::CONTRACT));
    Program {
        waiting,
        shutdown,
        address,
        target,
        ended,
    }
}

impl Program {
    fn client(&self, deadline: Duration) -> CatalogServiceClient<runtime::Client> {
        CatalogServiceClient::new(runtime::client(self.target.clone(), deadline))
    }

    async fn health(&self) -> ServingStatus {
        let mut health = HealthClient::new(runtime::client(self.target.clone(), Duration::from_secs(30)));
        health
            .check(HealthCheckRequest::default())
            .await
            .expect("health answers")
            .into_inner()
            .status()
    }
}

#[tokio::test]
async fn an_answer_that_takes_too_long_is_a_deadline_exceeded() {
    let program = start(Settings::default(), |_| ()).await;
    let started = Instant::now();
    let late = program
        .client(Duration::from_millis(200))
        .list_products(ListProductsRequest::default())
        .await;
    assert_eq!(
        late.expect_err("it takes too long").code(),
        Code::DeadlineExceeded
    );
    // The deadline is tested here. Without it, the call would take eight seconds.
    assert!(started.elapsed() < Duration::from_secs(7));
}

#[tokio::test]
async fn a_server_that_is_not_there_is_unavailable() {
    let program = start(Settings::default(), |_| ()).await;
    let mut client = program.client(Duration::from_secs(30));
    program.shutdown.request();
    program.ended.await.expect("no panic").expect("it stops in order");
    let refused = client
        .list_products(ListProductsRequest::default())
        .await
        .expect_err("the server has stopped");
    assert_eq!(refused.code(), Code::Unavailable);
}

#[tokio::test]
async fn the_source_of_an_internal_error_stays_inside() {
    let program = start(Settings::default(), |_| ()).await;
    let failed = program
        .client(Duration::from_secs(30))
        .get_product(GetProductRequest::default())
        .await;
    let failed = failed.expect_err("it fails");
    assert_eq!(
        (failed.code(), failed.message()),
        (Code::Internal, runtime::status::SOMETHING_WENT_WRONG)
    );
    assert!(!format!("{failed:?}").contains("hunter2"));
}

/// The server counts such a call as cancelled by its caller; it knows it by this message of tonic's.
#[tokio::test]
async fn a_call_without_a_request_is_refused_in_the_words_that_the_server_knows() {
    let program = start(Settings::default(), |_| ()).await;
    let mut channel =
        tonic::client::Grpc::new(runtime::client(program.target.clone(), Duration::from_secs(30)));
    channel.ready().await.expect("the client is ready");
    let path = http::uri::PathAndQuery::from_static("/shop.catalog.v1.CatalogService/ListProducts");
    let codec = tonic_prost::ProstCodec::<ListProductsRequest, ListProductsResponse>::default();
    let refused = channel
        .client_streaming(Request::new(tokio_stream::empty()), path, codec)
        .await;
    let refused = refused.expect_err("the request has no message");
    assert_eq!(
        (refused.code(), refused.message()),
        (Code::Internal, "Missing request message.")
    );
}

#[tokio::test]
async fn a_stop_answers_the_calls_in_flight() {
    let program = start(Settings::default(), |_| ()).await;
    let mut client = program.client(Duration::from_secs(30));
    let call = async { client.list_products(ListProductsRequest::default()).await };
    let stop = async {
        program.waiting.entered.notified().await;
        program.shutdown.request();
        program.waiting.answer.notify_one();
    };
    let (answer, ()) = tokio::join!(call, stop);
    answer.expect("a call in flight is answered");
    program.ended.await.expect("no panic").expect("it stops in order");
}

#[tokio::test]
async fn readiness_goes_off_before_the_door_closes() {
    let settings = Settings {
        drain_delay_seconds: 5,
        ..Settings::default()
    };
    let program = start(settings, |_| ()).await;
    assert_eq!(program.health().await, ServingStatus::Serving);
    program.shutdown.request();
    testkit::eventually("health says not serving while the server listens", async || {
        (program.health().await == ServingStatus::NotServing).then_some(())
    })
    .await;
}

#[tokio::test]
async fn background_tasks_end_after_the_server_has_drained() {
    let program = start(Settings::default(), |frame| {
        let stopping = frame.stopping();
        frame.spawn("patient", async move {
            stopping.cancelled().await;
            Ok(())
        });
    })
    .await;
    program.shutdown.request();
    program
        .ended
        .await
        .expect("no panic")
        .expect("a task that waits for its end is no failure");
}

#[tokio::test]
async fn a_background_task_that_gives_up_brings_the_program_down() {
    let program = start(Settings::default(), |frame| {
        frame.spawn("hasty", async { Ok(()) });
    })
    .await;
    let error = program
        .ended
        .await
        .expect("no panic")
        .expect_err("half a service is none");
    assert!(error.to_string().contains("hasty"), "{error}");

    let failing = |frame: &Frame| frame.spawn("unlucky", async { anyhow::bail!("the disk is full") });
    let error = start(Settings::default(), failing)
        .await
        .ended
        .await
        .expect("no panic")
        .expect_err("it failed");
    assert!(
        format!("{error:#}").contains("unlucky failed: the disk is full"),
        "{error:#}"
    );
}

#[tokio::test]
async fn a_background_task_that_panics_brings_the_program_down() {
    let panicking = |frame: &Frame| frame.spawn("clumsy", async { panic!("a broken invariant") });
    let ended = start(Settings::default(), panicking).await.ended.await;
    let error = ended
        .expect("the panic stays in its task")
        .expect_err("half a service is none");
    assert!(error.to_string().contains("clumsy panicked"), "{error}");
}

#[tokio::test]
async fn a_taken_port_is_the_first_error() {
    let program = start(Settings::default(), |_| ()).await;
    let settings = Settings {
        listen: program.address,
        ..Settings::default()
    };
    let error = Frame::bind("second", settings, Shutdown::new())
        .await
        .expect_err("the port is taken");
    assert!(
        error.to_string().contains("second cannot listen on 127.0.0.1:"),
        "{error}"
    );
}

/// The services that reflection lists. An error if the program does not answer.
async fn reflected(program: &Program) -> Result<Vec<String>, Status> {
    let channel = runtime::client(program.target.clone(), Duration::from_secs(30));
    let question = ServerReflectionRequest {
        host: String::new(),
        message_request: Some(MessageRequest::ListServices(String::new())),
    };
    let mut answers = ServerReflectionClient::new(channel)
        .server_reflection_info(tokio_stream::once(question))
        .await?
        .into_inner();
    let answer = answers.message().await?.expect("one question has one answer");
    match answer.message_response {
        Some(MessageResponse::ListServicesResponse(list)) => {
            Ok(list.service.into_iter().map(|service| service.name).collect())
        }
        other => panic!("a list was asked for, not {other:?}"),
    }
}

#[tokio::test]
async fn reflection_answers_only_where_it_is_switched_on() {
    let closed = start(Settings::default(), |_| ()).await;
    let refused = reflected(&closed).await.expect_err("it is off by default");
    assert_eq!(refused.code(), Code::Unimplemented);

    let open = Settings {
        reflection: true,
        ..Settings::default()
    };
    let names = reflected(&start(open, |_| ()).await)
        .await
        .expect("it is switched on");
    assert!(
        names.contains(&"shop.catalog.v1.CatalogService".to_owned()),
        "{names:?}"
    );
}

#[test]
fn a_message_comes_back_beside_the_reason() {
    let price = CurrentPrice {
        product_id: "karela".to_owned(),
        weight_in_grams: 100,
        price_paise: None,
    };
    let prices = CurrentPrices { prices: vec![price] };
    let plain = status::with_reason(Code::Aborted, "PRICE_CHANGED", "Karela Powder now costs ₹259");
    let status = status::with_message(&plain, &prices);
    assert_eq!((status.code(), status.message()), (plain.code(), plain.message()));
    assert_eq!(status::details(&status), status::details(&plain));
    assert_eq!(status::message(&status), Some(prices));
    assert_eq!(status::message::<CurrentPrice>(&status), None);
    assert_eq!(status::message::<CurrentPrices>(&plain), None);
}

#[tokio::test]
async fn a_service_decides_how_long_its_stop_may_take() {
    let shutdown = Shutdown::new();
    let frame = Frame::bind("patient", Settings::default(), shutdown.clone())
        .await
        .expect("port 0 is free");
    frame.set_stop_timeout(Duration::from_millis(50));
    frame.spawn("endless", std::future::pending());
    shutdown.request();
    let began = Instant::now();
    let error = frame.serve_health().await.expect_err("a task never ends");
    assert!(error.to_string().contains("did not stop within 50ms"), "{error}");
    assert!(began.elapsed() < runtime::GIVE_UP_AFTER, "{:?}", began.elapsed());
}
