//! The gRPC API for shoppers. Methods for a shopper's own account are in `profile_grpc`.

use proto::identity::v1::{
    AuthenticateRequest, AuthenticateResponse, ChangeMobileNumberRequest, ChangeMobileNumberResponse,
    ChangePasswordRequest, ChangePasswordResponse, ConfirmEmailChangeRequest, ConfirmEmailChangeResponse,
    DeleteAccountRequest, DeleteAccountResponse, DeleteAddressRequest, DeleteAddressResponse,
    EndOtherSessionsRequest, EndOtherSessionsResponse, GetAccountRequest, GetAccountResponse, GetDataRequest,
    GetDataResponse, GetErasureRequest, GetErasureResponse, ListAddressesRequest, ListAddressesResponse,
    ListSessionsRequest, ListSessionsResponse, LogInRequest, LogInResponse, LogOutRequest, LogOutResponse,
    ProveEmailRequest, ProveEmailResponse, PutDataPartRequest, PutDataPartResponse, RecognizeDeviceRequest,
    RecognizeDeviceResponse, RegisterRequest, RegisterResponse, ReportErasedRequest, ReportErasedResponse,
    RequestAccountCodeRequest, RequestAccountCodeResponse, RequestDataRequest, RequestDataResponse,
    RequestEmailChangeRequest, RequestEmailChangeResponse, RequestOneTimeCodeRequest,
    RequestOneTimeCodeResponse, ResetPasswordRequest, ResetPasswordResponse, SaveAddressRequest,
    SaveAddressResponse, VerifyOneTimeCodeRequest, VerifyOneTimeCodeResponse,
    identity_service_server::IdentityService,
};
use runtime::Networks;
use tonic::{Request, Response, Status, async_trait};

use crate::{
    account::details::RegistrationDetails,
    grpc::{
        messages::{data_export, id, time},
        profile_grpc,
    },
    identity::Identity,
    login::known_device::Client,
    session::token::Token,
};

/// The implementation of `IdentityService`.
#[derive(Debug)]
pub struct Api(pub Identity);

#[async_trait]
impl IdentityService for Api {
    async fn register(
        &self,
        request: Request<RegisterRequest>,
    ) -> Result<Response<RegisterResponse>, Status> {
        let request = request.into_inner();
        let networks = Networks::read(&request.client_address);
        let details = RegistrationDetails {
            email: request.email,
            password: request.password,
            mobile_number: request.mobile_number,
        };
        self.0.register_to_the_end(details, networks).await?;
        Ok(Response::new(RegisterResponse {}))
    }

    async fn log_in(&self, request: Request<LogInRequest>) -> Result<Response<LogInResponse>, Status> {
        let request = request.into_inner();
        let previous = Token::parse(&request.previous_session_token);
        let client = Client::new(&request.client_address, &request.device_token);
        let logged_in = self
            .0
            .log_in(&request.email, request.password, previous, &client)
            .await?;
        Ok(Response::new(LogInResponse {
            session_token: logged_in.session.to_text(),
            device_token: text_or_nothing(logged_in.device.as_ref()),
        }))
    }

    async fn log_out(&self, request: Request<LogOutRequest>) -> Result<Response<LogOutResponse>, Status> {
        self.0.log_out(&request.into_inner().session_token).await?;
        Ok(Response::new(LogOutResponse {}))
    }

    async fn authenticate(
        &self,
        request: Request<AuthenticateRequest>,
    ) -> Result<Response<AuthenticateResponse>, Status> {
        let account_id = self.0.authenticate(&request.into_inner().session_token).await?;
        Ok(Response::new(AuthenticateResponse {
            account_id: account_id.to_string(),
        }))
    }

    async fn recognize_device(
        &self,
        request: Request<RecognizeDeviceRequest>,
    ) -> Result<Response<RecognizeDeviceResponse>, Status> {
        let is_known = self.0.recognize_device(&request.get_ref().device_token).await?;
        Ok(Response::new(RecognizeDeviceResponse { is_known }))
    }

