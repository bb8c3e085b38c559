//! Stories about a client and several replicas of a service.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use fakes::catalog::v1::catalog_service_server::{CatalogService, CatalogServiceServer};
use proto::catalog::v1::{ListProductsRequest, ListProductsResponse};
use runtime::{Client, Target};
use testkit::{FaultProxy, Served};
use tonic::{Code, Request, Response, Status, async_trait};

/// Longer than any of these stories. A call that waits for it has not noticed a silent replica.
const DEADLINE: Duration = Duration::from_mins(1);

/// A catalog that counts its calls.
#[derive(Clone, Default)]
struct Counting(Arc<AtomicUsize>);

#[async_trait]
impl CatalogService for Counting {
    async fn list_products(
        &self,
        _: Request<ListProductsRequest>,
    ) -> Result<Response<ListProductsResponse>, Status> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Ok(Response::new(ListProductsResponse::default()))
    }
}

struct Replica {
    calls: Arc<AtomicUsize>,
    served: Served,
}

impl Replica {
    async fn serve() -> Self {
        let catalog = Counting::default();
        let calls = Arc::clone(&catalog.0);
        let served = testkit::grpc(CatalogServiceServer::new(catalog)).await;
        Self { calls, served }
    }

    fn calls(&self) -> usize {
        self.calls.load(Ordering::Relaxed)
    }
}

fn client(targets: &[String]) -> Client {
    let target: Target = targets.join(",").parse().expect("they are URLs");
    runtime::client(target, DEADLINE)
}

async fn list(client: &Client) -> Result<(), Code> {
    let answer = client.call(ListProductsRequest::default()).await;
    answer.map(drop).map_err(|status| status.code())
}

async fn list_once(client: &Client) -> Result<(), Code> {
    let answer = client.call_once(ListProductsRequest::default()).await;
    answer.map(drop).map_err(|status| status.code())
}

#[tokio::test]
async fn every_replica_gets_its_share() {
    let replicas = [
        Replica::serve().await,
        Replica::serve().await,
        Replica::serve().await,
    ];
    let client = client(
        &replicas
            .each_ref()
            .map(|replica| replica.served.target().to_string()),
    );
    for _ in 0..100 {
        let answers = futures_util::future::join_all((0..3).map(|_| list_once(&client)));
        assert_eq!(answers.await, [Ok(()); 3]);
    }
    for replica in &replicas {
        assert!(
            (70..=135).contains(&replica.calls()),
            "{} of 300",
            replica.calls()
        );
    }
}

#[tokio::test]
async fn a_call_to_a_replica_that_is_gone_is_tried_elsewhere() {
    let (gone, there) = (Replica::serve().await, Replica::serve().await);
    let client = client(&[
        gone.served.target().to_string(),
        there.served.target().to_string(),
    ]);
    assert_eq!(list_once(&client).await, Ok(()));
    assert_eq!(list_once(&client).await, Ok(()), "both are connected");
    gone.served.stop();
    for _ in 0..20 {
        assert_eq!(list_once(&client).await, Ok(()));
    }
}

#[tokio::test]
async fn a_service_without_replicas_is_unavailable() {
    let gone = Replica::serve().await;
    let client = client(&[gone.served.target().to_string()]);
    gone.served.stop();
    testkit::eventually("the call is refused", async || {
        (list(&client).await == Err(Code::Unavailable)).then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_silent_replica_holds_up_no_call_that_may_be_repeated_and_is_put_aside_for_all() {
    let (frozen, lively) = (Replica::serve().await, Replica::serve().await);
    let (proxy, frozen_url) = FaultProxy::in_front_of(&frozen.served.target().to_string()).await;
    let client = client(&[frozen_url, lively.served.target().to_string()]);
    assert_eq!(list(&client).await, Ok(()));
    assert_eq!(list(&client).await, Ok(()));
    assert_eq!((frozen.calls(), lively.calls()), (1, 1), "both are connected");

    proxy.hang();
    let answers = futures_util::future::join_all((0..20).map(|_| list(&client)));
    assert_eq!(answers.await, [Ok(()); 20]);
    // It is ejected: calls that must not be repeated avoid it, too. Otherwise they would wait for the
    // deadline.
    for _ in 0..10 {
        assert_eq!(list_once(&client).await, Ok(()));
    }

    proxy.restore();
    let before = frozen.calls();
    testkit::eventually("the replica gets calls again", async || {
        list(&client).await.expect("one of two answers");
        (frozen.calls() > before).then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_to_a_replica_that_is_only_slow_is_not_repeated() {
    let programs = [
        crate::start(runtime::Settings::default(), |_| ()).await,
        crate::start(runtime::Settings::default(), |_| ()).await,
    ];
    let client = client(&programs.each_ref().map(|program| program.target.to_string()));
    let [one, other] = programs.each_ref().map(|program| &program.waiting);
    let story = async {
        let (slow, idle) = tokio::select! {
            () = one.entered.notified() => (one, other),
            () = other.entered.notified() => (other, one),
        };
        // Time for two probes.
        let repeated = tokio::time::timeout(Duration::from_millis(1_200), idle.entered.notified());
        assert!(repeated.await.is_err(), "it lives, so no other replica is asked");
        slow.answer.notify_one();
    };
    let (answer, ()) = tokio::join!(list(&client), story);
    assert_eq!(answer, Ok(()));
}

/// A call may have taken effect when its connection breaks, so it is sent to another replica only if it is
/// repeatable.
#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_is_cut_off_in_the_middle_is_repeated_only_if_it_may_be() {
    let programs = [
        crate::start(runtime::Settings::default(), |_| ()).await,
        crate::start(runtime::Settings::default(), |_| ()).await,
    ];
    let [(one_line, one_url), (other_line, other_url)] = [
        FaultProxy::in_front_of(&programs[0].target.to_string()).await,
        FaultProxy::in_front_of(&programs[1].target.to_string()).await,
    ];
    let [one, other] = programs.each_ref().map(|program| &program.waiting);
    let client = client(&[one_url, other_url]);
    let cut_whoever_has_it = async || {
        let (line, idle) = tokio::select! {
            () = one.entered.notified() => (&one_line, other),
            () = other.entered.notified() => (&other_line, one),
        };
        line.cut();
        line.restore();
        idle
    };

    let (answer, idle) = tokio::join!(list_once(&client), cut_whoever_has_it());
    assert_eq!(answer, Err(Code::Unavailable), "its client has to decide");
    let asked = tokio::time::timeout(Duration::from_millis(200), idle.entered.notified());
    assert!(asked.await.is_err(), "no other replica did it again");

    let repeat = async {
        let idle = cut_whoever_has_it().await;
        idle.entered.notified().await;
        idle.answer.notify_one();
    };
    let (answer, ()) = tokio::join!(list(&client), repeat);
    assert_eq!(answer, Ok(()));
}
