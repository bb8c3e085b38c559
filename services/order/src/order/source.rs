use serde::{Deserialize, Deserializer, Serialize};

/// How an order reached the shop.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// By the shop's own pages.
    #[default]
    Web,
    /// Somebody called, and staff wrote it down.
    Phone,
    /// Somebody wrote by `WhatsApp`, and staff wrote it down.
    Whatsapp,
}

impl Source {
    /// Every source.
    pub const ALL: [Self; 3] = [Self::Web, Self::Phone, Self::Whatsapp];

    /// The word for it in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Web => "web",
            Self::Phone => "phone",
            Self::Whatsapp => "whatsapp",
        }
    }

    /// The source that the database has this word for.
    pub fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|source| source.as_str() == word)
    }
}

/// A word of a later release names a way that this one does not know: such an order is told as one of the pages.
impl<'de> Deserialize<'de> for Source {
    fn deserialize<D: Deserializer<'de>>(word: D) -> Result<Self, D::Error> {
        let word = String::deserialize(word)?;
        Ok(Self::read(&word).unwrap_or_default())
    }
}
