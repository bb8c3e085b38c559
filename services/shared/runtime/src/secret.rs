use std::{convert::Infallible, fmt, str::FromStr};

/// A setting that must not be printed, such as a URL with a password.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// The value, for the place that needs it.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl Secret {
    /// True if the value is a URL with a raw `/`, `?` or `#` in its password. A client would take a part of
    /// the password for the host.
    pub fn is_torn_address(&self) -> bool {
        let Some((_, rest)) = self.0.split_once("://") else {
            return false;
        };
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (authority, rest) = rest.split_at(end);
        !authority.contains('@') && rest.contains('@')
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

impl From<String> for Secret {
    fn from(value: String) -> Self {
        Self(value)
    }
}

impl FromStr for Secret {
    type Err = Infallible;

    fn from_str(value: &str) -> Result<Self, Infallible> {
        Ok(Self(value.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::Secret;

    #[test]
    fn a_secret_is_not_printed() {
        let secret = Secret::from("postgres://shop:hunter2@db/orders".to_owned());
        assert_eq!(format!("{secret:?}"), "***");
        assert!(secret.expose().contains("hunter2"));
    }

    #[test]
    fn a_password_that_tears_its_address_apart_is_noticed() {
        for (address, torn) in [
            ("smtp://shop:pa%2Fss@mail:587", false),
            ("smtp://shop:pa@ss@mail:587", false),
            ("postgres://order@db/shop?application_name=a@b", false),
            ("nats://mail:4222", false),
            ("hunter2@", false),
            ("smtp://shop:12/ss@mail:587", true),
            ("smtp://shop:12#ss@mail:587", true),
            ("postgres://shop:12?ss@db/shop", true),
        ] {
            assert_eq!(
                Secret::from(address.to_owned()).is_torn_address(),
                torn,
                "{address}"
            );
        }
    }
}
