//! Tests of accounts, through the service's gRPC API against real PostgreSQL.

mod addresses;
mod change_password;
mod email_change;
mod guesses;
mod known_device;
mod log_in;
mod log_in_limits;
mod memory;
mod one_time_code;
mod outage;
mod own_sessions;
mod periodic_tasks;
mod register;
mod reset_password;
mod session;
mod shop_name;
mod shoppers;
mod silence;
mod staff;

use std::time::Duration;

use mail::Sent;
use proto::identity::v1::{
    AuthenticateRequest, LogInRequest, LogInResponse, LogOutRequest, RegisterRequest,
    RequestOneTimeCodeRequest, ResetPasswordRequest, VerifyOneTimeCodeRequest,
    identity_service_client::IdentityServiceClient,
};
use runtime::Secret;
use sqlx::AssertSqlSafe;
use testkit::{Served, TestDatabase, eventually};
use tonic::{Code, Status, transport::Channel};

const EMAIL: &str = "asha@gmail.com";
const PASSWORD: &str = "monsoon-42";
const HOME: &str = "203.0.113.7";

/// The identity service with its own database, and the mails it sent.
struct Identity {
    database: TestDatabase,
    sent: Sent,
    client: IdentityServiceClient<Channel>,
    served: Served,
}

impl Identity {
    async fn open() -> Self {
        let database = testkit::database(&[]).await;
        let address = database.settings();
        let (mail, sent) = mail::Settings::memory();
        Self::open_with(database, address, mail, sent).await
    }

    async fn open_with(
        database: TestDatabase,
        address: database::Settings,
        mail: mail::Settings,
        sent: Sent,
    ) -> Self {
        Self::open_as(database, settings(address, mail), sent).await
    }

    async fn open_as(database: TestDatabase, settings: identity::Settings, sent: Sent) -> Self {
        runtime::install_process_defaults();
        runtime::metrics::look_every(Duration::from_millis(500));
        let served = testkit::serve(|frame| identity::service(settings, frame)).await;
        let identity = Self {
            database,
            sent,
            client: IdentityServiceClient::new(Channel::builder(served.url()).connect_lazy()),
            served,
        };
        // The server answers once the migrations are done.
        eventually("the identity service answers", async || {
            let refused = identity
                .authenticate("unknown")
                .await
                .expect_err("the token is unknown");
            (refused.code() == Code::Unauthenticated).then_some(())
        })
        .await;
        identity
    }

    /// Starts the service with an account for [`EMAIL`].
    async fn with_account() -> Self {
        let identity = Self::open().await;
        identity
            .register(EMAIL, PASSWORD)
            .await
            .expect("the account is made");
        identity
    }

    async fn register(&self, email: &str, password: &str) -> Result<(), Status> {
        let request = RegisterRequest {
            email: email.to_owned(),
            password: password.to_owned(),
            mobile_number: "9876543210".to_owned(),
            client_address: HOME.to_owned(),
        };
        self.client.clone().register(request).await.map(drop)
    }

    async fn log_in(&self, email: &str, password: &str) -> Result<String, Status> {
        self.log_in_from(HOME, email, password, "").await
    }

    async fn log_in_from(
        &self,
        address: &str,
        email: &str,
        password: &str,
        previous: &str,
    ) -> Result<String, Status> {
        let request = LogInRequest {
            email: email.to_owned(),
            password: password.to_owned(),
            previous_session_token: previous.to_owned(),
            client_address: address.to_owned(),
            device_token: String::new(),
        };
        let answer = self.client.clone().log_in(request).await?;
        Ok(answer.into_inner().session_token)
    }

    async fn log_in_with(
        &self,
        device: &str,
        address: &str,
        email: &str,
        password: &str,
    ) -> Result<LogInResponse, Status> {
        let request = LogInRequest {
            email: email.to_owned(),
            password: password.to_owned(),
            previous_session_token: String::new(),
            client_address: address.to_owned(),
            device_token: device.to_owned(),
        };
        let answer = self.client.clone().log_in(request).await?;
        Ok(answer.into_inner())
    }

    async fn log_out(&self, token: &str) -> Result<(), Status> {
        let request = LogOutRequest {
            session_token: token.to_owned(),
        };
        self.client.clone().log_out(request).await.map(drop)
    }

