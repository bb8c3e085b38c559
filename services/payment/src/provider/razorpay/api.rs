//! The HTTP client: authenticated calls with a deadline and a size limit for answers.

use std::time::Duration;

use reqwest::{Client, Method, RequestBuilder, Response, StatusCode, redirect::Policy};
use runtime::Secret;
use serde::{Serialize, de::DeserializeOwned};
use url::Url;

use super::entities::ErrorBody;
use crate::provider::port::ProviderError;

/// Deadline of a call with its answer. A job repeats slower calls, and a shopper should not wait longer for a
/// page.
const DEADLINE: Duration = Duration::from_secs(5);

/// Deadline of the connection, within the deadline of the call.
const CONNECT: Duration = Duration::from_secs(2);

/// Size limit of an answer, in bytes. A page of a hundred payments has a quarter of it.
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
        // A redirect would send the key to another host. A proxy from the environment would be used without a
        // setting.
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

    /// Posts with an idempotency key.
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

    /// Builds a URL. Rejects ids that could change the path, because ids may come from a webhook.
    fn address(&self, path: &[&str]) -> Result<Url, ProviderError> {
        if !path.iter().all(|part| is_part(part)) {
            return Err(invalid_request("it is no id"));
        }
        let mut url = self.url.clone();
        let mut parts = url
            .path_segments_mut()
            .map_err(|()| invalid_request("it is no address"))?;
        parts.pop_if_empty().push("v1").extend(path);
        drop(parts);
        Ok(url)
    }
}

/// True if the text is an id or a fixed path segment.
pub(super) fn is_part(text: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    (1..=64).contains(&text.len()) && text.bytes().all(is_allowed)
}

/// The error for a request that is not sent, because it would be invalid.
pub(super) fn invalid_request(why: &str) -> ProviderError {
    ProviderError::Rejected {
        status: 0,
        code: "NOT_ASKED".to_owned(),
        description: why.to_owned(),
    }
}

/// Sends a request and parses its answer. Errors are parsed according to `markdown/errors.md`.
async fn answer<A: DeserializeOwned>(request: RequestBuilder) -> Result<A, ProviderError> {
    let answer = request.send().await.map_err(|error| away(&error))?;
    let status = answer.status();
    if status.is_server_error() || is_later(status) {
        return Err(ProviderError::Unavailable(format!(
            "it answered {}",
            status.as_u16()
        )));
    }
    let body = body(answer).await?;
    if status.is_success() {
        let read = serde_json::from_slice(&body);
        // The message of serde contains pieces of the body.
        return read.map_err(|_| ProviderError::Unreadable("it is not what the documentation says"));
    }
    if !status.is_client_error() {
        return Err(ProviderError::Unreadable("it points elsewhere"));
    }
    // An error page of a firewall in between says nothing about the request.
    let failed: ErrorBody = serde_json::from_slice(&body)
        .map_err(|_| ProviderError::Unreadable("it is an error page that is not the provider's"))?;
    Err(failed.into_error(status.as_u16()))
}

/// True for statuses that say nothing about the request: timeout, too early, or too many requests.
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

/// Describes a connection error without its text, which contains addresses.
fn away(error: &reqwest::Error) -> ProviderError {
    let why = if error.is_timeout() {
        "it did not answer in time"
    } else if error.is_connect() {
        "no connection could be made"
    } else {
        "the connection broke"
    };
    ProviderError::Unavailable(why.to_owned())
}
