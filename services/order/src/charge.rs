//! What an order costs beside its lines.

/// What a charge is for; an order has one of a kind at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The way to the shopper.
    Delivery,
    /// Cash that the carrier collects at the door.
    CodFee,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 2] = [Self::Delivery, Self::CodFee];

    /// The word for it in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Delivery => "delivery",
            Self::CodFee => "cod_fee",
        }
    }
}

/// One charge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Charge {
    /// What it is for.
    pub kind: Kind,
    /// As the shopper reads it.
    pub label: String,
    /// In paise, more than 0.
    pub amount_paise: i64,
}