    async fn request_one_time_code(
        &self,
        request: Request<RequestOneTimeCodeRequest>,
    ) -> Result<Response<RequestOneTimeCodeResponse>, Status> {
        let request = request.into_inner();
        let client = Client::new(&request.client_address, &request.device_token);
        self.0.request_code(&request.email, &client).await?;
        Ok(Response::new(RequestOneTimeCodeResponse {}))
    }

    async fn verify_one_time_code(
        &self,
        request: Request<VerifyOneTimeCodeRequest>,
    ) -> Result<Response<VerifyOneTimeCodeResponse>, Status> {
        let request = request.into_inner();
        let client = Client::new(&request.client_address, &request.device_token);
        self.0.verify_code(&request.email, &request.code, &client).await?;
        Ok(Response::new(VerifyOneTimeCodeResponse {}))
    }

    async fn reset_password(
        &self,
        request: Request<ResetPasswordRequest>,
    ) -> Result<Response<ResetPasswordResponse>, Status> {
        let request = request.into_inner();
        let client = Client::new(&request.client_address, &request.device_token);
        let device = self
            .0
            .reset_password(&request.email, &request.code, request.new_password, &client)
            .await?;
        Ok(Response::new(ResetPasswordResponse {
            device_token: text_or_nothing(device.as_ref()),
        }))
    }

    async fn get_account(
        &self,
        request: Request<GetAccountRequest>,
    ) -> Result<Response<GetAccountResponse>, Status> {
        let answer = profile_grpc::get(&self.0, request.get_ref()).await?;
        Ok(Response::new(answer))
    }

    async fn change_mobile_number(
        &self,
        request: Request<ChangeMobileNumberRequest>,
    ) -> Result<Response<ChangeMobileNumberResponse>, Status> {
        let answer = profile_grpc::change_mobile_number(&self.0, request.into_inner()).await?;
        Ok(Response::new(answer))
    }

    async fn change_password(
        &self,
        request: Request<ChangePasswordRequest>,
    ) -> Result<Response<ChangePasswordResponse>, Status> {
        let answer = profile_grpc::change_password(&self.0, request.into_inner()).await?;
        Ok(Response::new(answer))
    }

    async fn request_email_change(
        &self,
        request: Request<RequestEmailChangeRequest>,
    ) -> Result<Response<RequestEmailChangeResponse>, Status> {
        let answer = profile_grpc::request_email_change(&self.0, request.into_inner()).await?;
        Ok(Response::new(answer))
    }

    async fn confirm_email_change(
        &self,
        request: Request<ConfirmEmailChangeRequest>,
    ) -> Result<Response<ConfirmEmailChangeResponse>, Status> {
        let answer = profile_grpc::confirm_email_change(&self.0, request.get_ref()).await?;
        Ok(Response::new(answer))
    }

    async fn list_sessions(
        &self,
        request: Request<ListSessionsRequest>,
    ) -> Result<Response<ListSessionsResponse>, Status> {
        let answer = profile_grpc::list_sessions(&self.0, request.get_ref()).await?;
        Ok(Response::new(answer))
    }

    async fn end_other_sessions(
        &self,
        request: Request<EndOtherSessionsRequest>,
    ) -> Result<Response<EndOtherSessionsResponse>, Status> {
        let answer = profile_grpc::end_other_sessions(&self.0, request.into_inner()).await?;
        Ok(Response::new(answer))
    }

    async fn list_addresses(
        &self,
        request: Request<ListAddressesRequest>,
    ) -> Result<Response<ListAddressesResponse>, Status> {
        let answer = profile_grpc::list_addresses(&self.0, request.get_ref()).await?;
        Ok(Response::new(answer))
    }

    async fn save_address(
        &self,
        request: Request<SaveAddressRequest>,
    ) -> Result<Response<SaveAddressResponse>, Status> {
        let answer = profile_grpc::save_address(&self.0, request.into_inner()).await?;
        Ok(Response::new(answer))
    }

