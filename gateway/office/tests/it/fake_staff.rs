//! A fake identity service: each role has one staff member, and the session token is the role's name.

use std::sync::{Arc, Mutex};

use fakes::identity::v1::staff_service_server::{SERVICE_NAME, StaffService};
use proto::identity::v1::{
    AcceptInvitationRequest, AcceptInvitationResponse, AuthorizeStaffRequest, AuthorizeStaffResponse,
    ChangePhoneRequest, ChangePhoneResponse, ChangeStaffPasswordRequest, ChangeStaffPasswordResponse,
    GetInvitationRequest, GetInvitationResponse, GetNewPhoneRequest, GetNewPhoneResponse,
    GetOwnSignInRequest, GetOwnSignInResponse, ListStaffLogRequest, ListStaffLogResponse,
    NoteStaffOutcomesRequest, NoteStaffOutcomesResponse, ReauthenticateRequest, ReauthenticateResponse,
    RenewRecoveryCodesRequest, RenewRecoveryCodesResponse, RequestStaffPasswordCodeRequest,
    RequestStaffPasswordCodeResponse, ResetStaffPasswordRequest, ResetStaffPasswordResponse, SignInRequest,
    SignInResponse, SignOutRequest, SignOutResponse, Staff, StaffCall, StaffCallOutcome, StaffCallToken,
    StaffInvitation, StaffLogEntry, StaffOutcome, StaffRole,
};
use runtime::status::{self, Rule, Violation};
use tonic::{Code, Request, Response, Status, async_trait};

use crate::record::{Authorization, Record, token_for};

pub(crate) const ASHA: &str = "01936f00-0000-7000-8000-0000000000a1";
pub(crate) const PASSWORD: &str = "monsoon over surat";
pub(crate) const CODE: &str = "492039";
pub(crate) const INVITATION: &str = "an-invitation";

#[derive(Clone)]
pub(crate) struct FakeStaff {
    pub(crate) record: Record,
    /// The sessions that were ended.
    pub(crate) ended: Arc<Mutex<Vec<String>>>,
    /// The number of sign-in attempts.
    pub(crate) tries: Arc<Mutex<u32>>,
    /// The outcomes of calls.
    pub(crate) outcomes: Arc<Mutex<Vec<StaffCallOutcome>>>,
    /// The pages of the log that were requested.
    pub(crate) searches: Arc<Mutex<Vec<ListStaffLogRequest>>>,
}

impl FakeStaff {
    pub(crate) fn new(record: Record) -> Self {
        Self {
            record,
            ended: Arc::default(),
            tries: Arc::default(),
            outcomes: Arc::default(),
            searches: Arc::default(),
        }
    }
}

pub(crate) fn asha(role: StaffRole) -> Staff {
    Staff {
        staff_id: ASHA.to_owned(),
        name: "Asha".to_owned(),
        email: "asha@gmail.com".to_owned(),
        role: role.into(),
        is_active: true,
        signed_in_at: "2026-11-25T06:30:00Z".to_owned(),
    }
}

fn invitation() -> StaffInvitation {
    StaffInvitation {
        email: "ravi@gmail.com".to_owned(),
        name: "Ravi".to_owned(),
        role: StaffRole::Packer.into(),
        expires_at: "2026-11-28T06:30:00Z".to_owned(),
    }
}

fn not_signed_in() -> Status {
    status::with_reason(Code::Unauthenticated, "NOT_SIGNED_IN", "Please sign in.")
}

fn wrong_code() -> Status {
    let broken = Rule::Wrong.says("The code is not the app's of this moment");
    status::invalid(vec![Violation::new("code", broken)])
}

/// The role of a session token and its permissions in the identity service.
fn role_of(session_token: &str) -> Result<(StaffRole, &'static [&'static str]), Status> {
    match session_token {
        "owner" => Ok((
            StaffRole::Owner,
            &[
                "orders.read",
                "orders.transition",
                "orders.correct",
                "sales.read",
                "stock.read",
                "stock.write",
                "products.write",
                "payments.read",
                "payments.record",
                "pincodes.write",
                "shop.write",
                "staff.manage",
                "reviews.moderate",
                "messages.answer",
            ],
        )),
        "packer" => Ok((
            StaffRole::Packer,
            &["orders.read", "orders.transition", "stock.read"],
        )),
        "accountant" => Ok((StaffRole::Accountant, &["orders.read", "sales.read"])),
        _ => Err(not_signed_in()),
    }
}

