//! The services behind the office. What they answer for somebody of the staff is asked through `staff_calls` only.

mod goods;
mod money_calls;
pub(crate) mod outcomes;
mod service_urls;
mod sessions;
mod staff_call;
pub(crate) mod staff_calls;
pub(crate) mod staff_token;

use std::time::Duration;

use proto::{
    billing::v1::{
        billing_service_client::BillingServiceClient, ledger_service_client::LedgerServiceClient,
        tax_rate_service_client::TaxRateServiceClient,
    },
    catalog::v1::{
        catalog_service_client::CatalogServiceClient, pack_service_client::PackServiceClient,
        photo_service_client::PhotoServiceClient,
        product_editing_service_client::ProductEditingServiceClient,
        product_import_service_client::ProductImportServiceClient,
        shop_editing_service_client::ShopEditingServiceClient, shop_service_client::ShopServiceClient,
    },
    contact::v1::ticket_service_client::TicketServiceClient,
    identity::v1::{
        shopper_service_client::ShopperServiceClient,
        staff_directory_service_client::StaffDirectoryServiceClient,
        staff_service_client::StaffServiceClient,
    },
    inventory::v1::{
        inventory_service_client::InventoryServiceClient,
        oversold_pack_service_client::OversoldPackServiceClient,
        packing_service_client::PackingServiceClient, recall_service_client::RecallServiceClient,
        stock_export_service_client::StockExportServiceClient,
        stock_import_service_client::StockImportServiceClient,
    },
    order::v1::{
        cash_on_delivery_service_client::CashOnDeliveryServiceClient,
        order_editing_service_client::OrderEditingServiceClient,
        order_export_service_client::OrderExportServiceClient,
        order_number_service_client::OrderNumberServiceClient, order_service_client::OrderServiceClient,
        pincode_service_client::PincodeServiceClient,
        recall_notice_service_client::RecallNoticeServiceClient,
        returned_money_service_client::ReturnedMoneyServiceClient,
        tracking_import_service_client::TrackingImportServiceClient,
        unconfirmed_order_service_client::UnconfirmedOrderServiceClient,
    },
    payment::v1::{
        bank_statement_service_client::BankStatementServiceClient,
        payment_office_service_client::PaymentOfficeServiceClient,
        reconciliation_service_client::ReconciliationServiceClient,
        settlement_service_client::SettlementServiceClient,
    },
    review::v1::review_moderation_service_client::ReviewModerationServiceClient,
};
use runtime::{Client, Frame, Target};
use web::backend::Backend;

pub use service_urls::ServiceUrls;

/// How long a service may take: a quarter of what a request has. A move asks four times, for two tokens, for the order and for itself;
/// the tokens take some milliseconds.
const DEADLINE: Duration = Duration::from_millis(2_400);

/// How long a photo may take, which travels and is decoded, or a file of rows: what services give any call.
const UPLOAD_DEADLINE: Duration = Duration::from_secs(8);

/// How long a page of an export may take: five hundred orders are read whole.
const EXPORT_DEADLINE: Duration = Duration::from_secs(4);

