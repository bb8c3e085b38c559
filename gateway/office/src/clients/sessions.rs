//! Sessions: begun, ended, shown again, and what each is given for a call.

use proto::identity::v1::{
    AcceptInvitationRequest, AcceptInvitationResponse, AuthorizeStaffRequest, AuthorizeStaffResponse,
    GetInvitationRequest, GetInvitationResponse, ReauthenticateRequest, SignInRequest, SignInResponse,
    SignOutRequest,
};
use runtime::repeatable;
use tonic::Status;

use crate::clients::Clients;

impl Clients {
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
