//! A bounded list of entities with ids, oldest first.

use crate::api_error::ApiError;

/// More than a local shop or a test creates.
const MAX: usize = 20_000;

pub(crate) trait Entity {
    fn id(&self) -> &str;
}

#[derive(Debug)]
pub(crate) struct Table<T>(Vec<T>);

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Entity> Table<T> {
    pub(crate) fn push(&mut self, item: T) -> Result<(), ApiError> {
        if self.0.len() >= MAX {
            return Err(ApiError::full());
        }
        self.0.push(item);
        Ok(())
    }

    pub(crate) fn find(&self, id: &str) -> Result<&T, ApiError> {
        self.iter()
            .find(|item| item.id() == id)
            .ok_or_else(ApiError::unknown_id)
    }

    pub(crate) fn find_mut(&mut self, id: &str) -> Result<&mut T, ApiError> {
        self.iter_mut()
            .find(|item| item.id() == id)
            .ok_or_else(ApiError::unknown_id)
    }

    /// Oldest first.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.0.iter()
    }

    pub(crate) fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut T> {
        self.0.iter_mut()
    }
}
