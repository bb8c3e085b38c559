//! The gRPC API for the office's staff. Access control has already checked permissions; this code only reads
//! which staff member calls.

use proto::identity::v1::{
    AcceptInvitationRequest, AcceptInvitationResponse, AuthorizeStaffRequest, AuthorizeStaffResponse,
    ChangePhoneRequest, ChangePhoneResponse, ChangeStaffPasswordRequest, ChangeStaffPasswordResponse,
    ChangeStaffRequest, ChangeStaffResponse, GetInvitationRequest, GetInvitationResponse, GetNewPhoneRequest,
    GetNewPhoneResponse, GetOwnSignInRequest, GetOwnSignInResponse, InviteFirstOwnerRequest,
    InviteFirstOwnerResponse, InviteStaffRequest, InviteStaffResponse, ListStaffLogRequest,
    ListStaffLogResponse, ListStaffRequest, ListStaffResponse, NoteStaffOutcomesRequest,
    NoteStaffOutcomesResponse, ReauthenticateRequest, ReauthenticateResponse, RenewRecoveryCodesRequest,
    RenewRecoveryCodesResponse, RequestStaffPasswordCodeRequest, RequestStaffPasswordCodeResponse,
    ResetStaffPasswordRequest, ResetStaffPasswordResponse, SignInRequest, SignInResponse, SignOutRequest,
    SignOutResponse, StaffInvitation, staff_service_server::StaffService,
};
use runtime::{Networks, Staff};
use tonic::{Request, Response, Status, async_trait};

use crate::{
    error::Error,
    grpc::{messages::time, staff_messages},
    identity::Identity,
    staff::{
        authorize::{BrowserSession, Call},
        details::InviteeDetails,
        invitations::{acceptance::Acceptance, invite},
        signing_in::{forgotten_password::PasswordReset, own_sign_in::PhoneChange},
        staff_log::LogEntry,
    },
};

/// The implementation of `StaffService`.
#[derive(Debug)]
pub struct StaffApi(pub Identity);

#[async_trait]
impl StaffService for StaffApi {
    async fn invite_first_owner(
        &self,
        _: Request<InviteFirstOwnerRequest>,
    ) -> Result<Response<InviteFirstOwnerResponse>, Status> {
        let (token, expires_at) = invite::invite_first_owner(&self.0.db, &self.0.keys).await?;
        Ok(Response::new(InviteFirstOwnerResponse {
            invitation_token: token.to_text(),
            expires_at: time(expires_at),
        }))
    }

    async fn invite_staff(
        &self,
        request: Request<InviteStaffRequest>,
    ) -> Result<Response<InviteStaffResponse>, Status> {
        let asking = Staff::of(&request);
        let request = request.into_inner();
        let details = InviteeDetails {
            name: request.name,
            email: request.email,
            role: staff_messages::read_role(request.role),
        };
        let invitee = details.validate()?;
        let asking = asking.as_ref().map(Staff::id);
        let expires_at = self.0.invite_staff(&invitee, asking).await?;
        let invitation = StaffInvitation {
            email: invitee.email.into_string(),
            name: invitee.name,
            role: staff_messages::role(invitee.role).into(),
            expires_at: time(expires_at),
        };
        Ok(Response::new(InviteStaffResponse {
            invitation: Some(invitation),
        }))
    }

    async fn get_invitation(
        &self,
        request: Request<GetInvitationRequest>,
    ) -> Result<Response<GetInvitationResponse>, Status> {
        let opened = self.0.invitation(&request.get_ref().invitation_token).await?;
        Ok(Response::new(GetInvitationResponse {
            invitation: Some(staff_messages::invitation(opened.invitation)),
            totp_secret: opened.totp_secret,
            totp_uri: opened.totp_uri,
        }))
    }

    async fn accept_invitation(
        &self,
        request: Request<AcceptInvitationRequest>,
    ) -> Result<Response<AcceptInvitationResponse>, Status> {
        let request = request.into_inner();
        let networks = Networks::read(&request.client_address);
        let acceptance = Acceptance {
            name: request.name,
            email: request.email,
            password: request.password,
            code: request.code,
        };
        let accepted = self
            .0
            .accept_invitation(&request.invitation_token, acceptance, &networks)
            .await?;
        Ok(Response::new(AcceptInvitationResponse {
            session_token: accepted.session.to_text(),
            recovery_codes: accepted.recovery_codes,
        }))
    }