fn call_of(request: &AuthorizeStaffRequest) -> StaffCall {
    StaffCall {
        service: request.service.clone(),
        method: request.method.clone(),
        subject: request.subject.clone(),
        about: request.about.clone(),
    }
}

/// The log entry is named after the call and its subject. An impersonal call has none.
fn token_of(call: &StaffCall) -> StaffCallToken {
    let name = format!("{}/{}", call.service, call.method);
    let method = proto::CONTRACT.method(&call.service, &call.method);
    let rule = method.and_then(|method| method.staff.as_ref());
    let log_id = if rule.is_some_and(|rule| rule.is_impersonal) {
        String::new()
    } else {
        format!("{name} {}", call.subject).trim_end().to_owned()
    };
    StaffCallToken {
        staff_token: token_for(&name),
        log_id,
    }
}

#[async_trait]
impl StaffService for FakeStaff {
    async fn authorize_staff(
        &self,
        request: Request<AuthorizeStaffRequest>,
    ) -> Result<Response<AuthorizeStaffResponse>, Status> {
        let request = request.into_inner();
        let (role, permissions) = role_of(&request.session_token)?;
        let first = Some(call_of(&request)).filter(|call| !call.service.is_empty());
        let mut calls: Vec<_> = first.clone().into_iter().collect();
        calls.extend(request.more_calls);
        let mut tokens: Vec<_> = calls.iter().map(token_of).collect();
        self.record.authorized.lock().unwrap().push(Authorization {
            session_token: request.session_token,
            is_unattended: request.is_unattended,
            calls,
        });
        let first = first.map(|_| tokens.remove(0)).unwrap_or_default();
        Ok(Response::new(AuthorizeStaffResponse {
            staff: Some(asha(role)),
            permissions: permissions.iter().map(|text| (*text).to_owned()).collect(),
            is_reauthenticated: false,
            staff_token: first.staff_token,
            log_id: first.log_id,
            more_tokens: tokens,
        }))
    }

    async fn sign_in(&self, request: Request<SignInRequest>) -> Result<Response<SignInResponse>, Status> {
        *self.tries.lock().unwrap() += 1;
        let request = request.into_inner();
        assert!(!request.client_address.is_empty(), "it counts tries by it");
        if (request.password.as_str(), request.code.as_str()) != (PASSWORD, CODE) {
            let words = "Email address, password or code is wrong.";
            return Err(status::with_reason(
                Code::Unauthenticated,
                "WRONG_CREDENTIALS",
                words,
            ));
        }
        Ok(Response::new(SignInResponse {
            session_token: "owner".to_owned(),
            recovery_codes_left: 10,
        }))
    }

    async fn sign_out(&self, request: Request<SignOutRequest>) -> Result<Response<SignOutResponse>, Status> {
        self.ended
            .lock()
            .unwrap()
            .push(request.into_inner().session_token);
        Ok(Response::new(SignOutResponse {}))
    }

    async fn reauthenticate(
        &self,
        request: Request<ReauthenticateRequest>,
    ) -> Result<Response<ReauthenticateResponse>, Status> {
        let request = request.into_inner();
        role_of(&request.session_token)?;
        if (request.password.as_str(), request.code.as_str()) != (PASSWORD, CODE) {
            return Err(wrong_code());
        }
        Ok(Response::new(ReauthenticateResponse {}))
    }

    async fn request_staff_password_code(
        &self,
        request: Request<RequestStaffPasswordCodeRequest>,
    ) -> Result<Response<RequestStaffPasswordCodeResponse>, Status> {
        let request = request.into_inner();
        assert!(!request.client_address.is_empty(), "it counts tries by it");
        *self.tries.lock().unwrap() += 1;
        Ok(Response::new(RequestStaffPasswordCodeResponse {}))
    }

    async fn reset_staff_password(
        &self,
        request: Request<ResetStaffPasswordRequest>,
    ) -> Result<Response<ResetStaffPasswordResponse>, Status> {
        let request = request.into_inner();
        assert!(!request.client_address.is_empty(), "it counts tries by it");
        if (request.mailed_code.as_str(), request.code.as_str()) != ("012345", CODE) {
            let broken = Rule::Wrong.says("One of the codes is wrong.");
            return Err(status::invalid(vec![Violation::new("mailed_code", broken)]));
        }
        Ok(Response::new(ResetStaffPasswordResponse {
            session_token: "owner".to_owned(),
        }))
    }

    async fn get_own_sign_in(
        &self,
        request: Request<GetOwnSignInRequest>,
    ) -> Result<Response<GetOwnSignInResponse>, Status> {
        role_of(&request.into_inner().session_token)?;
        Ok(Response::new(GetOwnSignInResponse {
            recovery_codes_left: 9,
        }))
    }

