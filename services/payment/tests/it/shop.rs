//! The payment service with its own database, a fake order service and a simulated provider.

use payment_simulator::{PaymentScenario, Simulator};
use proto::payment::v1::{
    CheckPaymentRequest, GetPaymentRequest, ListPaymentWaysRequest, Payment, PaymentState,
    StartPaymentRequest, payment_office_service_client::PaymentOfficeServiceClient,
    payment_service_client::PaymentServiceClient, reconciliation_service_client::ReconciliationServiceClient,
};
use reqwest::Client;
use serde_json::{Value, json};
use sqlx::PgPool;
use testkit::{Served, TestDatabase, eventually};
use tokio::task::JoinSet;
use tonic::{Status, transport::Channel};
use uuid::Uuid;

use crate::{fake_orders::FakeOrders, webhook_endpoint};

pub struct Shop {
    pub database: TestDatabase,
    pub orders: FakeOrders,
    pub simulator: Simulator,
    pub payments: PaymentServiceClient<Channel>,
    pub office: PaymentOfficeServiceClient<Channel>,
    pub findings: ReconciliationServiceClient<Channel>,
    pub channel: Channel,
    pub http: Client,
    _served: Served,
    _endpoint: JoinSet<()>,
}

impl Shop {
    pub async fn open() -> Self {
        Self::open_with(&testkit::nats_url()).await
    }

    /// Uses its own NATS server, because durable consumers have fixed names.
    pub async fn open_with(nats_url: &str) -> Self {
        Self::open_changed(nats_url, |_| ()).await
    }

    /// Changes the settings.
    pub async fn open_changed(nats_url: &str, change: impl FnOnce(&mut payment::Settings)) -> Self {
        runtime::install_process_defaults();
        let database = testkit::database(&[]).await;
        let orders = FakeOrders::serve().await;
        let simulator = Simulator::start(simulated()).await.expect("it starts");
        let mut settings = settings(&database, &orders, &simulator, nats_url);
        change(&mut settings);
        let served = testkit::serve(|frame| payment::service(settings, frame)).await;
        let channel = Channel::builder(served.url()).connect_lazy();
        let payments = PaymentServiceClient::new(channel.clone());
        let (url, endpoint) = webhook_endpoint::open(payments.clone()).await;
        simulator.send_webhooks_to(url);
        eventually("the service answers", async || {
            let mut payments = payments.clone();
            payments.list_payment_ways(ListPaymentWaysRequest {}).await.ok()
        })
        .await;
        Self {
            database,
            orders,
            simulator,
            payments,
            office: PaymentOfficeServiceClient::new(channel.clone()),
            findings: ReconciliationServiceClient::new(channel.clone()),
            channel,
            http: Client::builder()
                .no_proxy()
                .build()
                .expect("a client can be built"),
            _served: served,
            _endpoint: endpoint,
        }
    }

    pub async fn start(&self, order_id: &str) -> Result<Payment, Status> {
        let request = StartPaymentRequest {
            order_id: order_id.to_owned(),
            return_path: "/order/thanks".to_owned(),
        };
        let answer = self.payments.clone().start_payment(request).await?;
        Ok(answer.into_inner().payment.expect("it is answered"))
    }

    pub async fn get(&self, order_id: &str) -> Payment {
        let order_id = order_id.to_owned();
        let mut payments = self.payments.clone();
        let answer = payments.get_payment(GetPaymentRequest { order_id }).await;
        let answer = answer.expect("it is answered").into_inner();
        answer.payment.expect("it is answered")
    }

    pub async fn check(&self, order_id: &str) -> Payment {
        let order_id = order_id.to_owned();
        let mut payments = self.payments.clone();
        let answer = payments.check_payment(CheckPaymentRequest { order_id }).await;
        let answer = answer.expect("it is answered").into_inner();
        answer.payment.expect("it is answered")
    }

