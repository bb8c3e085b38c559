//! Health checks: liveness, and the words for services that are down.

use std::future::{Ready, ready};

use serde::Serialize;

use crate::{DirectClient, answer::Answer};

/// 200 while the process responds.
pub fn alive(_: DirectClient) -> Ready<Answer<()>> {
    ready(Answer::new(()))
}

/// The result of the last call to a service.
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LastCall {
    /// The service answered.
    Answers,
    /// It did not.
    Down,
    /// There was no call.
    Unknown,
}

impl From<Option<bool>> for LastCall {
    fn from(answers: Option<bool>) -> Self {
        match answers {
            Some(true) => Self::Answers,
            Some(false) => Self::Down,
            None => Self::Unknown,
        }
    }
}
