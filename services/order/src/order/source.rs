use serde::{Deserialize, Deserializer, Serialize};

/// The source of an order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The shop's website.
    #[default]
    Web,
    /// A phone call. Staff entered the order.
    Phone,
    /// A `WhatsApp` message. Staff entered the order.
    Whatsapp,
}

impl Source {
    /// Every source.
    pub const ALL: [Self; 3] = [Self::Web, Self::Phone, Self::Whatsapp];

    /// Returns the word that the database stores.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Web => "web",
            Self::Phone => "phone",
            Self::Whatsapp => "whatsapp",
        }
    }

    /// Parses the source from its word in the database.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|source| source.as_str() == word)
    }
}

/// Unknown words of later releases become the website.
impl<'de> Deserialize<'de> for Source {
    fn deserialize<D: Deserializer<'de>>(word: D) -> Result<Self, D::Error> {
        let word = String::deserialize(word)?;
        Ok(Self::parse(&word).unwrap_or_default())
    }
}
