//! TOTP: the secret shared with an authenticator app, and its codes (RFC 6238).

use aws_lc_rs::aead::{AES_256_GCM, Aad, NONCE_LEN, Nonce, RandomizedNonceKey};
use rand::Rng as _;
use totp_rs::{Builder, Secret, Totp};
use uuid::Uuid;

use crate::{codes::keys::Keys, error::Error};

/// The size of a secret in bytes, as RFC 4226 recommends.
const BYTES: usize = 20;

/// The time steps that a clock may be off, as RFC 6238 recommends. The step of 30 seconds and SHA-1 are the
/// only values that apps support.
const SKEW: u16 = 1;

/// The account name in the app while the address is unknown: the first owner.
const FIRST_OWNER: &str = "owner";

/// A TOTP secret. It has no `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct TotpSecret([u8; BYTES]);

impl TotpSecret {
    /// Creates a secret of 160 random bits.
    pub fn random() -> Self {
        let mut bytes = [0; BYTES];
        rand::rng().fill_bytes(&mut bytes);
        Self(bytes)
    }

    /// Derives a secret from a keyed hash.
    pub fn from_hash(hash: &[u8; 32]) -> Self {
        let mut bytes = [0; BYTES];
        bytes.copy_from_slice(&hash[..BYTES]);
        Self(bytes)
    }

    /// Encrypts the secret for the database, bound to the owner's id. The nonce precedes it and the tag
    /// follows it.
    pub fn seal(&self, keys: &Keys, owner: Uuid) -> Result<Vec<u8>, Error> {
        let mut sealed = self.0.to_vec();
        let nonce = cipher(keys)?
            .seal_in_place_append_tag(Aad::from(owner.as_bytes()), &mut sealed)
            .map_err(|error| Error::TotpSecret(error.into()))?;
        Ok([nonce.as_ref().as_slice(), &sealed].concat())
    }

    /// Decrypts a stored secret. Fails if it was encrypted for another id or with another key.
    pub fn open(sealed: &[u8], keys: &Keys, owner: Uuid) -> Result<Self, Error> {
        let Some((nonce, sealed)) = sealed.split_first_chunk::<NONCE_LEN>() else {
            return Err(Error::TotpSecret("it is too short".into()));
        };
        let mut sealed = sealed.to_vec();
        let opened = cipher(keys)?
            .open_in_place(Nonce::from(nonce), Aad::from(owner.as_bytes()), &mut sealed)
            .map_err(|_| Error::TotpSecret("it was encrypted under another CODE_KEY".into()))?;
        let bytes = <[u8; BYTES]>::try_from(&*opened);
        bytes.map(Self).map_err(|error| Error::TotpSecret(error.into()))
    }

    /// The secret as typed into an app.
    pub fn to_base32(&self) -> String {
        Secret::new_stack(self.0).to_base32()
    }

    /// The secret as a URI for a QR code. The issuer must contain no colon.
    pub fn to_uri(&self, issuer: &str, email: &str) -> String {
        let account = if email.is_empty() { FIRST_OWNER } else { email };
        let builder = self
            .builder()
            .with_issuer(Some(issuer))
            .with_account_name(account);
        let totp = builder
            .build()
            .expect("neither an issuer nor an address holds a colon");
        totp.to_url().expect("it has an account's name")
    }

    /// The time step of this code, if it is the current or an adjacent one; `now` in seconds since 1970.
    pub fn step_of(&self, code: &str, now: i64) -> Option<i64> {
        let step = self.totp().check(code, u64::try_from(now).ok()?)?;
        i64::try_from(step).ok()
    }

    fn builder(&self) -> Builder {
        Builder::new()
            .with_secret(Secret::new_stack(self.0))
            .with_skew(SKEW)
    }

    fn totp(&self) -> Totp {
        self.builder().build().expect("the secret is long enough")
    }
}

fn cipher(keys: &Keys) -> Result<RandomizedNonceKey, Error> {
    let key = RandomizedNonceKey::new(&AES_256_GCM, &keys.for_totp_secrets());
    key.map_err(|error| Error::TotpSecret(error.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The secret of RFC 6238, appendix B.
    const RFC: TotpSecret = TotpSecret(*b"12345678901234567890");

    fn keys(key: &str) -> Keys {
        Keys::new(&key.repeat(32).into()).expect("it is long enough")
    }

    #[test]
    fn codes_are_those_of_the_rfc() {
        for (now, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
        ] {
            assert_eq!(RFC.step_of(code, now), Some(now / 30), "{now}");
        }
    }

    #[test]
    fn a_clock_may_be_one_step_ahead_or_behind() {
        let (now, step) = (2_000_000_000, 2_000_000_000 / 30);
        for (then, expected) in [(-60, None), (-30, Some(step)), (30, Some(step)), (60, None)] {
            assert_eq!(RFC.step_of("279037", now + then), expected, "{then}");
        }
        for code in ["", "27903", "2790370", "+27903", "２７９０３７", "279038"] {
            assert_eq!(RFC.step_of(code, now), None, "{code}");
        }
        assert_eq!(RFC.step_of("279037", -1), None);
    }

    #[test]
    fn an_app_reads_the_secret_as_it_is_typed() {
        assert_eq!(RFC.to_base32(), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        let uri = RFC.to_uri("Khadi & Sons office", "asha@gmail.com");
        let read = Totp::from_url(&uri).expect("it is an address of otpauth");
        assert_eq!(read.secret().as_bytes(), RFC.0);
        assert_eq!(
            (read.issuer(), read.account_name()),
            (Some("Khadi & Sons office"), "asha@gmail.com")
        );
        assert!(
            RFC.to_uri("Shop", "")
                .starts_with("otpauth://totp/Shop:owner?secret=")
        );
    }

    #[test]
    fn a_sealed_secret_opens_for_its_owner_under_its_key_and_hides_what_it_is() {
        let (secret, owner) = (TotpSecret::random(), Uuid::now_v7());
        let sealed = secret.seal(&keys("a"), owner).unwrap();
        assert_eq!(sealed.len(), 48, "the table knows it");
        assert!(
            !sealed
                .windows(4)
                .any(|bytes| secret.0.windows(4).any(|of_it| of_it == bytes))
        );
        assert!(TotpSecret::open(&sealed, &keys("a"), owner).unwrap() == secret);
        assert_ne!(sealed, secret.seal(&keys("a"), owner).unwrap());
        let refused = [
            TotpSecret::open(&sealed, &keys("b"), owner),
            TotpSecret::open(&sealed, &keys("a"), Uuid::nil()),
            TotpSecret::open(&sealed[1..], &keys("a"), owner),
            TotpSecret::open(&[], &keys("a"), owner),
        ];
        assert!(
            refused
                .iter()
                .all(|refused| matches!(refused, Err(Error::TotpSecret(_))))
        );
    }

    #[test]
    fn fuzz_of_sealed_secrets_and_app_codes() {
        fuzz::feed_text("TOTP codes", &["279037", "", "+12345", "４２"], |text| {
            let step = RFC.step_of(text, 2_000_000_000);
            assert!(step.is_none() || text.len() == 6, "{text}");
            assert!(TotpSecret::open(text.as_bytes(), &keys("a"), Uuid::nil()).is_err());
        });
    }
}