    async fn sign_in(&self, request: Request<SignInRequest>) -> Result<Response<SignInResponse>, Status> {
        let request = request.into_inner();
        let networks = Networks::read(&request.client_address);
        let signed_in = self
            .0
            .sign_in(&request.email, request.password, &request.code, &networks)
            .await?;
        Ok(Response::new(SignInResponse {
            session_token: signed_in.session.to_text(),
            recovery_codes_left: i32::try_from(signed_in.recovery_codes_left).unwrap_or(i32::MAX),
        }))
    }

    async fn sign_out(&self, request: Request<SignOutRequest>) -> Result<Response<SignOutResponse>, Status> {
        self.0.sign_out(&request.get_ref().session_token).await?;
        Ok(Response::new(SignOutResponse {}))
    }

    async fn reauthenticate(
        &self,
        request: Request<ReauthenticateRequest>,
    ) -> Result<Response<ReauthenticateResponse>, Status> {
        let request = request.into_inner();
        let networks = Networks::read(&request.client_address);
        self.0
            .reauthenticate_staff(&request.session_token, request.password, &request.code, &networks)
            .await?;
        Ok(Response::new(ReauthenticateResponse {}))
    }

    async fn authorize_staff(
        &self,
        request: Request<AuthorizeStaffRequest>,
    ) -> Result<Response<AuthorizeStaffResponse>, Status> {
        let request = request.into_inner();
        let first = Call {
            service: &request.service,
            method: &request.method,
            subject: &request.subject,
            is_impersonal: is_impersonal(&request.service, &request.method),
            about: &request.about,
        };
        let first = (!request.service.is_empty()).then_some(first);
        let more = request.more_calls.iter().map(|call| Call {
            service: &call.service,
            method: &call.method,
            subject: &call.subject,
            is_impersonal: is_impersonal(&call.service, &call.method),
            about: &call.about,
        });
        let calls: Vec<_> = first.into_iter().chain(more).collect();
        let session = BrowserSession {
            token: &request.session_token,
            is_unattended: request.is_unattended,
        };
        let authorized = self.0.authorize_staff(session, &calls).await?;
        let permissions = authorized.staff.role.permissions().iter();
        let mut tokens = authorized.tokens.into_iter().map(staff_messages::call_token);
        let first = first.and_then(|_| tokens.next()).unwrap_or_default();
        Ok(Response::new(AuthorizeStaffResponse {
            permissions: permissions.map(|permission| (*permission).to_owned()).collect(),
            staff: Some(staff_messages::staff(authorized.staff)),
            is_reauthenticated: authorized.is_reauthenticated,
            staff_token: first.staff_token,
            log_id: first.log_id,
            more_tokens: tokens.collect(),
        }))
    }

    async fn list_staff(&self, _: Request<ListStaffRequest>) -> Result<Response<ListStaffResponse>, Status> {
        let (staff, invitations) = self.0.staff().await?;
        let invitations = invitations.into_iter().map(staff_messages::invitation);
        Ok(Response::new(ListStaffResponse {
            staff: staff.into_iter().map(staff_messages::staff).collect(),
            invitations: invitations.collect(),
        }))
    }

    async fn change_staff(
        &self,
        request: Request<ChangeStaffRequest>,
    ) -> Result<Response<ChangeStaffResponse>, Status> {
        let asking = Staff::of(&request);
        let request = request.into_inner();
        let (id, role) = staff_messages::read_change(&request)?;
        let asking = asking.as_ref().map(Staff::id);
        let changed = self.0.change_staff(id, role, request.is_active, asking).await?;
        Ok(Response::new(ChangeStaffResponse {
            staff: Some(staff_messages::staff(changed)),
        }))
    }