/// One client a service. Connections are made at the first call and again after a loss.
#[derive(Debug)]
pub(crate) struct Clients {
    catalog: Backend<CatalogServiceClient<Client>>,
    /// The same service for packs in whatever state.
    packs: Backend<PackServiceClient<Client>>,
    /// The same service for files of photos.
    photos: Backend<PhotoServiceClient<Client>>,
    /// The same service, for products as staff work on them.
    editing: Backend<ProductEditingServiceClient<Client>>,
    /// The same service for photos that are uploaded.
    uploads: Backend<ProductEditingServiceClient<Client>>,
    /// The same service for files of products that are brought in.
    product_imports: Backend<ProductImportServiceClient<Client>>,
    /// The same service for what the shop says of itself, and for writing that.
    shop: Backend<ShopServiceClient<Client>>,
    shop_editing: Backend<ShopEditingServiceClient<Client>>,
    contact: Backend<TicketServiceClient<Client>>,
    identity: Backend<StaffServiceClient<Client>>,
    /// The same service, for who of the staff is who. Whether it is up, every token that it gives tells.
    directory: Backend<StaffDirectoryServiceClient<Client>>,
    /// The same service, for shoppers.
    shoppers: Backend<ShopperServiceClient<Client>>,
    inventory: Backend<InventoryServiceClient<Client>>,
    /// The same service for stock that is taken out as a file, and for files that are brought in.
    stock_exports: Backend<StockExportServiceClient<Client>>,
    stock_imports: Backend<StockImportServiceClient<Client>>,
    /// The same service, for what is known of recalls.
    recalls: Backend<RecallServiceClient<Client>>,
    /// The same service, for what a packer needs to know.
    packing: Backend<PackingServiceClient<Client>>,
    /// The same service, for packs that orders wait for.
    oversold: Backend<OversoldPackServiceClient<Client>>,
    order: Backend<OrderServiceClient<Client>>,
    /// The same service, for what orders are called.
    order_numbers: Backend<OrderNumberServiceClient<Client>>,
    /// The same service, for orders that nobody has confirmed.
    unconfirmed: Backend<UnconfirmedOrderServiceClient<Client>>,
    /// The same service, for mails about recalls.
    recall_notices: Backend<RecallNoticeServiceClient<Client>>,
    /// The same service, for money that people gave back.
    returned_money: Backend<ReturnedMoneyServiceClient<Client>>,
    /// The same service, for what is written about orders and corrected in them. Every order is found before, which tells whether it
    /// is up.
    order_editing: Backend<OrderEditingServiceClient<Client>>,
    /// The same service for orders that are taken out as a file.
    order_exports: Backend<OrderExportServiceClient<Client>>,
    /// The same service for cash that carriers collect, and for files of their remittances and of pincodes.
    cash: Backend<CashOnDeliveryServiceClient<Client>>,
    remittances: Backend<CashOnDeliveryServiceClient<Client>>,
    pincodes: Backend<PincodeServiceClient<Client>>,
    /// The same service for files of carriers' numbers.
    tracking: Backend<TrackingImportServiceClient<Client>>,
    /// What the shop was paid through a provider. Whether it and the next ones are up changes nothing for the rest of the office.
    payments: Backend<PaymentOfficeServiceClient<Client>>,
    /// The same service for what of payments somebody has to look at.
    findings: Backend<ReconciliationServiceClient<Client>>,
    /// The same service for what the provider pays out.
    settlements: Backend<SettlementServiceClient<Client>>,
    /// The same service for credits of the bank's statements, and for files of these.
    credits: Backend<BankStatementServiceClient<Client>>,
    statements: Backend<BankStatementServiceClient<Client>>,
    billing: Backend<BillingServiceClient<Client>>,
    /// The same service, for the books.
    books: Backend<LedgerServiceClient<Client>>,
    tax_rates: Backend<TaxRateServiceClient<Client>>,
    review: Backend<ReviewModerationServiceClient<Client>>,
    /// Where the log is told what came of calls.
    pub(crate) outcomes: outcomes::Outcomes,
}