    async fn delete_address(
        &self,
        request: Request<DeleteAddressRequest>,
    ) -> Result<Response<DeleteAddressResponse>, Status> {
        let answer = profile_grpc::delete_address(&self.0, request.get_ref()).await?;
        Ok(Response::new(answer))
    }

    async fn request_account_code(
        &self,
        request: Request<RequestAccountCodeRequest>,
    ) -> Result<Response<RequestAccountCodeResponse>, Status> {
        let request = request.into_inner();
        let id = id("account_id", &request.account_id)?;
        let client = Client::new(&request.client_address, &request.device_token);
        self.0.request_account_code(id, &client).await?;
        Ok(Response::new(RequestAccountCodeResponse {}))
    }

    async fn prove_email(
        &self,
        request: Request<ProveEmailRequest>,
    ) -> Result<Response<ProveEmailResponse>, Status> {
        let request = request.into_inner();
        let id = id("account_id", &request.account_id)?;
        let client = Client::new(&request.client_address, &request.device_token);
        let email = self.0.prove_email(id, &request.code, &client).await?;
        Ok(Response::new(ProveEmailResponse {
            email: email.into_string(),
        }))
    }

    async fn request_data(
        &self,
        request: Request<RequestDataRequest>,
    ) -> Result<Response<RequestDataResponse>, Status> {
        let request = request.into_inner();
        let id = id("account_id", &request.account_id)?;
        let client = Client::new(&request.client_address, &request.device_token);
        self.0.request_data(id, &request.code, &client).await?;
        Ok(Response::new(RequestDataResponse {}))
    }

    async fn get_data(&self, request: Request<GetDataRequest>) -> Result<Response<GetDataResponse>, Status> {
        let request = request.into_inner();
        let id = id("account_id", &request.account_id)?;
        if request.with_parts {
            let client = Client::new(&request.client_address, &request.device_token);
            let opened = self.0.open_data(id, request.password, &client).await?;
            return Ok(Response::new(data_export(opened)));
        }
        Ok(Response::new(GetDataResponse {
            parts: Vec::new(),
            ..data_export(self.0.data(id).await?)
        }))
    }

    async fn put_data_part(
        &self,
        request: Request<PutDataPartRequest>,
    ) -> Result<Response<PutDataPartResponse>, Status> {
        let request = request.into_inner();
        let id = id("request_id", &request.request_id)?;
        let part = request.part.unwrap_or_default();
        self.0.put_data_part(id, &part.service, &part.json).await?;
        Ok(Response::new(PutDataPartResponse {}))
    }

    async fn delete_account(
        &self,
        request: Request<DeleteAccountRequest>,
    ) -> Result<Response<DeleteAccountResponse>, Status> {
        let request = request.into_inner();
        let id = id("account_id", &request.account_id)?;
        let client = Client::new(&request.client_address, &request.device_token);
        self.0.delete_account(id, &request.code, &client).await?;
        Ok(Response::new(DeleteAccountResponse {}))
    }

    async fn get_erasure(
        &self,
        request: Request<GetErasureRequest>,
    ) -> Result<Response<GetErasureResponse>, Status> {
        let id = id("account_id", &request.get_ref().account_id)?;
        let erasure = self.0.erasure(id).await?;
        Ok(Response::new(GetErasureResponse {
            email: erasure.email,
            email_is_proven: erasure.email_is_proven,
            deleted_at: time(erasure.deleted_at),
        }))
    }

    async fn report_erased(
        &self,
        request: Request<ReportErasedRequest>,
    ) -> Result<Response<ReportErasedResponse>, Status> {
        let request = request.into_inner();
        let id = id("account_id", &request.account_id)?;
        self.0.report_erased(id, &request.service).await?;
        Ok(Response::new(ReportErasedResponse {}))
    }
}

fn text_or_nothing(token: Option<&Token>) -> String {
    token.map(Token::to_text).unwrap_or_default()
}
