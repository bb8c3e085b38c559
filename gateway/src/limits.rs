//! What one request may take: a place among those in flight, time, bytes.

use std::{sync::Arc, time::Duration};

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::Response,
};
use tokio::sync::Semaphore;

use crate::error::Error;

/// An order of 50 lines takes a fifth of it.
pub(crate) const LONGEST_BODY_KIB: usize = 64;

/// The bounds of every request but the health checks.
#[derive(Debug, Clone)]
pub(crate) struct Limits {
    /// Requests in flight; one more is told to come back.
    pub(crate) concurrent_requests: usize,
    /// From the head of the request to the head of the answer. Less than the 15 s that browsers wait, more than the
    /// 5 s that services have.
    pub(crate) deadline: Duration,
    /// From the head of the request to the end of its body.
    pub(crate) body_deadline: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            concurrent_requests: 1024,
            deadline: Duration::from_secs(10),
            body_deadline: Duration::from_secs(5),
        }
    }
}

/// Refuses at once what would only queue.
pub(crate) async fn shed_load(
    State(places): State<Arc<Semaphore>>,
    request: Request,
    next: Next,
) -> Result<Response, Error> {
    let _place = places
        .try_acquire()
        .map_err(|_| Error::unavailable("too many requests are in flight"))?;
    Ok(next.run(request).await)
}

/// Gives up on a request that takes too long.
pub(crate) async fn hurry(
    State(deadline): State<Duration>,
    request: Request,
    next: Next,
) -> Result<Response, Error> {
    let answer = tokio::time::timeout(deadline, next.run(request)).await;
    answer.map_err(|_| Error::unavailable(format!("no answer within {deadline:?}")))
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use axum::{Router, body::Body, routing::get};
    use http::{StatusCode, header};
    use tower::ServiceExt as _;

    use super::*;
    use crate::layers::layered;

    async fn ask(app: &Router, path: &str) -> Response {
        let request = Request::get(path).body(Body::empty()).unwrap();
        app.clone().oneshot(request).await.unwrap()
    }

    async fn message(response: Response) -> String {
        let body = axum::body::to_bytes(response.into_body(), usize::MAX)
            .await
            .unwrap();
        let body: serde_json::Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(body["success"], false);
        body["message"].as_str().unwrap().to_owned()
    }

    #[tokio::test]
    async fn a_panic_is_answered_like_any_other_failure() {
        async fn panics() {
            panic!("secret of the house")
        }
        let app = layered(
            Router::new().route("/panics", get(panics)),
            Router::new(),
            &Limits::default(),
        );
        let response = ask(&app, "/panics").await;
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert!(response.headers().contains_key("content-security-policy"));
        assert!(response.headers().contains_key("x-request-id"));
        assert_eq!(message(response).await, runtime::status::SOMETHING_WENT_WRONG);
    }

    #[tokio::test]
    async fn a_request_that_takes_too_long_is_given_up() {
        let limits = Limits {
            deadline: Duration::from_millis(20),
            ..Limits::default()
        };
        let app = layered(
            Router::new().route("/hangs", get(pending::<()>)),
            Router::new(),
            &limits,
        );
        let response = ask(&app, "/hangs").await;
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert!(response.headers().contains_key(header::RETRY_AFTER));
    }

    #[tokio::test]
    async fn one_request_too_many_is_told_to_come_back() {
        let limits = Limits {
            concurrent_requests: 1,
            ..Limits::default()
        };
        let (entered, mut inside) = tokio::sync::mpsc::unbounded_channel();
        let holds = move || {
            entered.send(()).unwrap();
            pending::<()>()
        };
        let shop = Router::new()
            .route("/holds", get(holds))
            .route("/free", get(|| async {}));
        let app = layered(shop, Router::new(), &limits);
        let response = tokio::select! {
            _ = ask(&app, "/holds") => panic!("it holds its place"),
            response = async { inside.recv().await; ask(&app, "/free").await } => response,
        };
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert!(response.headers().contains_key(header::RETRY_AFTER));
        assert_eq!(
            ask(&app, "/free").await.status(),
            StatusCode::OK,
            "the place is given back"
        );
    }
}
