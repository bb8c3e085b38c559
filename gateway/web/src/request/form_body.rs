//! Parses a request's form strictly, with errors that say what to change.

use std::collections::HashMap;

use axum::{
    body::Bytes,
    extract::{FromRequest, Multipart, Request},
    http::{StatusCode, header},
};
use runtime::status::Rule;

use crate::answer::error::Error;

const MULTIPART: &str = "multipart/form-data";
const URLENCODED: &str = "application/x-www-form-urlencoded";

/// The fields of a form. Files are read as text; unused fields are ignored.
#[derive(Debug, Default)]
pub struct Fields(HashMap<String, FieldValue>);

#[derive(Debug)]
enum FieldValue {
    Once(String),
    Again,
}

/// A form sent as `multipart/form-data`.
#[derive(Debug)]
pub struct MultipartBody(pub Fields);

/// A form sent as `multipart/form-data` or `application/x-www-form-urlencoded`.
#[derive(Debug)]
pub struct FormBody(pub Fields);

impl<S: Send + Sync> FromRequest<S> for MultipartBody {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        match essence(&request).as_str() {
            MULTIPART => multipart(request, state).await.map(Self),
            _ => Err(unsupported(&format!("send it with Content-Type: {MULTIPART}."))),
        }
    }
}

impl<S: Send + Sync> FromRequest<S> for FormBody {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        match essence(&request).as_str() {
            MULTIPART => multipart(request, state).await.map(Self),
            URLENCODED => urlencoded(request, state).await.map(Self),
            _ => Err(unsupported(&format!(
                "send it with Content-Type: {MULTIPART} or {URLENCODED}."
            ))),
        }
    }
}

impl Fields {
    /// Takes a field out; empty if it was not sent, because the service validates it.
    pub fn take(&mut self, name: &str) -> Result<String, Error> {
        match self.0.remove(name) {
            Some(FieldValue::Once(value)) => Ok(value),
            Some(FieldValue::Again) => {
                let broken = Rule::Repeated.says("must be sent once");
                Err(Error::field(StatusCode::BAD_REQUEST, name, broken))
            }
            None => Ok(String::new()),
        }
    }

    fn add(&mut self, name: String, value: String) {
        self.0
            .entry(name)
            .and_modify(|sent| *sent = FieldValue::Again)
            .or_insert(FieldValue::Once(value));
    }
}

async fn multipart<S: Send + Sync>(request: Request, state: &S) -> Result<Fields, Error> {
    let mut form = Multipart::from_request(request, state).await.map_err(|_| {
        let message = "The form has no boundary: let the browser set the Content-Type.";
        Error::new(StatusCode::BAD_REQUEST, message)
    })?;
    let mut fields = Fields::default();
    while let Some(field) = form.next_field().await.map_err(|_| half_a_form())? {
        let name = field.name().unwrap_or_default().to_owned();
        let bytes = field.bytes().await.map_err(|_| half_a_form())?;
        let Ok(value) = String::from_utf8(bytes.into()) else {
            let broken = Rule::Malformed.says("must be text");
            return Err(Error::field(StatusCode::BAD_REQUEST, name, broken));
        };
        fields.add(name, value);
    }
    Ok(fields)
}

async fn urlencoded<S: Send + Sync>(request: Request, state: &S) -> Result<Fields, Error> {
    let body = Bytes::from_request(request, state)
        .await
        .map_err(|rejection| Error::internal(rejection.body_text()))?;
    let mut fields = Fields::default();
    for (name, value) in form_urlencoded::parse(&body) {
        fields.add(name.into_owned(), value.into_owned());
    }
    Ok(fields)
}

fn half_a_form() -> Error {
    Error::new(StatusCode::BAD_REQUEST, "The form did not arrive whole.")
}

fn essence(request: &Request) -> String {
    let content_type = request.headers().get(header::CONTENT_TYPE);
    let text = content_type
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let essence = text.split(';').next().unwrap_or_default();
    essence.trim().to_ascii_lowercase()
}

fn unsupported(what_to_do: &str) -> Error {
    Error::new(
        StatusCode::UNSUPPORTED_MEDIA_TYPE,
        format!("The body must be a form: {what_to_do}"),
    )
}

#[cfg(test)]
mod tests {
    use axum::{body::Body, response::IntoResponse as _};

    use super::*;

    #[test]
    fn fuzz_of_forms() {
        let one = b"--x\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\nAsha\r\n--x--\r\n";
        let file = b"--x\r\ncontent-disposition: form-data; name=name; filename=\"a.sh\"\r\ncontent-type: text/plain; \
                     charset=utf-16\r\n\r\n\xff\xfe\r\n--x--";
        let corpus: [&[u8]; 4] = [one, file, b"name=Asha&name=Ravi", b"--x--"];
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        fuzz::feed("forms", &corpus, |body| {
            for content_type in ["multipart/form-data; boundary=x", URLENCODED] {
                let request = Request::builder().header(header::CONTENT_TYPE, content_type);
                let request = request.body(Body::from(body.to_vec())).unwrap();
                let form = runtime.block_on(FormBody::from_request(request, &()));
                match form {
                    Ok(FormBody(mut fields)) => drop(fields.take("name")),
                    Err(error) => assert!(error.into_response().status().is_client_error()),
                }
            }
        });
    }
}
