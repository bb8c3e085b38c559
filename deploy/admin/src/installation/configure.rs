//! Writes the settings of all programs, from the registry, the owner's settings and the secrets.
//!
//! It is idempotent: secrets and roles' passwords stay, and a new program gets its own. The package runs it
//! at installation and upgrades, and the owner after a change of `SITE_URL` or `OFFICE_URL`.

use anyhow::Context as _;
use databases::Server;
use runtime::{CallerKey, Callers};
use uuid::Uuid;

use super::{
    folders::Installation,
    program::{Program, programs},
    secrets::{Secrets, make_private_folder, write_private},
    variables::Variables,
};

/// The ports of NATS and of its monitoring, before the offset.
const NATS_PORT: u16 = 4222;
const NATS_MONITOR_PORT: u16 = 8222;

/// The name of the key that signs staff tokens. No program has this name.
const STAFF: &str = "staff";
/// The caller name of this program.
pub(crate) const OPERATOR: &str = "operator";

/// Creates missing secrets, roles and databases, and writes the settings of each program.
pub async fn configure(installation: &Installation, port_offset: u16) -> anyhow::Result<()> {
    let (secrets, shop) = (installation.secrets(), installation.shop()?);
    make_private_folder(&installation.settings.join("programs"))?;
    let mut server = Server::connect(&installation.superuser_url()?).await?;
    server.close_common_databases().await?;
    let programs = programs();
    for program in &programs {
        let mut told = Variables::default();
        if program.is_service {
            let password = secrets.kept(&format!("{}-database", program.name), password)?;
            let name = program.database();
            told.set("DATABASE_URL", server.database_with(&name, &password).await?);
        }
        addresses(&mut told, program, &programs, port_offset);
        keys(&mut told, program, &secrets, port_offset)?;
        if program.name == "office" {
            // The office's own address is in the variable of its site.
            told.set("SITE_URL", shop.need("OFFICE_URL")?);
        }
        write(installation, &program.name, &told)?;
    }
    server.close().await?;
    write(installation, "nats", &nats(installation, &programs, port_offset)?)?;
    write(installation, "web", &web(&programs, &shop, port_offset)?)
}

/// The web server's variables: the gateways' addresses, and if browsers use TLS.
fn web(programs: &[Program], shop: &Variables, offset: u16) -> anyhow::Result<Variables> {
    let mut told = Variables::default();
    let addresses = [shop.need("SITE_URL")?, shop.need("OFFICE_URL")?];
    let is_over_tls = addresses.iter().any(|address| address.starts_with("https://"));
    told.set("SCHEME", if is_over_tls { "https" } else { "http" });
    for gateway in programs.iter().filter(|program| !program.is_service) {
        let address = format!("127.0.0.1:{}", gateway.port + offset);
        told.set(&gateway.name.to_uppercase(), address);
    }
    Ok(told)
}

/// Sets its own address and those of the programs that it calls.
fn addresses(told: &mut Variables, program: &Program, programs: &[Program], offset: u16) {
    told.set("LISTEN", format!("127.0.0.1:{}", program.port + offset));
    told.set(
        "METRICS_LISTEN",
        format!("127.0.0.1:{}", program.metrics_port + offset),
    );
    for asked in programs.iter().filter(|other| program.asks.contains(&other.name)) {
        let address = format!("http://127.0.0.1:{}", asked.port + offset);
        told.set(&format!("{}_URL", asked.name.to_uppercase()), address);
    }
}

/// Sets its own key, the keys of its callers, and the keys that only it has.
fn keys(told: &mut Variables, program: &Program, secrets: &Secrets, offset: u16) -> anyhow::Result<()> {
    let name = &program.name;
    if program.has_events {
        let password = secrets.kept(&format!("{name}-nats"), password)?;
        let port = NATS_PORT + offset;
        told.set("NATS_URL", format!("nats://{name}:{password}@127.0.0.1:{port}"));
    }
    if let Some(variable) = &program.key {
        told.set(variable, secrets.kept(name, key)?);
    }
    told.set("CALLER_KEY", caller(secrets, name)?);
    if program.signs_staff_tokens {
        told.set("STAFF_TOKEN_KEY", caller(secrets, STAFF)?);
    }
    if !program.callers.is_empty() {
        let mut public = std::collections::BTreeMap::new();
        for grant in &program.callers {
            let key: CallerKey = caller(secrets, &grant.name)?.parse().context("a caller's key")?;
            public.insert(grant.name.clone(), key.public().to_string());
        }
        told.set(
            "CALLERS",
            Callers::setting(&program.callers, |name| public[name].clone()),
        );
    }
    Ok(())
}

/// The variables of NATS: its address, the folder of streams, and the users' passwords.
fn nats(installation: &Installation, programs: &[Program], offset: u16) -> anyhow::Result<Variables> {
    let secrets = installation.secrets();
    let mut told = Variables::default();
    // Quoted, because NATS inserts it into its configuration. Only this machine can connect.
    told.set("NATS_HOST", "\"127.0.0.1\"");
    told.set("NATS_PORT", (NATS_PORT + offset).to_string());
    told.set("NATS_MONITOR_PORT", (NATS_MONITOR_PORT + offset).to_string());
    told.set("NATS_STORE", installation.streams().display().to_string());
    let users = programs.iter().filter(|program| program.has_events);
    for user in users.map(|program| program.name.as_str()).chain([OPERATOR]) {
        let variable = format!("{}_PASSWORD", user.to_uppercase());
        told.set(&variable, secrets.kept(&format!("{user}-nats"), password)?);
    }
    Ok(told)
}

fn write(installation: &Installation, program: &str, told: &Variables) -> anyhow::Result<()> {
    let file = installation.settings.join(format!("programs/{program}.env"));
    write_private(&file, &told.to_text()?)
}

/// The private half of a caller's key. It is created on first use.
pub(crate) fn caller(secrets: &Secrets, name: &str) -> anyhow::Result<String> {
    secrets.kept(&format!("{name}-caller"), || {
        CallerKey::generate().to_secret().expose().to_owned()
    })
}

/// Letters and digits only, because it becomes part of URLs. It begins with a letter, so that NATS does not
/// read it as a number.
fn password() -> String {
    format!("p{}{}", Uuid::new_v4().simple(), Uuid::new_v4().simple())
}

fn key() -> String {
    password()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sends_browsers_to_tls_only_if_the_shop_has_it() {
        let scheme = |site: &str, office: &str| {
            let mut shop = Variables::default();
            shop.set("SITE_URL", site);
            shop.set("OFFICE_URL", office);
            let told = web(&programs(), &shop, 0).expect("both are set");
            told.need("SCHEME").expect("it is told").to_owned()
        };
        assert_eq!(scheme("http://192.0.2.1:8080", "http://192.0.2.1:8081"), "http");
        assert_eq!(scheme("https://shop.example", "http://192.0.2.1:8081"), "https");
        assert_eq!(scheme("http://192.0.2.1:8080", "https://office.example"), "https");
    }
}
