//! Clients of the services behind the office. Calls for staff members go through `staff_calls` only.

pub(crate) mod audit_outcomes;
mod catalog_calls;
mod money_calls;
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

/// The timeout of a service call: a quarter of a request's time. A move makes four calls: two for tokens, one
/// for the order, one for the move. A token takes a few milliseconds.
const DEADLINE: Duration = Duration::from_millis(2_400);

/// The timeout for a photo, which is sent and decoded, or an import file: the services' limit for any call.
const UPLOAD_DEADLINE: Duration = Duration::from_secs(8);

/// The timeout for a page of an export: the order service reads five hundred orders in full.
const EXPORT_DEADLINE: Duration = Duration::from_secs(4);

/// One client per gRPC service. A client connects at its first call and reconnects after a loss.
#[derive(Debug)]
pub(crate) struct Clients {
    catalog: Backend<CatalogServiceClient<Client>>,
    /// The catalog, for packs in any state.
    packs: Backend<PackServiceClient<Client>>,
    /// The catalog, for photo files.
    photos: Backend<PhotoServiceClient<Client>>,
    /// The catalog, for products as staff members edit them.
    editing: Backend<ProductEditingServiceClient<Client>>,
    /// The catalog, for photo uploads.
    uploads: Backend<ProductEditingServiceClient<Client>>,
    /// The catalog, for product imports.
    product_imports: Backend<ProductImportServiceClient<Client>>,
    /// The catalog, for reading and writing the shop profile.
    shop: Backend<ShopServiceClient<Client>>,
    shop_editing: Backend<ShopEditingServiceClient<Client>>,
    contact: Backend<TicketServiceClient<Client>>,
    identity: Backend<StaffServiceClient<Client>>,
    /// The identity service, for the staff directory. The result of each token request shows whether it is
    /// up.
    directory: Backend<StaffDirectoryServiceClient<Client>>,
    /// The identity service, for shoppers.
    shoppers: Backend<ShopperServiceClient<Client>>,
    inventory: Backend<InventoryServiceClient<Client>>,
    /// The inventory, for stock exports and imports.
    stock_exports: Backend<StockExportServiceClient<Client>>,
    stock_imports: Backend<StockImportServiceClient<Client>>,
    /// The inventory, for recalls.
    recalls: Backend<RecallServiceClient<Client>>,
    /// The inventory, for packers.
    packing: Backend<PackingServiceClient<Client>>,
    /// The inventory, for packs that orders wait for.
    oversold: Backend<OversoldPackServiceClient<Client>>,
    order: Backend<OrderServiceClient<Client>>,
    /// The order service, for order numbers.
    order_numbers: Backend<OrderNumberServiceClient<Client>>,
    /// The order service, for unconfirmed orders.
    unconfirmed: Backend<UnconfirmedOrderServiceClient<Client>>,
    /// The order service, for recall mails.
    recall_notices: Backend<RecallNoticeServiceClient<Client>>,
    /// The order service, for manual refunds.
    returned_money: Backend<ReturnedMoneyServiceClient<Client>>,
    /// The order service, for notes and corrections. Each of these calls follows a look-up of the order,
    /// which shows whether the service is up.
    order_editing: Backend<OrderEditingServiceClient<Client>>,
    /// The order service, for order exports.
    order_exports: Backend<OrderExportServiceClient<Client>>,
    /// The order service, for cash on delivery, remittance imports and pincode imports.
    cash: Backend<CashOnDeliveryServiceClient<Client>>,
    remittances: Backend<CashOnDeliveryServiceClient<Client>>,
    pincodes: Backend<PincodeServiceClient<Client>>,
    /// The order service, for imports of tracking numbers.
    tracking: Backend<TrackingImportServiceClient<Client>>,
    /// The payment service. The office's health check ignores this service and the next ones.
    payments: Backend<PaymentOfficeServiceClient<Client>>,
    /// The payment service, for payment issues that need a person.
    findings: Backend<ReconciliationServiceClient<Client>>,
    /// The payment service, for payouts of the provider.
    settlements: Backend<SettlementServiceClient<Client>>,
    /// The payment service, for bank credits and imports of bank statements.
    credits: Backend<BankStatementServiceClient<Client>>,
    statements: Backend<BankStatementServiceClient<Client>>,
    billing: Backend<BillingServiceClient<Client>>,
    /// The billing service, for the books.
    books: Backend<LedgerServiceClient<Client>>,
    tax_rates: Backend<TaxRateServiceClient<Client>>,
    review: Backend<ReviewModerationServiceClient<Client>>,
    /// Reports the outcomes of calls to the audit log.
    pub(crate) outcomes: audit_outcomes::AuditOutcomes,
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
            outcomes: audit_outcomes::AuditOutcomes::reporting_to(identity.clone(), frame),
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

    /// Calls the services that were down at their last call, to learn whether they are back.
    pub(crate) async fn probe_all(&self) {
        tokio::join!(
            self.catalog.probe(),
            self.identity.probe(),
            self.inventory.probe(),
            self.order.probe(),
            self.review.probe(),
            self.contact.probe(),
        );
    }

    /// Whether each service answered its last call: catalog, identity, inventory, order, review, contact.
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