    async fn list_staff_log(
        &self,
        request: Request<ListStaffLogRequest>,
    ) -> Result<Response<ListStaffLogResponse>, Status> {
        let (filter, page) = staff_messages::read_log_request(request.get_ref())?;
        let entries = self.0.log_of_staff(&filter, page).await?;
        let next_page_token = page.next(&entries, LogEntry::cursor);
        Ok(Response::new(ListStaffLogResponse {
            entries: entries.into_iter().map(staff_messages::log_entry).collect(),
            next_page_token,
        }))
    }

    async fn note_staff_outcomes(
        &self,
        request: Request<NoteStaffOutcomesRequest>,
    ) -> Result<Response<NoteStaffOutcomesResponse>, Status> {
        let outcomes = staff_messages::read_outcomes(request.into_inner())?;
        outcomes.note(&self.0.db).await.map_err(Error::from)?;
        Ok(Response::new(NoteStaffOutcomesResponse {}))
    }

    async fn request_staff_password_code(
        &self,
        request: Request<RequestStaffPasswordCodeRequest>,
    ) -> Result<Response<RequestStaffPasswordCodeResponse>, Status> {
        let request = request.into_inner();
        let networks = Networks::read(&request.client_address);
        self.0
            .request_staff_password_code(&request.email, &networks)
            .await?;
        Ok(Response::new(RequestStaffPasswordCodeResponse {}))
    }

    async fn reset_staff_password(
        &self,
        request: Request<ResetStaffPasswordRequest>,
    ) -> Result<Response<ResetStaffPasswordResponse>, Status> {
        let request = request.into_inner();
        let networks = Networks::read(&request.client_address);
        let reset = PasswordReset {
            email: request.email,
            mailed_code: request.mailed_code,
            code: request.code,
            new_password: request.new_password,
        };
        let session = self.0.reset_staff_password(reset, &networks).await?;
        Ok(Response::new(ResetStaffPasswordResponse {
            session_token: session.to_text(),
        }))
    }

    async fn get_own_sign_in(
        &self,
        request: Request<GetOwnSignInRequest>,
    ) -> Result<Response<GetOwnSignInResponse>, Status> {
        let left = self
            .0
            .recovery_codes_left(&request.get_ref().session_token)
            .await?;
        Ok(Response::new(GetOwnSignInResponse {
            recovery_codes_left: i32::try_from(left).unwrap_or(i32::MAX),
        }))
    }

    async fn change_staff_password(
        &self,
        request: Request<ChangeStaffPasswordRequest>,
    ) -> Result<Response<ChangeStaffPasswordResponse>, Status> {
        let request = request.into_inner();
        let networks = Networks::read(&request.client_address);
        self.0
            .change_staff_password(&request.session_token, request.new_password, &networks)
            .await?;
        Ok(Response::new(ChangeStaffPasswordResponse {}))
    }

    async fn renew_recovery_codes(
        &self,
        request: Request<RenewRecoveryCodesRequest>,
    ) -> Result<Response<RenewRecoveryCodesResponse>, Status> {
        let codes = self
            .0
            .renew_recovery_codes(&request.get_ref().session_token)
            .await?;
        Ok(Response::new(RenewRecoveryCodesResponse {
            recovery_codes: codes,
        }))
    }

    async fn get_new_phone(
        &self,
        request: Request<GetNewPhoneRequest>,
    ) -> Result<Response<GetNewPhoneResponse>, Status> {
        let phone = self.0.new_phone(&request.get_ref().session_token).await?;
        Ok(Response::new(GetNewPhoneResponse {
            totp_secret: phone.totp_secret,
            totp_uri: phone.totp_uri,
        }))
    }

    async fn change_phone(
        &self,
        request: Request<ChangePhoneRequest>,
    ) -> Result<Response<ChangePhoneResponse>, Status> {
        let request = request.into_inner();
        let networks = Networks::read(&request.client_address);
        let change = PhoneChange {
            password: request.password,
            code: request.code,
            new_code: request.new_code,
        };
        self.0
            .change_phone(&request.session_token, change, &networks)
            .await?;
        Ok(Response::new(ChangePhoneResponse {}))
    }
}

/// True if the contract says that the method's answer shows no person.
fn is_impersonal(service: &str, method: &str) -> bool {
    let known = proto::CONTRACT.method(service, method);
    let rule = known.and_then(|method| method.staff.as_ref());
    rule.is_some_and(|rule| rule.is_impersonal)
}
