//! Calls for staff through the office. The staff member who changes an order or records its payment is named by
//! the token.

use std::time::Duration;

use proto::order::v1::{
    Actor, MoneyChannel, Order, OrderStatus, RecordPaymentRequest, TransitionOrderRequest,
    cash_on_delivery_service_client::CashOnDeliveryServiceClient,
    order_editing_service_client::OrderEditingServiceClient, order_service_client::OrderServiceClient,
    pincode_service_client::PincodeServiceClient, recall_notice_service_client::RecallNoticeServiceClient,
    tracking_import_service_client::TrackingImportServiceClient,
    unconfirmed_order_service_client::UnconfirmedOrderServiceClient,
};
use runtime::Identity;
use testkit::{OfficeKeys, Served};
use tonic::{Code, Request, Status, service::interceptor::InterceptedService, transport::Channel};

use crate::{
    Shop, good_order, settings,
    transitions::{ASHA, step},
};

/// A staff member.
pub(crate) const BINA: &str = "0190b6a0-0000-7000-8000-00000000b17a";

/// The office, with a replica of the service that knows it and the signer of tokens.
pub(crate) struct Office {
    pub(crate) orders: OrderServiceClient<InterceptedService<Channel, Identity>>,
    pub(crate) editing: OrderEditingServiceClient<InterceptedService<Channel, Identity>>,
    pub(crate) cash: CashOnDeliveryServiceClient<InterceptedService<Channel, Identity>>,
    pub(crate) pincodes: PincodeServiceClient<InterceptedService<Channel, Identity>>,
    pub(crate) recalls: RecallNoticeServiceClient<InterceptedService<Channel, Identity>>,
    pub(crate) tracking: TrackingImportServiceClient<InterceptedService<Channel, Identity>>,
    pub(crate) unconfirmed: UnconfirmedOrderServiceClient<InterceptedService<Channel, Identity>>,
    pub(crate) keys: OfficeKeys,
    _served: Served,
}

impl Office {
    /// Starts a replica on the shop's database.
    pub(crate) async fn open(shop: &Shop) -> Self {
        let keys = OfficeKeys::new();
        let beside = (&shop.catalog, &shop.inventory);
        let settings = settings(&shop.database, &testkit::nats_url(), beside);
        let served = testkit::serve_to(keys.callers(), |frame| order::service(settings, frame)).await;
        let channel = Channel::builder(served.url()).timeout(Duration::from_mins(1));
        let channel = channel.connect_lazy();
        let office = Self {
            orders: OrderServiceClient::with_interceptor(channel.clone(), keys.identity()),
            editing: OrderEditingServiceClient::with_interceptor(channel.clone(), keys.identity()),
            cash: CashOnDeliveryServiceClient::with_interceptor(channel.clone(), keys.identity()),
            pincodes: PincodeServiceClient::with_interceptor(channel.clone(), keys.identity()),
            recalls: RecallNoticeServiceClient::with_interceptor(channel.clone(), keys.identity()),
            tracking: TrackingImportServiceClient::with_interceptor(channel.clone(), keys.identity()),
            unconfirmed: UnconfirmedOrderServiceClient::with_interceptor(channel, keys.identity()),
            keys,
            _served: served,
        };
        testkit::eventually("the order service answers the office", async || {
            let nothing = office.transition(TransitionOrderRequest::default()).await;
            (nothing.expect_err("it is no transition").code() == Code::InvalidArgument).then_some(())
        })
        .await;
        office
    }

    /// Builds a request for Bina.
    fn asked<C: runtime::Call>(&self, message: C) -> Request<C> {
        self.keys.request(BINA, message)
    }

    async fn transition(&self, message: TransitionOrderRequest) -> Result<Order, Status> {
        let request = self.asked(message);
        let changed = self.orders.clone().transition_order(request).await?;
        Ok(changed.into_inner().order.expect("it is answered"))
    }
}

#[tokio::test]
async fn the_staff_token_names_who_changes_an_order() {
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    let id = shop.place(good_order()).await.expect("it is placed").order_id;
    let confirm = TransitionOrderRequest {
        actor_id: ASHA.to_owned(),
        ..step(&id, 1, OrderStatus::Confirmed, Actor::Staff)
    };
    for actor in [Actor::Shopper, Actor::System] {
        let other = TransitionOrderRequest {
            actor: actor.into(),
            ..confirm.clone()
        };
        let refused = office.transition(other).await.expect_err("staff are staff");
        assert_eq!(refused.code(), Code::PermissionDenied, "{actor:?}");
    }
    for _ in 0..2 {
        let changed = office.transition(confirm.clone()).await.expect("it may go there");
        assert_eq!((changed.version, changed.status()), (2, OrderStatus::Confirmed));
    }
    let no_id = TransitionOrderRequest {
        actor_id: "another".to_owned(),
        ..step(&id, 2, OrderStatus::Packed, Actor::Staff)
    };
    office.transition(no_id).await.expect("the token says who it is");
    let actors: Vec<(i32, Option<String>)> =
        sqlx::query_as("SELECT version, actor_id::text FROM order_changes ORDER BY version")
            .fetch_all(shop.database.pool())
            .await
            .expect("the changes can be read");
    let bina = || Some(BINA.to_owned());
    assert_eq!(actors, [(1, None), (2, bina()), (3, bina())]);
}

#[tokio::test]
async fn a_payment_is_recorded_with_its_staff_member() {
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    let placed = shop.place(good_order()).await.expect("it is placed");
    let request = RecordPaymentRequest {
        order_id: placed.order_id,
        channel: MoneyChannel::Cash.into(),
        amount_paise: placed.total_paise,
        received_on: shop.day(0).await,
        ..RecordPaymentRequest::default()
    };
    let request = office.asked(request);
    let paid = office.orders.clone().record_payment(request).await;
    let paid = paid.expect("it is paid").into_inner().order;
    let payment = paid.and_then(|order| order.payment);
    assert_eq!(payment.expect("it is answered").staff_id, BINA);
}
