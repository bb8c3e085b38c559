//! The query of a list: its time span and its page.

use std::collections::HashMap;

use serde_json::Value;

use super::fields::time;
use crate::api_error::ApiError;

/// "Default value is 10": `markdown/api/payments/fetch-all-payments.md`, and the same for other lists.
const DEFAULT_COUNT: usize = 10;

/// "Maximum value is 100", on the same pages.
const MAX: usize = 100;

/// The query of a list.
#[derive(Debug)]
pub(super) struct ListQuery {
    from: Option<i64>,
    to: Option<i64>,
    count: usize,
    skip: usize,
}

impl ListQuery {
    pub(super) fn read(query: &HashMap<String, String>) -> Result<Self, ApiError> {
        let bound = |name: &'static str| query.get(name).map(|text| time(name, text)).transpose();
        let (from, to) = (bound("from")?, bound("to")?);
        let (count, skip) = page(query, MAX)?;
        Ok(Self {
            from,
            to,
            count,
            skip,
        })
    }

    /// The page of entities in the span, newest first, from entities in order of creation. The span includes
    /// both ends.
    pub(super) fn newest_first<'a, T: 'a>(
        &self,
        all: impl DoubleEndedIterator<Item = &'a T>,
        created_at: fn(&T) -> i64,
        entity: impl Fn(&T) -> Value,
    ) -> Vec<Value> {
        let found = all.rev().filter(|each| self.has(created_at(each)));
        found.skip(self.skip).take(self.count).map(entity).collect()
    }

    fn has(&self, created_at: i64) -> bool {
        self.from.is_none_or(|from| created_at >= from) && self.to.is_none_or(|to| created_at <= to)
    }
}

/// The number of entities, and the number to skip.
pub(super) fn page(query: &HashMap<String, String>, most: usize) -> Result<(usize, usize), ApiError> {
    let count = number(query, "count")?.unwrap_or(DEFAULT_COUNT);
    if !(1..=most).contains(&count) {
        let why = format!("The count must be between 1 and {most}");
        return Err(ApiError::invalid_field("count", why));
    }
    Ok((count, number(query, "skip")?.unwrap_or_default()))
}

/// A number in a query; `None` if missing.
pub(super) fn number(query: &HashMap<String, String>, name: &'static str) -> Result<Option<usize>, ApiError> {
    let parse = |text: &String| {
        text.parse()
            .map_err(|_| ApiError::invalid_field(name, format!("The {name} must be an integer.")))
    };
    query.get(name).map(parse).transpose()
}
