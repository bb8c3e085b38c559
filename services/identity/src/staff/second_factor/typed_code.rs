//! Parses a typed code: of the app, or a recovery code.

use crate::{codes::one_time_code, staff::second_factor::recovery_code};

/// A typed code by its form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TypedCode {
    /// A code of the app: six digits.
    App(String),
    /// A recovery code.
    Recovery(String),
    /// Neither form.
    Neither,
}

impl TypedCode {
    /// Parses a typed code.
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
