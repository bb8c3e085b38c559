//! The program crashes at a critical step, and another instance continues.

use payment_simulator::Simulator;
use proto::payment::v1::{
    CheckPaymentRequest, GetPaymentRequest, PaymentState, StartPaymentRequest,
    payment_service_client::PaymentServiceClient,
};
use serde_json::json;
use testkit::{TestDatabase, eventually};
use tonic::transport::Channel;

use crate::{fake_orders::FakeOrders, shop::simulated};

/// The real program, as Kubernetes runs it.
struct Program {
    running: testkit::Program,
    payments: PaymentServiceClient<Channel>,
}

impl Program {
    /// Starts the program, to crash at the step `fail_at`.
    fn start(database: &TestDatabase, orders: &FakeOrders, simulator: &Simulator, fail_at: &str) -> Self {
        let account = simulated();
        let settings = [
            ("DATABASE_URL", database.url().to_owned()),
            ("NATS_URL", testkit::nats_url()),
            ("ORDER_URL", orders.target().to_string()),
            ("CATALOG_URL", testkit::away().to_string()),
            ("RAZORPAY_KEY_ID", account.key_id),
            ("RAZORPAY_KEY_SECRET", account.key_secret),
            ("RAZORPAY_WEBHOOK_SECRET", account.webhook_secret),
            ("RAZORPAY_URL", simulator.url().to_string()),
            ("FAIL_AT", fail_at.to_owned()),
        ];
        let running = testkit::Program::start(env!("CARGO_BIN_EXE_payment"), settings);
        let channel = Channel::from_shared(running.url())
            .expect("it is a URL")
            .connect_lazy();
        Self {
            running,
            payments: PaymentServiceClient::new(channel),
        }
    }

    async fn has_died(&mut self) {
        eventually("it dies", async || self.running.has_ended().then_some(())).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn money_is_settled_once_whenever_the_program_dies_on_the_way() {
    runtime::install_process_defaults();
    for fail_at in ["payment.after_capture", "accept-payment.after_effect"] {
        let database = testkit::database(&[]).await;
        let orders = FakeOrders::serve().await;
        let simulator = Simulator::start(simulated()).await.expect("it starts");
        let mut program = Program::start(&database, &orders, &simulator, fail_at);
        let order_id = orders.place();
        let request = StartPaymentRequest {
            order_id: order_id.clone(),
            return_path: "/".to_owned(),
        };
        program
            .payments
            .start_payment(request)
            .await
            .expect("the shopper is asked");
        let attempt: uuid::Uuid = sqlx::query_scalar("SELECT id FROM attempts")
            .fetch_one(database.pool())
            .await
            .expect("it is written down");
        let pay = reqwest::Client::builder().no_proxy().build().expect("a client");
        let pay = pay.post(format!("{}simulator/pay", simulator.url()));
        let paid = pay
            .json(&json!({ "order": attempt, "button": "upi" }))
            .send()
            .await
            .expect("it is paid");
        assert_eq!(paid.status(), 200);
        // The browser checks the payment. It gets no answer if the program crashes during the call.
        let returned_to_origin = CheckPaymentRequest {
            order_id: order_id.clone(),
        };
        let _ = program.payments.check_payment(returned_to_origin).await;
        program.has_died().await;

        let program = Program::start(&database, &orders, &simulator, "none");
        eventually("it ends paid", async || {
            let order_id = order_id.clone();
            let mut payments = program.payments.clone();
            let answer = payments.get_payment(GetPaymentRequest { order_id }).await;
            let payment = answer.ok()?.into_inner().payment?;
            (payment.state() == PaymentState::Paid).then_some(())
        })
        .await;
        let told: i64 =
            sqlx::query_scalar("SELECT count(*) FROM outbox WHERE subject = 'shop.payment.captured.v1'")
                .fetch_one(database.pool())
                .await
                .expect("it is counted");
        assert_eq!(told, 1, "{fail_at}");
        let mut payments: Vec<_> = orders
            .settled(&order_id)
            .into_iter()
            .map(|call| call.payment_id)
            .collect();
        payments.dedup();
        assert_eq!(
            payments.len(),
            1,
            "{fail_at}: one payment, however often it was told of"
        );
    }
}
