//! What shoppers look for products under.

/// The only words that the front end knows as concerns.
pub const CONCERNS: [&str; 6] = [
    "sugar-balance",
    "digestion",
    "joints",
    "immunity",
    "skin",
    "energy",
];
