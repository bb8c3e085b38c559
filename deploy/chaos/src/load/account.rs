//! A shopper's account, with a session and a code that expire by the database's clock.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use reqwest::multipart::Form;
use serde_json::{Value, json};

use crate::mails;

/// The longest wait for a mail.
const MAILED_WITHIN: Duration = Duration::from_mins(1);

const EMAIL: &str = "asha.clock@gmail.com";

/// A logged-in account with a code for a new password.
pub(crate) struct Account {
    client: reqwest::Client,
    gateway: String,
    cookie: String,
    code: String,
}

impl Account {
    pub(crate) async fn open(gateway: &str, mails: &Path) -> anyhow::Result<Self> {
        let mut account = Self {
            client: reqwest::Client::new(),
            gateway: gateway.to_owned(),
            cookie: String::new(),
            code: String::new(),
        };
        let password = "monsoon-42";
        let register = json!({ "email": EMAIL, "password": password, "mobileNumber": "9876543210" });
        account.post("userregister", &register, 201).await?;
        let log_in = json!({ "email": EMAIL, "password": password });
        let answer = account.post("userlogin", &log_in, 200).await?;
        let cookies = answer.headers().get_all("set-cookie").iter();
        let cookies = cookies.filter_map(|cookie| cookie.to_str().ok()?.split(';').next());
        let session = cookies.into_iter().find(|cookie| cookie.starts_with("sid="));
        account.cookie = session.context("a login sets a cookie")?.to_owned();
        account
            .post("forgotpassword", &json!({ "email": EMAIL }), 200)
            .await?;
        account.code = code(mails).await?;
        Ok(account)
    }

    /// Checks the session: an invalid review gets 422, and without a session another status.
    pub(crate) async fn ensure_logged_in(&self) -> anyhow::Result<()> {
        let request = self.client.post(format!("{}/api/v1/users/review", self.gateway));
        let form = Form::new().text("unknown", "x");
        let answer = request.header("Cookie", &self.cookie).multipart(form).send();
        let status = answer.await?.status();
        ensure!(status == 422, "the session is answered with {status}");
        Ok(())
    }

    pub(crate) async fn ensure_code_valid(&self) -> anyhow::Result<()> {
        let verify = json!({ "email": EMAIL, "code": self.code });
        self.post("verifyOtp", &verify, 200).await?;
        Ok(())
    }

    async fn post(&self, path: &str, body: &Value, wanted: u16) -> anyhow::Result<reqwest::Response> {
        let url = format!("{}/api/v1/users/{path}", self.gateway);
        let answer = self.client.post(url).json(body).send().await?;
        let status = answer.status();
        ensure!(status == wanted, "{path} is answered with {status}");
        Ok(answer)
    }
}

/// Waits for the mailed code.
async fn code(mails: &Path) -> anyhow::Result<String> {
    let deadline = Instant::now() + MAILED_WITHIN;
    loop {
        let mails = mails::texts_to(mails, EMAIL)?;
        if let Some(code) = mails.iter().find_map(|mail| mails::code_in(mail)) {
            return Ok(code.to_owned());
        }
        ensure!(Instant::now() < deadline, "no code was mailed");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
