//! A code that somebody typed: the app's, or one that stands in for it.

use crate::{codes::one_time_code, staff::second_factor::recovery_code};

/// What a code looks like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TypedCode {
    /// Of an app: six digits.
    App(String),
    /// One of the ten that stand in for the app.
    Recovery(String),
    /// Neither.
    Neither,
}

impl TypedCode {
    /// Reads what was typed.
    pub fn read(typed: &str) -> Self {
        let app = one_time_code::normalize(typed);
        if app.len() == 6 && app.bytes().all(|byte| byte.is_ascii_digit()) {
            return Self::App(app);
        }
        recovery_code::read(typed).map_or(Self::Neither, Self::Recovery)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_known_by_its_looks() {
        assert_eq!(TypedCode::read("012 345"), TypedCode::App("012345".to_owned()));
        assert_eq!(
            TypedCode::read("01abc-defgh"),
            TypedCode::Recovery("01ABCDEFGH".to_owned())
        );
        assert_eq!(TypedCode::read("0123-456"), TypedCode::Neither);
    }
}