    /// Waits until the order's payment has this state, without polling the provider.
    pub async fn until(&self, order_id: &str, state: PaymentState) -> Payment {
        eventually(state.as_str_name(), async || {
            let payment = self.get(order_id).await;
            (payment.state() == state).then_some(payment)
        })
        .await
    }

    /// An order with an open payment, which the scenario decides.
    pub async fn started(&self, scenario: PaymentScenario) -> String {
        self.set_scenario(scenario).await;
        let order_id = self.orders.place();
        let payment = self.start(&order_id).await.expect("the shopper is asked");
        assert_eq!(payment.state(), PaymentState::Open);
        order_id
    }

    /// A paid order.
    pub async fn paid(&self, scenario: PaymentScenario) -> String {
        let order_id = self.started(scenario).await;
        self.press(&order_id, "upi").await;
        self.until(&order_id, PaymentState::Paid).await;
        order_id
    }

    /// Sets the scenario of everything created from now on.
    pub async fn set_scenario(&self, scenario: PaymentScenario) {
        self.post("simulator/scenario", &json!({ "scenario": scenario }))
            .await;
    }

    /// Presses a button of the provider's page.
    pub async fn press(&self, order_id: &str, button: &str) -> Value {
        let attempt = self.attempt(order_id).await;
        self.post("simulator/pay", &json!({ "order": attempt, "button": button }))
            .await
    }

    /// The last attempt of an order, which is the provider's reference.
    pub async fn attempt(&self, order_id: &str) -> Uuid {
        sqlx::query_scalar("SELECT id FROM attempts WHERE order_id = $1::uuid ORDER BY started_at DESC")
            .bind(order_id)
            .fetch_one(self.pool())
            .await
            .expect("money was asked for")
    }

    pub async fn post(&self, path: &str, body: &Value) -> Value {
        let url = format!("{}{path}", self.simulator.url());
        let answer = self.http.post(url).json(body).send().await;
        let answer = answer.expect("the simulator answers");
        assert_eq!(answer.status(), 200, "{path}");
        answer.json().await.expect("it answers JSON")
    }

    /// Every payment and refund at the provider.
    pub async fn provider_books(&self) -> Value {
        let url = format!("{}simulator/payments", self.simulator.url());
        let answer = self.http.get(url).send().await.expect("the simulator answers");
        answer.json().await.expect("it answers JSON")
    }

    pub fn pool(&self) -> &PgPool {
        self.database.pool()
    }

    pub async fn count(&self, question: &'static str) -> i64 {
        let counted = sqlx::query_scalar(question).fetch_one(self.pool()).await;
        counted.expect("it is counted")
    }

    /// The subjects and payloads of the published events, in order.
    pub async fn told(&self, subject: &str) -> Vec<Vec<u8>> {
        sqlx::query_scalar("SELECT payload FROM outbox WHERE subject = $1 ORDER BY created_at, id")
            .bind(subject)
            .fetch_all(self.pool())
            .await
            .expect("the outbox is read")
    }
}

/// The simulator's settings, with webhooks switched off.
pub fn simulated() -> payment_simulator::Settings {
    payment_simulator::Settings::on_a_free_port(None)
}

pub fn settings(
    database: &TestDatabase,
    orders: &FakeOrders,
    simulator: &Simulator,
    nats_url: &str,
) -> payment::Settings {
    let account = simulated();
    payment::Settings {
        database: database.settings(),
        events: outbox::Settings::new(nats_url),
        order_url: orders.target(),
        catalog_url: testkit::away(),
        provider: payment::ProviderSettings {
            razorpay_key_id: Some(account.key_id),
            razorpay_key_secret: Some(account.key_secret.into()),
            razorpay_webhook_secret: Some(account.webhook_secret.into()),
            razorpay_url: Some(simulator.url().to_string()),
            upi_address: None,
        },
        site_url: "http://127.0.0.1:9/".to_owned(),
    }
}
