//! Calls over HTTP: under the shop's key, within a deadline, with answers of a bounded size.

use std::time::Duration;

use reqwest::{Client, Method, RequestBuilder, Response, StatusCode, redirect::Policy};
use runtime::Secret;
use serde::{Serialize, de::DeserializeOwned};
use url::Url;

use super::entities::Failed;
use crate::provider::port::ProviderError;

/// For a call and its answer: what takes longer is asked again by a job, and a shopper waits no longer for a page.
const DEADLINE: Duration = Duration::from_secs(5);

/// Of it, for a connection.
const CONNECT: Duration = Duration::from_secs(2);

/// A page of a hundred payments has a quarter of it.
const LARGEST_ANSWER: usize = 1024 * 1024;

#[derive(Debug)]
pub(super) struct Api {
    http: Client,
    url: Url,
    key_id: String,
    key_secret: Secret,
}

impl Api {
    pub(super) fn new(url: Url, key_id: String, key_secret: Secret) -> reqwest::Result<Self> {
        // A redirect would carry the key elsewhere, and a proxy of the environment is nobody that was chosen here.
        let builder = Client::builder()
            .timeout(DEADLINE)
            .connect_timeout(CONNECT)
            .redirect(Policy::none())
            .no_proxy()
            .https_only(url.scheme() == "https");
        Ok(Self {
            http: builder.build()?,
            url,
            key_id,
            key_secret,
        })
    }

    pub(super) async fn get<A: DeserializeOwned>(
        &self,
        path: &[&str],
        query: &[(&str, &str)],
    ) -> Result<A, ProviderError> {
        let mut url = self.address(path)?;
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        answer(self.request(Method::GET, url)).await
    }

    pub(super) async fn post<A: DeserializeOwned>(
        &self,
        path: &[&str],
        body: &(impl Serialize + Sync),
    ) -> Result<A, ProviderError> {
        let url = self.address(path)?;
        answer(self.request(Method::POST, url).json(body)).await
    }

    /// The same with a key, so that it is done once.
    pub(super) async fn post_once<A: DeserializeOwned>(
        &self,
        path: &[&str],
        body: &(impl Serialize + Sync),
        (header, key): (&str, &str),
    ) -> Result<A, ProviderError> {
        let url = self.address(path)?;
        answer(self.request(Method::POST, url).header(header, key).json(body)).await
    }

    /// Basic authentication by key id and secret: `markdown/api/authentication.md`.
    fn request(&self, method: Method, url: Url) -> RequestBuilder {
        let request = self.http.request(method, url);
        request.basic_auth(&self.key_id, Some(self.key_secret.expose()))
    }

    /// Ids may have come from a webhook: what could lead to another path is no id.
    fn address(&self, path: &[&str]) -> Result<Url, ProviderError> {
        if !path.iter().all(|part| is_part(part)) {
            return Err(not_asked("it is no id"));
        }
        let mut url = self.url.clone();
        let mut parts = url
            .path_segments_mut()
            .map_err(|()| not_asked("it is no address"))?;
        parts.pop_if_empty().push("v1").extend(path);
        drop(parts);
        Ok(url)
    }
}

/// Whether it is an id, or a word of ours.
pub(super) fn is_part(text: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    (1..=64).contains(&text.len()) && text.bytes().all(is_allowed)
}

/// A question that is not worth asking.
pub(super) fn not_asked(why: &str) -> ProviderError {
    ProviderError::Refused {
        status: 0,
        code: "NOT_ASKED".to_owned(),
        description: why.to_owned(),
    }
}

/// Sends a request and reads its answer, by `markdown/errors.md` when it is none of success.
async fn answer<A: DeserializeOwned>(request: RequestBuilder) -> Result<A, ProviderError> {
    let answer = request.send().await.map_err(|error| away(&error))?;
    let status = answer.status();
    if status.is_server_error() || is_later(status) {
        return Err(ProviderError::Away(format!("it answered {}", status.as_u16())));
    }
    let body = body(answer).await?;
    if status.is_success() {
        let read = serde_json::from_slice(&body);
        // What serde says has pieces of the body in it.
        return read.map_err(|_| ProviderError::Unreadable("it is not what the documentation says"));
    }
    if !status.is_client_error() {
        return Err(ProviderError::Unreadable("it points elsewhere"));
    }
    // The page of a firewall between us says nothing of the question.
    let failed: Failed = serde_json::from_slice(&body)
        .map_err(|_| ProviderError::Unreadable("it is an error page that is not the provider's"))?;
    Err(failed.into_error(status.as_u16()))
}

/// Statuses that say nothing about the question: it took too long, or came too early or too often.
fn is_later(status: StatusCode) -> bool {
    [
        StatusCode::REQUEST_TIMEOUT,
        StatusCode::TOO_EARLY,
        StatusCode::TOO_MANY_REQUESTS,
    ]
    .contains(&status)
}

async fn body(mut answer: Response) -> Result<Vec<u8>, ProviderError> {
    let mut body = Vec::new();
    while let Some(chunk) = answer.chunk().await.map_err(|error| away(&error))? {
        if body.len() + chunk.len() > LARGEST_ANSWER {
            return Err(ProviderError::Unreadable("it is larger than 1 MiB"));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// What an error says of itself has addresses in it.
fn away(error: &reqwest::Error) -> ProviderError {
    let why = if error.is_timeout() {
        "it did not answer in time"
    } else if error.is_connect() {
        "no connection could be made"
    } else {
        "the connection broke"
    };
    ProviderError::Away(why.to_owned())
}
