//! The door: requests become operations, tokens become answers.

use proto::identity::v1::{
    AuthenticateRequest, AuthenticateResponse, LogInRequest, LogInResponse, LogOutRequest, LogOutResponse,
    RegisterRequest, RegisterResponse, RequestOneTimeCodeRequest, RequestOneTimeCodeResponse,
    ResetPasswordRequest, ResetPasswordResponse, VerifyOneTimeCodeRequest, VerifyOneTimeCodeResponse,
    identity_service_server::IdentityService,
};
use tonic::{Request, Response, Status, async_trait};

use crate::{account::Details, identity::Identity, known_device::Client, network::Networks, session::Token};

/// The gRPC service.
#[derive(Debug)]
pub struct Api(pub Identity);

#[async_trait]
impl IdentityService for Api {
    async fn register(
        &self,
        request: Request<RegisterRequest>,
    ) -> Result<Response<RegisterResponse>, Status> {
        let request = request.into_inner();
        let networks = Networks::of(&request.client_address);
        let details = Details {
            email: request.email,
            password: request.password,
            mobile_number: request.mobile_number,
        };
        self.0.register(details, &networks).await?;
        Ok(Response::new(RegisterResponse {}))
    }

    async fn log_in(&self, request: Request<LogInRequest>) -> Result<Response<LogInResponse>, Status> {
        let request = request.into_inner();
        let previous = Token::read(&request.previous_session_token);
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
}

fn text_or_nothing(token: Option<&Token>) -> String {
    token.map(Token::to_text).unwrap_or_default()
}
