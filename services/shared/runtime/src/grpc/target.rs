use std::{fmt, net::SocketAddr, str::FromStr};

use http::{
    Uri,
    uri::{Authority, Scheme},
};

/// The address of a service: `http://host:port`, or several separated by commas. A host may have several
/// addresses, like a headless Service; each is a replica.
#[derive(Clone, PartialEq, Eq)]
pub struct Target(Vec<Authority>);

/// The setting is no valid address of a service.
#[derive(Debug, thiserror::Error)]
#[error("`{given}` {problem}: write it as http://host:port, several separated by commas")]
pub struct BadTarget {
    given: String,
    problem: &'static str,
}

impl Target {
    /// The current addresses of all hosts, without duplicates.
    pub(crate) async fn look_up(&self) -> std::io::Result<Vec<SocketAddr>> {
        let mut addresses = Vec::new();
        let mut failure = None;
        for authority in &self.0 {
            match tokio::net::lookup_host(authority.as_str()).await {
                Ok(found) => addresses.extend(found),
                Err(error) => failure = Some(error),
            }
        }
        addresses.sort_unstable();
        addresses.dedup();
        match failure {
            Some(failure) if addresses.is_empty() => Err(failure),
            _ => Ok(addresses),
        }
    }
}

impl FromStr for Target {
    type Err = BadTarget;

    fn from_str(text: &str) -> Result<Self, BadTarget> {
        let one = |text: &str| {
            read(text.trim()).map_err(|problem| BadTarget {
                given: text.to_owned(),
                problem,
            })
        };
        text.split(',').map(one).collect::<Result<_, _>>().map(Self)
    }
}

fn read(text: &str) -> Result<Authority, &'static str> {
    let uri: Uri = text.parse().map_err(|_| "is no address")?;
    if uri.scheme() != Some(&Scheme::HTTP) {
        return Err("does not begin with http://");
    }
    let authority = uri.authority().ok_or("names no host")?;
    if authority.host().is_empty() {
        return Err("names no host");
    }
    if authority.as_str().contains('@') {
        return Err("holds a user, which services do not ask for");
    }
    if authority.port_u16().is_none_or(|port| port == 0) {
        return Err("names no port");
    }
    if !matches!(uri.path(), "" | "/") || uri.query().is_some() {
        return Err("holds a path");
    }
    Ok(authority.clone())
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, authority) in self.0.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            write!(f, "{comma}http://{authority}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<SocketAddr> for Target {
    fn from(address: SocketAddr) -> Self {
        let authority = Authority::try_from(address.to_string());
        Self(vec![authority.expect("an address and a port are an authority")])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn refused(text: &str, problem: &str) {
        let error = text.parse::<Target>().expect_err(text).to_string();
        assert!(error.contains(problem), "{text}: {error}");
        assert!(
            error.contains("http://host:port"),
            "it says what to write: {error}"
        );
    }

    #[test]
    fn one_place_and_several_are_read() {
        for (text, expected) in [
            ("http://catalog:7000", "http://catalog:7000"),
            ("http://catalog:7000/", "http://catalog:7000"),
            ("http://[::1]:7000", "http://[::1]:7000"),
            (
                "http://10.0.0.1:7000, http://10.0.0.2:7000",
                "http://10.0.0.1:7000,http://10.0.0.2:7000",
            ),
        ] {
            let target: Target = text.parse().expect(text);
            assert_eq!(target.to_string(), expected);
        }
    }

    #[test]
    fn an_invalid_target_is_refused_with_the_reason() {
        refused("", "is no address");
        refused("catalog:7000", "does not begin with http://");
        refused("https://catalog:7000", "does not begin with http://");
        refused("http://catalog", "names no port");
        refused("http://catalog:0", "names no port");
        refused("http://catalog:70000", "names no port");
        refused("http://:7000", "names no host");
        refused("http://shop@catalog:7000", "holds a user");
        refused("http://catalog:7000/v1", "holds a path");
        refused("http://catalog:7000,", "is no address");
        refused("http://cata log:7000", "is no address");
    }
}
