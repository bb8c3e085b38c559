//! Parses a typed code: of the app, or a recovery code.

use crate::{codes::one_time_code, staff::second_factor::recovery_code};

/// A typed code by its form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SecondFactorCode {
    /// A code of the app: six digits.
    App(String),
    /// A recovery code.
    Recovery(String),
    /// Neither form.
    Neither,
}

impl SecondFactorCode {
    /// Parses a typed code.
    pub fn parse(typed: &str) -> Self {
        let app = one_time_code::normalize(typed);
        if app.len() == 6 && app.bytes().all(|byte| byte.is_ascii_digit()) {
            return Self::App(app);
        }
        recovery_code::parse(typed).map_or(Self::Neither, Self::Recovery)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_known_by_its_looks() {
        assert_eq!(
            SecondFactorCode::parse("012 345"),
            SecondFactorCode::App("012345".to_owned())
        );
        assert_eq!(
            SecondFactorCode::parse("01abc-defgh"),
            SecondFactorCode::Recovery("01ABCDEFGH".to_owned())
        );
        assert_eq!(SecondFactorCode::parse("0123-456"), SecondFactorCode::Neither);
    }
}