    async fn authenticate(&self, token: &str) -> Result<String, Status> {
        let request = AuthenticateRequest {
            session_token: token.to_owned(),
        };
        let answer = self.client.clone().authenticate(request).await?;
        Ok(answer.into_inner().account_id)
    }

    async fn request_code_from(&self, address: &str, email: &str) -> Result<(), Status> {
        self.request_code_with("", address, email).await
    }

    async fn request_code_with(&self, device: &str, address: &str, email: &str) -> Result<(), Status> {
        let request = RequestOneTimeCodeRequest {
            email: email.to_owned(),
            client_address: address.to_owned(),
            device_token: device.to_owned(),
        };
        self.client.clone().request_one_time_code(request).await.map(drop)
    }

    /// Requests a code and reads it in the mail.
    async fn code(&self, email: &str) -> String {
        let before = self.mails_to(email).len();
        self.request_code_from(HOME, email)
            .await
            .expect("a code may be asked for");
        let mail = eventually("the code arrives", async || {
            self.mails_to(email).get(before).cloned()
        })
        .await;
        code_in(&mail)
    }

    async fn verify(&self, email: &str, code: &str) -> Result<(), Status> {
        self.verify_from(HOME, email, code).await
    }

    async fn verify_from(&self, address: &str, email: &str, code: &str) -> Result<(), Status> {
        self.verify_with("", address, email, code).await
    }

    async fn verify_with(&self, device: &str, address: &str, email: &str, code: &str) -> Result<(), Status> {
        let request = VerifyOneTimeCodeRequest {
            email: email.to_owned(),
            code: code.to_owned(),
            client_address: address.to_owned(),
            device_token: device.to_owned(),
        };
        self.client.clone().verify_one_time_code(request).await.map(drop)
    }

    async fn reset(&self, email: &str, code: &str, new_password: &str) -> Result<(), Status> {
        self.reset_on_device(email, code, new_password).await.map(drop)
    }

    /// Resets the password and returns the device token.
    async fn reset_on_device(&self, email: &str, code: &str, new_password: &str) -> Result<String, Status> {
        let request = ResetPasswordRequest {
            email: email.to_owned(),
            code: code.to_owned(),
            new_password: new_password.to_owned(),
            client_address: HOME.to_owned(),
            device_token: String::new(),
        };
        let answer = self.client.clone().reset_password(request).await?;
        Ok(answer.into_inner().device_token)
    }

    fn mails_to(&self, email: &str) -> Vec<mail::Mail> {
        let mut mails = self.sent.mails();
        mails.retain(|mail| mail.to == email);
        mails
    }

    /// Changes the database directly, e.g. to let time pass.
    async fn sql(&self, statement: &str) {
        sqlx::query(AssertSqlSafe(statement.to_owned()))
            .execute(self.database.pool())
            .await
            .expect("the test's statement is good");
    }

    /// Ends the windows of all limits.
    async fn wait_for_limits(&self) {
        self.sql("UPDATE counters SET ends_at = now()").await;
    }

    async fn text(&self, question: &str) -> String {
        let answer = sqlx::query_scalar(AssertSqlSafe(question.to_owned()));
        answer
            .fetch_one(self.database.pool())
            .await
            .expect("the test's question is good")
    }
}

/// A shop's settings, with a key for staff tokens.
fn settings(address: database::Settings, mail: mail::Settings) -> identity::Settings {
    identity::Settings {
        database: address,
        events: outbox::Settings::new(testkit::nats_url()),
        mail,
        catalog_url: testkit::away(),
        code_key: Secret::from("k".repeat(32)),
        email_domains: vec!["gmail.com".to_owned(), "yahoo.com".to_owned()],
        staff_token_key: Some(staff::TOKEN_KEY.clone()),
        office_url: staff::OFFICE_URL.to_owned(),
        password_wait_ms: 4_000,
    }
}

/// The six digits that are alone on a line of the mail.
fn code_in(mail: &mail::Mail) -> String {
    let line = mail
        .text
        .lines()
        .map(str::trim)
        .find(|line| line.len() == 6 && line.bytes().all(|byte| byte.is_ascii_digit()));
    line.expect("the mail holds a code").to_owned()
}

/// A code that differs from `code`, the `nth` of many.
fn another(code: &str, nth: u32) -> String {
    let number: u32 = code.parse().expect("a code is a number");
    format!("{:06}", (number + 1 + nth) % 1_000_000)
}
