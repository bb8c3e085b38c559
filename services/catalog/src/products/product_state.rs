//! How far a product is.

/// How far a product is. Staff may bring it from any state into any other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProductState {
    /// Only staff see it.
    Draft,
    /// It is on sale.
    Published,
    /// It is not on sale any more; orders still name it.
    Archived,
}

impl ProductState {
    /// The word for it in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Published => "published",
            Self::Archived => "archived",
        }
    }

    /// Reads the word; `None` for any other.
    pub fn read(word: &str) -> Option<Self> {
        [Self::Draft, Self::Published, Self::Archived]
            .into_iter()
            .find(|state| state.as_str() == word)
    }
}
