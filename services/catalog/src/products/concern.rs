//! The concerns under which shoppers find products.

/// All concerns that the front end knows.
pub const CONCERNS: [&str; 6] = [
    "sugar-balance",
    "digestion",
    "joints",
    "immunity",
    "skin",
    "energy",
];
