use url::{Host, Url};

use super::{Provider, ProviderSettings, razorpay::Razorpay, upi::Upi};

/// `markdown/api/authentication.md`
const RAZORPAY: &str = "https://api.razorpay.com";

/// Prefix of the keys of Razorpay's test mode, which moves no money (`markdown/api/authentication.md`).
const TEST_MODE: &str = "rzp_test_";

/// The settings are not valid for a provider.
#[derive(Debug, thiserror::Error)]
pub enum InvalidProviderSettings {
    /// The key id is set, but another value is missing or empty.
    #[error(
        "RAZORPAY_KEY_ID needs RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET, and none of them is empty"
    )]
    NotWhole,
    /// It is no URL, or it would send secrets unencrypted over a network.
    #[error("RAZORPAY_URL is an https address, or an http one of this machine")]
    BadUrl,
    /// It is no UPI address.
    #[error("UPI_ADDRESS is a UPI address such as shop@bank")]
    BadUpiAddress,
    /// The HTTP client cannot be built, for example without root certificates.
    #[error("cannot prepare calls to Razorpay: {0}")]
    Client(reqwest::Error),
}

impl Provider {
    /// The provider of the settings. `None` if none is set.
    pub fn from_settings(settings: &ProviderSettings) -> Result<Option<Self>, InvalidProviderSettings> {
        if let Some(key_id) = &settings.razorpay_key_id {
            return razorpay(settings, key_id).map(|razorpay| Some(Self::Razorpay(razorpay)));
        }
        let Some(address) = &settings.upi_address else {
            return Ok(None);
        };
        let upi = Upi::new(address).ok_or(InvalidProviderSettings::BadUpiAddress)?;
        Ok(Some(Self::Upi(upi)))
    }
}

fn razorpay(settings: &ProviderSettings, key_id: &str) -> Result<Razorpay, InvalidProviderSettings> {
    let secrets = settings.razorpay_key_secret.as_ref();
    let Some((key_secret, webhook_secret)) = secrets.zip(settings.razorpay_webhook_secret.as_ref()) else {
        return Err(InvalidProviderSettings::NotWhole);
    };
    if [key_id, key_secret.expose(), webhook_secret.expose()].contains(&"") {
        return Err(InvalidProviderSettings::NotWhole);
    }
    let url = settings.razorpay_url.as_deref().unwrap_or(RAZORPAY);
    let url = Url::parse(url).map_err(|_| InvalidProviderSettings::BadUrl)?;
    if !is_safe(&url) {
        return Err(InvalidProviderSettings::BadUrl);
    }
    let is_real = url.as_str().trim_end_matches('/') == RAZORPAY && !key_id.starts_with(TEST_MODE);
    let (key_secret, webhook_secret) = (key_secret.clone(), webhook_secret.clone());
    Razorpay::new(url, key_id.to_owned(), key_secret, webhook_secret, !is_real)
        .map_err(InvalidProviderSettings::Client)
}

/// True if the traffic is encrypted or stays on this machine.
fn is_safe(url: &Url) -> bool {
    let is_plain = url.username().is_empty()
        && url.password().is_none()
        && url.query().is_none()
        && url.fragment().is_none();
    let is_here = match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => return false,
    };
    is_plain && (url.scheme() == "https" || url.scheme() == "http" && is_here)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at_razorpay(url: Option<&str>, key_id: &str) -> ProviderSettings {
        ProviderSettings {
            razorpay_key_id: Some(key_id.to_owned()),
            razorpay_key_secret: Some("hunter2-key".to_owned().into()),
            razorpay_webhook_secret: Some("hunter2-webhook".to_owned().into()),
            razorpay_url: url.map(str::to_owned),
            upi_address: None,
        }
    }

    fn provider(settings: &ProviderSettings) -> Provider {
        let made = Provider::from_settings(settings).expect("the settings are good");
        made.expect("they name a provider")
    }

    #[test]
    fn no_settings_make_no_provider() {
        let made = Provider::from_settings(&ProviderSettings::default()).expect("that is allowed");
        assert!(made.is_none());
    }

    #[test]
    fn only_the_real_address_with_a_real_key_moves_money() {
        for (url, key_id, is_simulated) in [
            (None, "rzp_live_1", false),
            (Some("https://api.razorpay.com/"), "rzp_live_1", false),
            (None, "rzp_test_1", true),
            (Some("https://api.razorpay.com.example.net"), "rzp_live_1", true),
            (Some("http://127.0.0.1:8090/"), "rzp_live_1", true),
            (Some("http://[::1]:8090"), "rzp_live_1", true),
            (Some("http://localhost:8090"), "rzp_live_1", true),
        ] {
            let provider = provider(&at_razorpay(url, key_id));
            assert_eq!(provider.is_simulated(), is_simulated, "{url:?} {key_id}");
            assert_eq!(provider.name(), "razorpay");
        }
    }

    #[test]
    fn secrets_do_not_travel_in_the_open() {
        for url in [
            "http://api.razorpay.com",
            "http://192.168.0.7:8090",
            "http://localhost.example.net",
            "ftp://localhost/",
            "https://key:secret@api.razorpay.com",
            "https://api.razorpay.com?key=1",
            "api.razorpay.com",
            "",
        ] {
            let made = Provider::from_settings(&at_razorpay(Some(url), "rzp_live_1"));
            assert!(
                matches!(made, Err(InvalidProviderSettings::BadUrl)),
                "{url}: {made:?}"
            );
        }
    }

    #[test]
    fn empty_secrets_are_refused() {
        let mut settings = at_razorpay(None, "rzp_live_1");
        settings.razorpay_webhook_secret = Some(String::new().into());
        assert!(matches!(
            Provider::from_settings(&settings),
            Err(InvalidProviderSettings::NotWhole)
        ));
    }

    #[test]
    fn secrets_are_not_printed() {
        let printed = format!("{:?}", provider(&at_razorpay(None, "rzp_live_1")));
        assert!(!printed.contains("hunter2"), "{printed}");
    }

    #[test]
    fn an_upi_address_is_one() {
        for (address, is_one) in [
            ("vasantam@okicici", true),
            ("shop.vm-1@ybl", true),
            ("vasantam", false),
            ("vasantam@", false),
            ("a b@okicici", false),
            ("shop@bank&am=1", false),
        ] {
            let settings = ProviderSettings {
                upi_address: Some(address.to_owned()),
                ..ProviderSettings::default()
            };
            assert_eq!(Provider::from_settings(&settings).is_ok(), is_one, "{address}");
        }
    }
}