    async fn change_staff_password(
        &self,
        request: Request<ChangeStaffPasswordRequest>,
    ) -> Result<Response<ChangeStaffPasswordResponse>, Status> {
        let request = request.into_inner();
        role_of(&request.session_token)?;
        if request.new_password == "too long ago" {
            let words = "Please confirm that it is you.";
            return Err(status::with_reason(
                Code::PermissionDenied,
                "REAUTHENTICATE",
                words,
            ));
        }
        Ok(Response::new(ChangeStaffPasswordResponse {}))
    }

    async fn renew_recovery_codes(
        &self,
        request: Request<RenewRecoveryCodesRequest>,
    ) -> Result<Response<RenewRecoveryCodesResponse>, Status> {
        role_of(&request.into_inner().session_token)?;
        Ok(Response::new(RenewRecoveryCodesResponse {
            recovery_codes: vec!["eeee-ffff".to_owned()],
        }))
    }

    async fn get_new_phone(
        &self,
        request: Request<GetNewPhoneRequest>,
    ) -> Result<Response<GetNewPhoneResponse>, Status> {
        role_of(&request.into_inner().session_token)?;
        Ok(Response::new(GetNewPhoneResponse {
            totp_secret: "JBSWY3DPEHPK3PXP".to_owned(),
            totp_uri: "otpauth://totp/Vanmool:asha@gmail.com?secret=JBSWY3DPEHPK3PXP".to_owned(),
        }))
    }

    async fn change_phone(
        &self,
        request: Request<ChangePhoneRequest>,
    ) -> Result<Response<ChangePhoneResponse>, Status> {
        let request = request.into_inner();
        role_of(&request.session_token)?;
        if (request.password.as_str(), request.code.as_str()) != (PASSWORD, CODE) {
            return Err(wrong_code());
        }
        Ok(Response::new(ChangePhoneResponse {}))
    }

    async fn get_invitation(
        &self,
        request: Request<GetInvitationRequest>,
    ) -> Result<Response<GetInvitationResponse>, Status> {
        if request.into_inner().invitation_token != INVITATION {
            let words = "This invitation has expired.";
            return Err(status::with_reason(Code::NotFound, "NO_INVITATION", words));
        }
        Ok(Response::new(GetInvitationResponse {
            invitation: Some(invitation()),
            totp_secret: "JBSWY3DPEHPK3PXP".to_owned(),
            totp_uri: "otpauth://totp/Vanmool:ravi@gmail.com?secret=JBSWY3DPEHPK3PXP".to_owned(),
        }))
    }

    async fn accept_invitation(
        &self,
        request: Request<AcceptInvitationRequest>,
    ) -> Result<Response<AcceptInvitationResponse>, Status> {
        let request = request.into_inner();
        assert!(!request.client_address.is_empty(), "it counts tries by it");
        if request.code != CODE {
            return Err(wrong_code());
        }
        Ok(Response::new(AcceptInvitationResponse {
            session_token: "packer".to_owned(),
            recovery_codes: vec!["aaaa-bbbb".to_owned(), "cccc-dddd".to_owned()],
        }))
    }

    async fn note_staff_outcomes(
        &self,
        request: Request<NoteStaffOutcomesRequest>,
    ) -> Result<Response<NoteStaffOutcomesResponse>, Status> {
        self.outcomes
            .lock()
            .unwrap()
            .extend(request.into_inner().outcomes);
        Ok(Response::new(NoteStaffOutcomesResponse {}))
    }

    async fn list_staff_log(
        &self,
        request: Request<ListStaffLogRequest>,
    ) -> Result<Response<ListStaffLogResponse>, Status> {
        let asked = self.record.admit(SERVICE_NAME, "ListStaffLog", request)?;
        self.searches.lock().unwrap().push(asked.clone());
        let entry = StaffLogEntry {
            asked_at: "2026-11-25T06:31:00Z".to_owned(),
            staff_id: asked.staff_id,
            staff_name: "Asha".to_owned(),
            method: "TransitionOrder".to_owned(),
            subject: asked.subject,
            outcome: StaffOutcome::Refused.into(),
            outcome_reason: "NO_WAY".to_owned(),
            about: String::new(),
            shown: Vec::new(),
        };
        Ok(Response::new(ListStaffLogResponse {
            entries: vec![entry],
            next_page_token: if asked.page_token.is_empty() {
                "2".to_owned()
            } else {
                String::new()
            },
        }))
    }
}
