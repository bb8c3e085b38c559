//! The services behind the office. What they answer for somebody of the staff is asked through `staff_calls` only.

pub(crate) mod staff_calls;

use std::time::Duration;

use proto::{
    catalog::v1::{ListProductsRequest, ListProductsResponse, catalog_service_client::CatalogServiceClient},
    identity::v1::{
        AcceptInvitationRequest, AcceptInvitationResponse, AuthorizeStaffRequest, AuthorizeStaffResponse,
        GetInvitationRequest, GetInvitationResponse, ReauthenticateRequest, SignInRequest, SignInResponse,
        SignOutRequest, staff_service_client::StaffServiceClient,
    },
    inventory::v1::inventory_service_client::InventoryServiceClient,
    order::v1::order_service_client::OrderServiceClient,
};
use runtime::{Client, Frame, Target, repeatable};
use tonic::Status;
use web::backend::Backend;

/// How long a service may take: a quarter of what a request has, since a move asks four times, for the order and for itself, each
/// with a token of its own.
const DEADLINE: Duration = Duration::from_millis(2_400);

/// Where the services behind the office answer.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct ServiceUrls {
    /// Where the catalog answers
    #[arg(long, env, default_value = "http://127.0.0.1:7001")]
    pub catalog_url: Target,
    /// Where the identity service answers
    #[arg(long, env, default_value = "http://127.0.0.1:7003")]
    pub identity_url: Target,
    /// Where the inventory answers
    #[arg(long, env, default_value = "http://127.0.0.1:7007")]
    pub inventory_url: Target,
    /// Where the order service answers
    #[arg(long, env, default_value = "http://127.0.0.1:7002")]
    pub order_url: Target,
}

/// One client a service. Connections are made at the first call and again after a loss.
#[derive(Debug)]
pub(crate) struct Clients {
    catalog: Backend<CatalogServiceClient<Client>>,
    identity: Backend<StaffServiceClient<Client>>,
    inventory: Backend<InventoryServiceClient<Client>>,
    order: Backend<OrderServiceClient<Client>>,
}

impl Clients {
    pub(crate) fn new(urls: ServiceUrls, frame: &Frame) -> Self {
        let client = |target: Target| frame.client(target, DEADLINE);
        Self {
            catalog: Backend::new(client(urls.catalog_url), CatalogServiceClient::new),
            identity: Backend::new(client(urls.identity_url), StaffServiceClient::new),
            inventory: Backend::new(client(urls.inventory_url), InventoryServiceClient::new),
            order: Backend::new(client(urls.order_url), OrderServiceClient::new),
        }
    }

    /// Asks the services that were down at their last call whether they are back.
    pub(crate) async fn look_again(&self) {
        tokio::join!(
            self.catalog.look_again(),
            self.identity.look_again(),
            self.inventory.look_again(),
            self.order.look_again(),
        );
    }

    /// Whether each service could answer its last call: catalog, identity, inventory, order.
    pub(crate) fn are_up(&self) -> [Option<bool>; 4] {
        [
            self.catalog.is_up(),
            self.identity.is_up(),
            self.inventory.is_up(),
            self.order.is_up(),
        ]
    }

    /// What the shop sells, which everybody may know.
    pub(crate) async fn list_products(
        &self,
        request: ListProductsRequest,
    ) -> Result<ListProductsResponse, Status> {
        self.catalog
            .call(async |mut catalog| catalog.list_products(repeatable(request)).await)
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
