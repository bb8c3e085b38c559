//! The states of a product.

/// The state of a product. Staff may change it from any state to any other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProductState {
    /// Only staff see it.
    Draft,
    /// On sale.
    Published,
    /// No longer on sale. Orders still name it.
    Archived,
}

impl ProductState {
    /// Returns the name of this state in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Published => "published",
            Self::Archived => "archived",
        }
    }

    /// Parses the name; `None` for any other.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Draft, Self::Published, Self::Archived]
            .into_iter()
            .find(|state| state.as_str() == word)
    }
}
