//! The services behind the office. What they answer for somebody of the staff is asked through `staff_calls` only.

pub(crate) mod staff_calls;
pub(crate) mod staff_token;

use std::time::Duration;

use proto::{
    catalog::v1::{
        GetPhotoFileRequest, GetPhotoFileResponse, GetShopRequest, ListProductsRequest, Product, Shop,
        catalog_service_client::CatalogServiceClient, photo_service_client::PhotoServiceClient,
        product_editing_service_client::ProductEditingServiceClient,
        product_import_service_client::ProductImportServiceClient,
        shop_editing_service_client::ShopEditingServiceClient, shop_service_client::ShopServiceClient,
    },
    contact::v1::ticket_service_client::TicketServiceClient,
    identity::v1::{
        AcceptInvitationRequest, AcceptInvitationResponse, AuthorizeStaffRequest, AuthorizeStaffResponse,
        GetInvitationRequest, GetInvitationResponse, ReauthenticateRequest, SignInRequest, SignInResponse,
        SignOutRequest, shopper_service_client::ShopperServiceClient,
        staff_directory_service_client::StaffDirectoryServiceClient,
        staff_service_client::StaffServiceClient,
    },
    inventory::v1::{
        inventory_service_client::InventoryServiceClient,
        stock_export_service_client::StockExportServiceClient,
        stock_import_service_client::StockImportServiceClient,
    },
    order::v1::{
        cash_on_delivery_service_client::CashOnDeliveryServiceClient,
        order_editing_service_client::OrderEditingServiceClient,
        order_export_service_client::OrderExportServiceClient,
        order_number_service_client::OrderNumberServiceClient, order_service_client::OrderServiceClient,
        pincode_service_client::PincodeServiceClient,
        tracking_import_service_client::TrackingImportServiceClient,
    },
    review::v1::review_moderation_service_client::ReviewModerationServiceClient,
};
use runtime::{Client, Frame, Target, repeatable};
use tonic::Status;
use web::backend::Backend;

/// How long a service may take: a quarter of what a request has, since a move asks four times, for the order and for itself, each
/// with a token of its own.
const DEADLINE: Duration = Duration::from_millis(2_400);

/// How long a photo may take, which travels and is decoded, or a file of rows: what services give any call.
const UPLOAD_DEADLINE: Duration = Duration::from_secs(8);

/// How long a page of an export may take: five hundred orders are read whole.
const EXPORT_DEADLINE: Duration = Duration::from_secs(4);

/// Products asked for at once, so that no page comes near the 4 MiB that an answer may have.
const PRODUCTS_A_PAGE: i32 = 250;

/// Where the services behind the office answer.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct ServiceUrls {
    /// Where the catalog answers
    #[arg(long, env, default_value = "http://127.0.0.1:7001")]
    pub catalog_url: Target,
    /// Where the contact service answers
    #[arg(long, env, default_value = "http://127.0.0.1:7005")]
    pub contact_url: Target,
    /// Where the identity service answers
    #[arg(long, env, default_value = "http://127.0.0.1:7003")]
    pub identity_url: Target,
    /// Where the inventory answers
    #[arg(long, env, default_value = "http://127.0.0.1:7007")]
    pub inventory_url: Target,
    /// Where the order service answers
    #[arg(long, env, default_value = "http://127.0.0.1:7002")]
    pub order_url: Target,
    /// Where the review service answers
    #[arg(long, env, default_value = "http://127.0.0.1:7004")]
    pub review_url: Target,
}

/// One client a service. Connections are made at the first call and again after a loss.
#[derive(Debug)]
pub(crate) struct Clients {
    catalog: Backend<CatalogServiceClient<Client>>,
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
    order: Backend<OrderServiceClient<Client>>,
    /// The same service, for what orders are called.
    order_numbers: Backend<OrderNumberServiceClient<Client>>,
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
    review: Backend<ReviewModerationServiceClient<Client>>,
}