impl Clients {
    pub(crate) fn new(urls: ServiceUrls, frame: &Frame) -> Self {
        let client = |target: Target| frame.client(target, DEADLINE);
        let uploading = |target: &Target| frame.client(target.clone(), UPLOAD_DEADLINE);
        let exporting = |target: &Target| frame.client(target.clone(), EXPORT_DEADLINE);
        let identity = client(urls.identity_url);
        let exports = exporting(&urls.order_url);
        let files_of_orders = uploading(&urls.order_url);
        let order = client(urls.order_url);
        Self {
            outcomes: outcomes::Outcomes::told_to(identity.clone(), frame),
            photos: Backend::new(client(urls.catalog_url.clone()), PhotoServiceClient::new),
            editing: Backend::new(client(urls.catalog_url.clone()), ProductEditingServiceClient::new),
            uploads: Backend::new(uploading(&urls.catalog_url), ProductEditingServiceClient::new),
            product_imports: Backend::new(uploading(&urls.catalog_url), ProductImportServiceClient::new),
            shop: Backend::new(client(urls.catalog_url.clone()), ShopServiceClient::new),
            shop_editing: Backend::new(client(urls.catalog_url.clone()), ShopEditingServiceClient::new),
            packs: Backend::new(client(urls.catalog_url.clone()), PackServiceClient::new),
            catalog: Backend::new(client(urls.catalog_url), CatalogServiceClient::new),
            contact: Backend::new(client(urls.contact_url), TicketServiceClient::new),
            identity: Backend::new(identity.clone(), StaffServiceClient::new),
            directory: Backend::new(identity.clone(), StaffDirectoryServiceClient::new),
            shoppers: Backend::new(identity, ShopperServiceClient::new),
            stock_exports: Backend::new(exporting(&urls.inventory_url), StockExportServiceClient::new),
            stock_imports: Backend::new(uploading(&urls.inventory_url), StockImportServiceClient::new),
            recalls: Backend::new(client(urls.inventory_url.clone()), RecallServiceClient::new),
            packing: Backend::new(client(urls.inventory_url.clone()), PackingServiceClient::new),
            oversold: Backend::new(client(urls.inventory_url.clone()), OversoldPackServiceClient::new),
            inventory: Backend::new(client(urls.inventory_url), InventoryServiceClient::new),
            order: Backend::new(order.clone(), OrderServiceClient::new),
            recall_notices: Backend::new(order.clone(), RecallNoticeServiceClient::new),
            returned_money: Backend::new(order.clone(), ReturnedMoneyServiceClient::new),
            order_numbers: Backend::new(order.clone(), OrderNumberServiceClient::new),
            unconfirmed: Backend::new(order.clone(), UnconfirmedOrderServiceClient::new),
            cash: Backend::new(order.clone(), CashOnDeliveryServiceClient::new),
            remittances: Backend::new(files_of_orders.clone(), CashOnDeliveryServiceClient::new),
            pincodes: Backend::new(files_of_orders.clone(), PincodeServiceClient::new),
            tracking: Backend::new(files_of_orders, TrackingImportServiceClient::new),
            order_editing: Backend::new(order, OrderEditingServiceClient::new),
            order_exports: Backend::new(exports, OrderExportServiceClient::new),
            statements: Backend::new(uploading(&urls.payment_url), BankStatementServiceClient::new),
            credits: Backend::new(client(urls.payment_url.clone()), BankStatementServiceClient::new),
            findings: Backend::new(client(urls.payment_url.clone()), ReconciliationServiceClient::new),
            settlements: Backend::new(client(urls.payment_url.clone()), SettlementServiceClient::new),
            payments: Backend::new(client(urls.payment_url), PaymentOfficeServiceClient::new),
            books: Backend::new(exporting(&urls.billing_url), LedgerServiceClient::new),
            tax_rates: Backend::new(client(urls.billing_url.clone()), TaxRateServiceClient::new),
            billing: Backend::new(client(urls.billing_url), BillingServiceClient::new),
            review: Backend::new(client(urls.review_url), ReviewModerationServiceClient::new),
        }
    }

    /// Asks the services that were down at their last call whether they are back.
    pub(crate) async fn look_again(&self) {
        tokio::join!(
            self.catalog.look_again(),
            self.identity.look_again(),
            self.inventory.look_again(),
            self.order.look_again(),
            self.review.look_again(),
            self.contact.look_again(),
        );
    }

    /// Whether each service could answer its last call: catalog, identity, inventory, order, review, contact.
    pub(crate) fn are_up(&self) -> [Option<bool>; 6] {
        [
            self.catalog.is_up(),
            self.identity.is_up(),
            self.inventory.is_up(),
            self.order.is_up(),
            self.review.is_up(),
            self.contact.is_up(),
        ]
    }
}
