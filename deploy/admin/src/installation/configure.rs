//! Makes what programs are told, of the registry, the owner's settings and the secrets.
//!
//! It can be repeated: secrets stay, roles get the passwords that they had, and a program that the registry has anew gets its
//! own. The package runs it at its installation and at every upgrade, and the owner after a change of `SITE_URL` or `OFFICE_URL`.

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

/// Where NATS answers, and where it says how it is, before the offset.
const NATS_PORT: u16 = 4222;
const NATS_MONITOR_PORT: u16 = 8222;

/// Who signs the tokens of staff; no program has this name.
const STAFF: &str = "staff";
/// Who administers: this program.
pub(crate) const OPERATOR: &str = "operator";

/// Makes missing secrets, roles and databases, and writes what each program is told.
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
            // To the office, its own address is that of its site.
            told.set("SITE_URL", shop.need("OFFICE_URL")?);
        }
        write(installation, &program.name, &told)?;
    }
    server.close().await?;
    write(installation, "nats", &nats(installation, &programs, port_offset)?)?;
    write(installation, "web", &web(&programs, &shop, port_offset)?)
}

/// The web server's variables: the gateways' addresses, and whether browsers come over TLS.
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

/// Where it answers, and where those answer that it asks.
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

/// Who it is to others, who may call it, and what it alone knows.
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

/// What NATS is told: where it answers, where streams lie, and everybody's password.
fn nats(installation: &Installation, programs: &[Program], offset: u16) -> anyhow::Result<Variables> {
    let secrets = installation.secrets();
    let mut told = Variables::default();
    // NATS reads it as a piece of its configuration. This machine only.
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

/// The private half of a caller's key, which is made with the first question for it.
pub(crate) fn caller(secrets: &Secrets, name: &str) -> anyhow::Result<String> {
    secrets.kept(&format!("{name}-caller"), || {
        CallerKey::generate().to_secret().expose().to_owned()
    })
}

/// Letters and digits only, for it becomes part of addresses. A letter leads, so that NATS takes it for no number.
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
