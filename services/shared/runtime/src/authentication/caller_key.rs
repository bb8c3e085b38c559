use std::{fmt, str::FromStr};

use aws_lc_rs::{
    encoding::{AsDer as _, PublicKeyX509Der},
    signature::{ED25519, Ed25519KeyPair, KeyPair as _, ParsedPublicKey},
};
use base64::{Engine as _, prelude::BASE64_STANDARD};

use crate::Secret;

/// A program's private key, with which it signs its caller tokens. Only that program has it.
#[derive(Clone)]
pub struct CallerKey(Ed25519KeyPair);

/// A caller's public key, to verify caller tokens.
#[derive(Clone)]
pub struct PublicKey(ParsedPublicKey);

/// The text is no key.
#[derive(Debug, thiserror::Error)]
#[error("this is no Ed25519 key as openssl writes it: the one line between BEGIN and END of its PEM file")]
pub struct BadKey;

impl CallerKey {
    /// Generates a key, for tests and for shops on a single machine.
    pub fn generate() -> Self {
        Self(Ed25519KeyPair::generate().expect("the system has random numbers"))
    }

    /// The public key.
    pub fn public(&self) -> PublicKey {
        let key = ParsedPublicKey::new(&ED25519, self.0.public_key());
        PublicKey(key.expect("a key pair has a public key"))
    }

    /// The key in the form of the setting `CALLER_KEY`.
    pub fn to_secret(&self) -> Secret {
        let key = self.0.to_pkcs8v1().expect("a key pair can be written");
        Secret::from(BASE64_STANDARD.encode(key))
    }

    pub(crate) fn sign(&self, message: &str) -> Vec<u8> {
        self.0.sign(message.as_bytes()).as_ref().to_vec()
    }
}

impl FromStr for CallerKey {
    type Err = BadKey;

    fn from_str(text: &str) -> Result<Self, BadKey> {
        let bytes = BASE64_STANDARD.decode(text.trim()).map_err(|_| BadKey)?;
        Ed25519KeyPair::from_pkcs8(&bytes).map(Self).map_err(|_| BadKey)
    }
}

impl fmt::Debug for CallerKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

impl PublicKey {
    /// True if the private key signed the message.
    pub(crate) fn signed(&self, message: &str, signature: &[u8]) -> bool {
        self.0.verify_sig(message.as_bytes(), signature).is_ok()
    }
}

impl FromStr for PublicKey {
    type Err = BadKey;

    fn from_str(text: &str) -> Result<Self, BadKey> {
        let bytes = BASE64_STANDARD.decode(text.trim()).map_err(|_| BadKey)?;
        ParsedPublicKey::new(&ED25519, bytes)
            .map(Self)
            .map_err(|_| BadKey)
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let der: PublicKeyX509Der = self.0.as_der().expect("a key that was read can be written");
        f.write_str(&BASE64_STANDARD.encode(der.as_ref()))
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Created with `openssl genpkey -algorithm ed25519` and `openssl pkey -pubout`.
    const PRIVATE: &str = "MC4CAQAwBQYDK2VwBCIEIGNQnwl7UhR5LqcLj/Wp3HTlWr/JypDCbcNEvGEzP+yq";
    const PUBLIC: &str = "MCowBQYDK2VwAyEAWeTTFDJE3uYXmZ9yR7WFt7a762Yk+77DD7PSrzng94k=";

    #[test]
    fn keys_are_those_that_openssl_writes() {
        let key: CallerKey = PRIVATE.parse().expect("openssl wrote it");
        assert_eq!(key.public().to_string(), PUBLIC);
        assert_eq!(key.to_secret().expose(), PRIVATE);
        let public: PublicKey = PUBLIC.parse().expect("openssl wrote it");
        assert!(public.signed("a message", &key.sign("a message")));
        assert!(!public.signed("another message", &key.sign("a message")));
    }

    #[test]
    fn an_invalid_key_is_refused_and_no_key_is_printed() {
        for text in ["", "short", &"k".repeat(64), PUBLIC] {
            let refused = text.parse::<CallerKey>().expect_err("it is no private key");
            assert!(refused.to_string().contains("openssl"));
        }
        assert!(PRIVATE.parse::<PublicKey>().is_err());
        assert_eq!(format!("{:?}", CallerKey::generate()), "***");
    }
}
