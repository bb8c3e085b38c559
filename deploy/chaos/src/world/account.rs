//! A shopper's account, whose session and codes end by the database's clock.

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use reqwest::multipart::Form;
use serde_json::{Value, json};

/// How long a mail may take.
const MAILED_WITHIN: Duration = Duration::from_mins(1);

const EMAIL: &str = "asha.clock@gmail.com";

/// Logged in, with a code for a new password in the mail.
pub(super) struct Account {
    client: reqwest::Client,
    gateway: String,
    cookie: String,
    code: String,
}

impl Account {
    pub(super) async fn open(gateway: &str, mails: &Path) -> anyhow::Result<Self> {
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
        account.code = code(mails.to_owned()).await?;
        Ok(account)
    }

    /// A review without words is refused for its words, and without a session for that.
    pub(super) async fn is_logged_in(&self) -> anyhow::Result<()> {
        let request = self.client.post(format!("{}/api/v1/users/review", self.gateway));
        let form = Form::new().text("unknown", "x");
        let answer = request.header("Cookie", &self.cookie).multipart(form).send();
        let status = answer.await?.status();
        ensure!(status == 422, "the session is answered with {status}");
        Ok(())
    }

    pub(super) async fn code_is_good(&self) -> anyhow::Result<()> {
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

/// The six digits that stand alone on a line of a mail.
async fn code(mails: PathBuf) -> anyhow::Result<String> {
    let deadline = Instant::now() + MAILED_WITHIN;
    loop {
        for entry in fs::read_dir(&mails)? {
            let text = fs::read_to_string(entry?.path()).unwrap_or_default();
            let is_code = |line: &&str| line.len() == 6 && line.bytes().all(|byte| byte.is_ascii_digit());
            let code = text
                .contains("Your code")
                .then(|| text.lines().map(str::trim).find(is_code));
            if let Some(code) = code.flatten() {
                return Ok(code.to_owned());
            }
        }
        ensure!(Instant::now() < deadline, "no code was mailed");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
