//! Tax classes of products.

/// The tax class of a product: its GST rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TaxClass {
    /// Not set.
    Unclassified,
    /// 0 %.
    Gst0,
    /// 5 %.
    Gst5,
    /// 12 %.
    Gst12,
    /// 18 %.
    Gst18,
}

impl TaxClass {
    /// All tax classes.
    pub const ALL: [Self; 5] = [
        Self::Unclassified,
        Self::Gst0,
        Self::Gst5,
        Self::Gst12,
        Self::Gst18,
    ];

    /// Returns the name in the database and in the contract.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Unclassified => "unclassified",
            Self::Gst0 => "gst_0",
            Self::Gst5 => "gst_5",
            Self::Gst12 => "gst_12",
            Self::Gst18 => "gst_18",
        }
    }

    /// Parses the name; `None` for any other.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.as_str() == word)
    }
}
