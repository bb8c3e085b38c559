//! A shop that is paid to its own UPI address, and its office.

use std::time::Duration;

use proto::{
    csv::v1::{CsvFile, CsvImport, CsvImportState},
    payment::v1::{
        GetPaymentRequest, GetStatementImportRequest, ListUnmatchedCreditsRequest, MatchCreditRequest,
        PaymentState, StartStatementImportRequest, UnmatchedCredit,
        bank_statement_service_client::BankStatementServiceClient,
        payment_service_client::PaymentServiceClient,
    },
};
use runtime::Identity;
use testkit::{OfficeKeys, Served, TestDatabase, eventually};
use tonic::{Request, Status, service::interceptor::InterceptedService, transport::Channel};
use uuid::Uuid;

use crate::fake_orders::FakeOrders;

/// A staff member.
const BINA: &str = "0190b6a0-0000-7000-8000-00000000b17a";

/// A shop that is paid to its own UPI address, with one replica for shoppers and one for the office.
pub struct Shop {
    pub database: TestDatabase,
    pub orders: FakeOrders,
    pub payments: PaymentServiceClient<Channel>,
    statements: BankStatementServiceClient<InterceptedService<Channel, Identity>>,
    keys: OfficeKeys,
    _served: [Served; 2],
}

impl Shop {
    pub async fn open() -> Self {
        runtime::install_process_defaults();
        let database = testkit::database(&[]).await;
        let orders = FakeOrders::serve().await;
        let keys = OfficeKeys::new();
        let settings = || payment::Settings {
            database: database.settings(),
            events: outbox::Settings::new(testkit::nats_url()),
            order_url: orders.target(),
            catalog_url: testkit::away(),
            provider: payment::ProviderSettings {
                upi_address: Some("vasantam@okicici".to_owned()),
                ..payment::ProviderSettings::default()
            },
            site_url: "http://127.0.0.1:9/".to_owned(),
        };
        let for_shoppers = settings();
        let for_shoppers = testkit::serve(|frame| payment::service(for_shoppers, frame)).await;
        let for_office = settings();
        let for_office = testkit::serve_to(keys.callers(), |frame| payment::service(for_office, frame)).await;
        let patient = |served: &Served| {
            Channel::builder(served.url())
                .timeout(Duration::from_mins(1))
                .connect_lazy()
        };
        let shop = Self {
            payments: PaymentServiceClient::new(patient(&for_shoppers)),
            statements: BankStatementServiceClient::with_interceptor(patient(&for_office), keys.identity()),
            database,
            orders,
            keys,
            _served: [for_shoppers, for_office],
        };
        eventually("the service answers the office", async || {
            shop.unmatched(0, "").await.ok()
        })
        .await;
        shop
    }

    /// A request of the staff member Bina.
    fn asked<C: runtime::Call>(&self, message: C) -> Request<C> {
        self.keys.request(BINA, message)
    }

    /// An order with this number and the usual total.
    pub fn order(&self, number: &str) -> String {
        self.orders
            .keep(|order| number.clone_into(&mut order.order_number))
    }

    pub async fn start(&self, file: CsvFile) -> Result<CsvImport, Status> {
        let asked = StartStatementImportRequest { file: Some(file) };
        let request = self.asked(asked);
        let started = self.statements.clone().start_statement_import(request).await?;
        Ok(started.into_inner().import.expect("it is answered"))
    }

    /// Imports a statement and returns the import.
    pub async fn import(&self, content: &str, is_dry_run: bool) -> CsvImport {
        let import_id = Uuid::new_v4().to_string();
        let file = CsvFile {
            import_id: import_id.clone(),
            is_dry_run,
            content: content.as_bytes().to_vec(),
        };
        self.start(file).await.expect("it is taken");
        eventually("the file is read", async || {
            let asked = GetStatementImportRequest {
                import_id: import_id.clone(),
            };
            let request = self.asked(asked);
            let got = self.statements.clone().get_statement_import(request).await;
            let import = got.expect("it is kept").into_inner().import;
            import.filter(|import| import.state() != CsvImportState::Running)
        })
        .await
    }

    pub async fn unmatched(
        &self,
        page_size: i32,
        page_token: &str,
    ) -> Result<(Vec<UnmatchedCredit>, String), Status> {
        let asked = ListUnmatchedCreditsRequest {
            page_size,
            page_token: page_token.to_owned(),
        };
        let request = self.asked(asked);
        let page = self
            .statements
            .clone()
            .list_unmatched_credits(request)
            .await?
            .into_inner();
        Ok((page.credits, page.next_page_token))
    }

    /// The unresolved credits, by reference, once there are this many and none is waiting for its order.
    pub async fn left(&self, count: usize) -> Vec<UnmatchedCredit> {
        let mut left = eventually("credits are matched", async || {
            let (credits, _) = self.unmatched(100, "").await.expect("they are listed");
            let is_over = credits.iter().all(|credit| !credit.why.contains("being asked"));
            (is_over && credits.len() == count).then_some(credits)
        })
        .await;
        left.sort_by(|one, other| one.utr.cmp(&other.utr));
        left
    }

    pub async fn say(&self, credit: &UnmatchedCredit, order_number: &str, note: &str) -> Result<(), Status> {
        let said = MatchCreditRequest {
            credit_id: credit.credit_id.clone(),
            order_number: order_number.to_owned(),
            note: note.to_owned(),
        };
        let request = self.asked(said);
        self.statements.clone().match_credit(request).await?;
        Ok(())
    }

    pub async fn state(&self, order_id: &str) -> PaymentState {
        let order_id = order_id.to_owned();
        let got = self
            .payments
            .clone()
            .get_payment(GetPaymentRequest { order_id })
            .await;
        got.expect("it is answered")
            .into_inner()
            .payment
            .expect("it is")
            .state()
    }
}
