//! The calls about sessions: sign-in, sign-out, reauthentication, and staff tokens.

use proto::identity::v1::{
    AcceptInvitationRequest, AcceptInvitationResponse, AuthorizeStaffRequest, AuthorizeStaffResponse,
    ChangePhoneRequest, ChangeStaffPasswordRequest, GetInvitationRequest, GetInvitationResponse,
    GetNewPhoneRequest, GetNewPhoneResponse, GetOwnSignInRequest, ReauthenticateRequest,
    RenewRecoveryCodesRequest, RequestStaffPasswordCodeRequest, ResetStaffPasswordRequest, SignInRequest,
    SignInResponse, SignOutRequest,
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

    /// Confirms the identity of the signed-in staff member.
    pub(crate) async fn reauthenticate(&self, request: ReauthenticateRequest) -> Result<(), Status> {
        let shown = self
            .identity
            .call(async |mut staff| staff.reauthenticate(request).await);
        shown.await.map(|_| ())
    }

    /// Mails a code for a new password to the staff member with this address.
    pub(crate) async fn request_password_code(
        &self,
        request: RequestStaffPasswordCodeRequest,
    ) -> Result<(), Status> {
        let asked = self
            .identity
            .call(async |mut staff| staff.request_staff_password_code(request).await);
        asked.await.map(|_| ())
    }

    /// Sets a new password with a mailed code; returns the token of the new session.
    pub(crate) async fn reset_password(&self, request: ResetStaffPasswordRequest) -> Result<String, Status> {
        let reset = self
            .identity
            .call(async |mut staff| staff.reset_staff_password(request).await);
        Ok(reset.await?.session_token)
    }

    /// The number of recovery codes that the signed-in staff member has left.
    pub(crate) async fn recovery_codes_left(&self, session_token: String) -> Result<i32, Status> {
        let request = GetOwnSignInRequest { session_token };
        let response = self
            .identity
            .call(async |mut staff| staff.get_own_sign_in(repeatable(request)).await);
        Ok(response.await?.recovery_codes_left)
    }

    /// Changes the password of the signed-in staff member.
    pub(crate) async fn change_password(&self, request: ChangeStaffPasswordRequest) -> Result<(), Status> {
        let changed = self
            .identity
            .call(async |mut staff| staff.change_staff_password(request).await);
        changed.await.map(|_| ())
    }

    /// Replaces the recovery codes of the signed-in staff member.
    pub(crate) async fn renew_recovery_codes(&self, session_token: String) -> Result<Vec<String>, Status> {
        let request = RenewRecoveryCodesRequest { session_token };
        let renewed = self
            .identity
            .call(async |mut staff| staff.renew_recovery_codes(request).await);
        Ok(renewed.await?.recovery_codes)
    }

    /// The authenticator key for a new phone of the signed-in staff member.
    pub(crate) async fn new_phone(&self, session_token: String) -> Result<GetNewPhoneResponse, Status> {
        let request = GetNewPhoneRequest { session_token };
        self.identity
            .call(async |mut staff| staff.get_new_phone(repeatable(request)).await)
            .await
    }

    /// Activates the new phone of the signed-in staff member.
    pub(crate) async fn change_phone(&self, request: ChangePhoneRequest) -> Result<(), Status> {
        let changed = self
            .identity
            .call(async |mut staff| staff.change_phone(request).await);
        changed.await.map(|_| ())
    }

    /// Reads an invitation.
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

    /// Returns the owner of a session; if the request names a call, also the token for it.
    pub(crate) async fn authorize_staff(
        &self,
        request: AuthorizeStaffRequest,
    ) -> Result<AuthorizeStaffResponse, Status> {
        self.identity
            .call(async |mut staff| staff.authorize_staff(repeatable(request)).await)
            .await
    }
}