impl Clients {
    pub(crate) fn new(urls: ServiceUrls, frame: &Frame) -> Self {
        let client = |target: Target| frame.client(target, DEADLINE);
        let identity = client(urls.identity_url);
        let exports = frame.client(urls.order_url.clone(), EXPORT_DEADLINE);
        let files_of_orders = frame.client(urls.order_url.clone(), UPLOAD_DEADLINE);
        let order = client(urls.order_url);
        Self {
            photos: Backend::new(client(urls.catalog_url.clone()), PhotoServiceClient::new),
            editing: Backend::new(client(urls.catalog_url.clone()), ProductEditingServiceClient::new),
            uploads: Backend::new(
                frame.client(urls.catalog_url.clone(), UPLOAD_DEADLINE),
                ProductEditingServiceClient::new,
            ),
            product_imports: Backend::new(
                frame.client(urls.catalog_url.clone(), UPLOAD_DEADLINE),
                ProductImportServiceClient::new,
            ),
            shop: Backend::new(client(urls.catalog_url.clone()), ShopServiceClient::new),
            shop_editing: Backend::new(client(urls.catalog_url.clone()), ShopEditingServiceClient::new),
            catalog: Backend::new(client(urls.catalog_url), CatalogServiceClient::new),
            contact: Backend::new(client(urls.contact_url), TicketServiceClient::new),
            identity: Backend::new(identity.clone(), StaffServiceClient::new),
            directory: Backend::new(identity.clone(), StaffDirectoryServiceClient::new),
            shoppers: Backend::new(identity, ShopperServiceClient::new),
            stock_exports: Backend::new(
                frame.client(urls.inventory_url.clone(), EXPORT_DEADLINE),
                StockExportServiceClient::new,
            ),
            stock_imports: Backend::new(
                frame.client(urls.inventory_url.clone(), UPLOAD_DEADLINE),
                StockImportServiceClient::new,
            ),
            inventory: Backend::new(client(urls.inventory_url), InventoryServiceClient::new),
            order: Backend::new(order.clone(), OrderServiceClient::new),
            order_numbers: Backend::new(order.clone(), OrderNumberServiceClient::new),
            cash: Backend::new(order.clone(), CashOnDeliveryServiceClient::new),
            remittances: Backend::new(files_of_orders.clone(), CashOnDeliveryServiceClient::new),
            pincodes: Backend::new(files_of_orders.clone(), PincodeServiceClient::new),
            tracking: Backend::new(files_of_orders, TrackingImportServiceClient::new),
            order_editing: Backend::new(order, OrderEditingServiceClient::new),
            order_exports: Backend::new(exports, OrderExportServiceClient::new),
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

    /// All that the shop sells, which everybody may know.
    pub(crate) async fn all_products(&self) -> Result<Vec<Product>, Status> {
        let (mut products, mut page_token) = (Vec::new(), String::new());
        loop {
            let request = ListProductsRequest {
                page_size: PRODUCTS_A_PAGE,
                page_token,
            };
            let asked = self
                .catalog
                .call(async |mut catalog| catalog.list_products(repeatable(request)).await);
            let page = asked.await?;
            products.extend(page.products);
            if page.next_page_token.is_empty() {
                return Ok(products);
            }
            page_token = page.next_page_token;
        }
    }

    /// What the shop says of itself, which everybody may know; none from a catalog that knows no shop.
    pub(crate) async fn shop(&self) -> Result<Option<Shop>, Status> {
        let asked = self
            .shop
            .call(async |mut shop| shop.get_shop(repeatable(GetShopRequest {})).await);
        Ok(asked.await?.shop)
    }

    /// A file of a photo, which everybody may see.
    pub(crate) async fn photo_file(
        &self,
        request: GetPhotoFileRequest,
    ) -> Result<GetPhotoFileResponse, Status> {
        self.photos
            .call(async |mut photos| photos.get_photo_file(repeatable(request)).await)
            .await
    }

    /// Begins a session.
    pub(crate) async fn sign_in(&self, request: SignInRequest) -> Result<SignInResponse, Status> {
        self.identity
            .call(async |mut staff| staff.sign_in(request).await)
            .await
    }

    /// Ends a session.
    pub(crate) async fn sign_out(&self, session_token: String) -> Result<(), Status> {
        let request = SignOutRequest { session_token };
        let ended = self
            .identity
            .call(async |mut staff| staff.sign_out(repeatable(request)).await);
        ended.await.map(|_| ())
    }

    /// Has whoever is signed in show again that it is they.
    pub(crate) async fn reauthenticate(&self, request: ReauthenticateRequest) -> Result<(), Status> {
        let shown = self
            .identity
            .call(async |mut staff| staff.reauthenticate(request).await);
        shown.await.map(|_| ())
    }

    /// What an invitation says.
    pub(crate) async fn invitation(&self, invitation_token: String) -> Result<GetInvitationResponse, Status> {
        let request = GetInvitationRequest { invitation_token };
        self.identity
            .call(async |mut staff| staff.get_invitation(repeatable(request)).await)
            .await
    }

    /// Accepts an invitation.
    pub(crate) async fn accept_invitation(
        &self,
        request: AcceptInvitationRequest,
    ) -> Result<AcceptInvitationResponse, Status> {
        self.identity
            .call(async |mut staff| staff.accept_invitation(request).await)
            .await
    }

    /// Whose session it is; with the name of a call, also the token for it.
    pub(crate) async fn authorize_staff(
        &self,
        request: AuthorizeStaffRequest,
    ) -> Result<AuthorizeStaffResponse, Status> {
        self.identity
            .call(async |mut staff| staff.authorize_staff(repeatable(request)).await)
            .await
    }
}
