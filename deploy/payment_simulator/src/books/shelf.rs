//! A bounded list of entities with ids, oldest first.

use crate::refusal::Refusal;

/// More than a local shop or a test creates.
const MOST: usize = 20_000;

pub(crate) trait Entity {
    fn id(&self) -> &str;
}

#[derive(Debug)]
pub(crate) struct Shelf<T>(Vec<T>);

impl<T> Default for Shelf<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Entity> Shelf<T> {
    pub(crate) fn push(&mut self, item: T) -> Result<(), Refusal> {
        if self.0.len() >= MOST {
            return Err(Refusal::full());
        }
        self.0.push(item);
        Ok(())
    }

    pub(crate) fn find(&self, id: &str) -> Result<&T, Refusal> {
        self.iter()
            .find(|item| item.id() == id)
            .ok_or_else(Refusal::no_such_id)
    }

    pub(crate) fn find_mut(&mut self, id: &str) -> Result<&mut T, Refusal> {
        self.iter_mut()
            .find(|item| item.id() == id)
            .ok_or_else(Refusal::no_such_id)
    }

    /// Oldest first.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.0.iter()
    }

    pub(crate) fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut T> {
        self.0.iter_mut()
    }
}
