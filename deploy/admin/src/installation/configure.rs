//! Writes the settings of all programs, from the registry, the owner's settings and the secrets.
//!
//! It is idempotent: secrets and roles' passwords stay, and a new program gets its own. The package runs it
//! at installation and upgrades, and the owner after a change of `SITE_URL` or `OFFICE_URL`.

use anyhow::Context as _;
use databases::Server;
use runtime::{CallerKey, Callers, STAFF_TOKEN_SIGNER};
use uuid::Uuid;

use super::{
    folders::Installation,
    program::{Program, programs},
    secrets::{Secrets, create_private_folder, write_private},
    variables::Variables,
};

/// The ports of NATS and of its monitoring, before the offset.
const NATS_PORT: u16 = 4222;
const NATS_MONITOR_PORT: u16 = 8222;

/// The caller name of this program.
pub(crate) const OPERATOR: &str = "operator";

/// Creates missing secrets, roles and databases, and writes the settings of each program.
pub async fn configure(installation: &Installation, port_offset: u16) -> anyhow::Result<()> {
    let (secrets, shop) = (installation.secrets(), installation.shop()?);
    create_private_folder(&installation.settings.join("programs"))?;
    let mut server = Server::connect(&installation.superuser_url()?).await?;
    server.revoke_public_access().await?;
    let programs = programs();
    for program in &programs {
        let mut variables = Variables::default();
        if program.is_service {
            let password = secrets.get_or_create(&format!("{}-database", program.name), password)?;
            let name = program.database();
            variables.set(
                "DATABASE_URL",
                server.ensure_database_with_password(&name, &password).await?,
            );
        }
        addresses(&mut variables, program, &programs, port_offset);
        keys(&mut variables, program, &secrets, port_offset)?;
        if program.name == "office" {
            // The office's own address is in the variable of its site.
            variables.set("SITE_URL", shop.require("OFFICE_URL")?);
        }
        write_settings(installation, &program.name, &variables)?;
    }
    server.close().await?;
    write_settings(installation, "nats", &nats(installation, &programs, port_offset)?)?;
    write_settings(installation, "web", &web(&programs, &shop, port_offset)?)
}

/// The web server's variables: the gateways' addresses, and if browsers use TLS.
fn web(programs: &[Program], shop: &Variables, offset: u16) -> anyhow::Result<Variables> {
    let mut variables = Variables::default();
    let addresses = [shop.require("SITE_URL")?, shop.require("OFFICE_URL")?];
    let is_over_tls = addresses.iter().any(|address| address.starts_with("https://"));
    variables.set("SCHEME", if is_over_tls { "https" } else { "http" });
    for gateway in programs.iter().filter(|program| !program.is_service) {
        let address = format!("127.0.0.1:{}", gateway.port + offset);
        variables.set(&gateway.name.to_uppercase(), address);
    }
    Ok(variables)
}

/// Sets its own address and those of the programs that it calls.
fn addresses(variables: &mut Variables, program: &Program, programs: &[Program], offset: u16) {
    variables.set("LISTEN", format!("127.0.0.1:{}", program.port + offset));
    variables.set(
        "METRICS_LISTEN",
        format!("127.0.0.1:{}", program.metrics_port + offset),
    );
    for called in programs
        .iter()
        .filter(|other| program.calls.contains(&other.name))
    {
        let address = format!("http://127.0.0.1:{}", called.port + offset);
        variables.set(&format!("{}_URL", called.name.to_uppercase()), address);
    }
}

/// Sets its own key, the keys of its callers, and the keys that only it has.
fn keys(variables: &mut Variables, program: &Program, secrets: &Secrets, offset: u16) -> anyhow::Result<()> {
    let name = &program.name;
    if program.has_events {
        let password = secrets.get_or_create(&format!("{name}-nats"), password)?;
        let port = NATS_PORT + offset;
        variables.set("NATS_URL", format!("nats://{name}:{password}@127.0.0.1:{port}"));
    }
    if let Some(variable) = &program.key {
        variables.set(variable, secrets.get_or_create(name, key)?);
    }
    variables.set("CALLER_KEY", caller_key(secrets, name)?);
    if program.signs_staff_tokens {
        variables.set("STAFF_TOKEN_KEY", caller_key(secrets, STAFF_TOKEN_SIGNER)?);
    }
    if !program.callers.is_empty() {
        let mut public = std::collections::BTreeMap::new();
        for name in &program.callers {
            let key: CallerKey = caller_key(secrets, name)?.parse().context("a caller's key")?;
            public.insert(&**name, key.public().to_string());
        }
        let callers = Callers::setting(public.keys().copied(), |name| public[name].clone());
        variables.set("CALLERS", callers);
    }
    Ok(())
}

/// The variables of NATS: its address, the folder of streams, and the users' passwords.
fn nats(installation: &Installation, programs: &[Program], offset: u16) -> anyhow::Result<Variables> {
    let secrets = installation.secrets();
    let mut variables = Variables::default();
    // Quoted, because NATS inserts it into its configuration. Only this machine can connect.
    variables.set("NATS_HOST", "\"127.0.0.1\"");
    variables.set("NATS_PORT", (NATS_PORT + offset).to_string());
    variables.set("NATS_MONITOR_PORT", (NATS_MONITOR_PORT + offset).to_string());
    variables.set("NATS_STORE", installation.streams().display().to_string());
    let users = programs.iter().filter(|program| program.has_events);
    for user in users.map(|program| program.name.as_str()).chain([OPERATOR]) {
        let variable = format!("{}_PASSWORD", user.to_uppercase());
        variables.set(
            &variable,
            secrets.get_or_create(&format!("{user}-nats"), password)?,
        );
    }
    Ok(variables)
}

fn write_settings(installation: &Installation, program: &str, variables: &Variables) -> anyhow::Result<()> {
    let file = installation.settings.join(format!("programs/{program}.env"));
    write_private(&file, &variables.to_text()?)
}

/// The private half of a caller's key. It is created on first use.
pub(crate) fn caller_key(secrets: &Secrets, name: &str) -> anyhow::Result<String> {
    secrets.get_or_create(&format!("{name}-caller"), || {
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
            let variables = web(&programs(), &shop, 0).expect("both are set");
            variables.require("SCHEME").expect("it is set").to_owned()
        };
        assert_eq!(scheme("http://192.0.2.1:8080", "http://192.0.2.1:8081"), "http");
        assert_eq!(scheme("https://shop.example", "http://192.0.2.1:8081"), "https");
        assert_eq!(scheme("http://192.0.2.1:8080", "https://office.example"), "https");
    }
}
