//! `shop run`: the whole shop on this machine.

use std::{
    net::{IpAddr, Ipv4Addr},
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::Context as _;
use clap::{Args, Parser, Subcommand};
use engines::{Durability, External};
use local::{
    INVENTORY_DEADLINE_MS, OPERATOR, Options, Shop, Sites, TEST_INVENTORY_DEADLINE_MS, payments::Payments,
    registry::Service,
};
use runtime::{metrics, telemetry};
use tokio::signal::unix::{SignalKind, signal};

/// Runs a whole shop on this machine: engines, services and gateways.
#[derive(Debug, Parser)]
#[command(name = "shop", version)]
struct Program {
    #[command(flatten)]
    telemetry: telemetry::Settings,
    #[command(flatten)]
    metrics: metrics::Settings,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Open the shop and keep it open until Ctrl-C
    Run(Box<Run>),
    /// Show the newest traces of a shop that runs with `TRACE_FILE`
    Traces {
        /// The trace file
        file: PathBuf,
    },
}

#[derive(Debug, Args)]
struct Run {
    /// Start with an empty shop and delete its data at the end, for tests
    #[arg(long)]
    throw_away: bool,
    /// Address that the shop and its office listen on; 127.0.0.1 hides them from other devices. Absent: all
    /// addresses of this machine, or 127.0.0.1 with --throw-away
    #[arg(long, env)]
    listen_on: Option<IpAddr>,
    /// Port of the shop; 0 for any free one
    #[arg(long, env, default_value_t = 8080)]
    port: u16,
    /// Port of the office; absent: 8081, or any free one if the shop's port is 0
    #[arg(long, env)]
    office_port: Option<u16>,
    /// URL of an existing PostgreSQL, as superuser; absent: a private one
    #[arg(long, env, hide_env_values = true)]
    database_url: Option<String>,
    /// URL of an existing NATS with JetStream; absent: a private one
    #[arg(long, env, hide_env_values = true)]
    nats_url: Option<String>,
    /// Data folder; as root, other accounts must be able to reach it. Absent: `data` beside the program,
    /// `.local/state` in a checkout, and as root a folder in /var/lib/vanmool
    #[arg(long, env)]
    data_dir: Option<PathBuf>,
    /// The built front end; absent: the one beside the program, or this checkout's
    #[arg(long, env)]
    site_dir: Option<PathBuf>,
    /// The built front end of the office; absent: the one beside the program, or this checkout's
    #[arg(long, env)]
    office_site_dir: Option<PathBuf>,
    /// The rate limits of one client.
    #[command(flatten)]
    rates: storefront::Rates,
    /// The rate limits of one client in the office.
    #[command(flatten)]
    office_rates: office::Rates,
    /// Accept messages to the shop only from shoppers who are logged in
    #[arg(long, env, default_value_t = false, action = clap::ArgAction::Set)]
    contact_requires_login: bool,
    /// SMTP server for mails, for example `smtp://localhost:1025`; absent: mails are written to files
    #[arg(long, env, hide_env_values = true)]
    smtp_url: Option<runtime::Secret>,
    /// Payment provider, if none is configured
    #[arg(long, env, value_enum, default_value_t = OnlinePayments::Simulated)]
    payments: OnlinePayments,
    /// The configured payment provider.
    #[command(flatten)]
    provider: payment::ProviderSettings,
    /// File for the shop's URLs, as JSON, written once the shop is open
    #[arg(long)]
    ready_file: Option<PathBuf>,
}

/// The payment provider of a shop without a configured one.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum OnlinePayments {
    /// A simulated provider that moves no money, started with the shop
    Simulated,
    /// No online payment
    None,
}

impl Run {
    /// The data folder of the engines, and its durability.
    fn engines(&self, home: &Path) -> anyhow::Result<engines::Options> {
        match &self.data_dir {
            _ if self.throw_away => engines::Options::temporary(home),
            Some(folder) => engines::Options::at(folder, home, Durability::Full),
            None => engines::Options::persistent(home)
                .context("use the folder where data is kept; DATA_DIR names another"),
        }
    }

    /// Describes what happens to the data when the shop closes.
    fn afterwards(&self, home: &Path, engines: &engines::Options) -> String {
        if self.throw_away {
            return "its data goes with it".to_owned();
        }
        if self.data_dir.is_none() && !engines::is_release(home) {
            return "the data stays until `make reset`".to_owned();
        }
        let folder = engines.state_folder().display();
        format!("the data stays in {folder}: delete that folder for an empty shop")
    }

    fn listen_on(&self) -> IpAddr {
        let usual = if self.throw_away {
            Ipv4Addr::LOCALHOST
        } else {
            Ipv4Addr::UNSPECIFIED
        };
        self.listen_on.unwrap_or(usual.into())
    }

    fn payments(&self) -> Payments {
        if self.provider.is_set() {
            return Payments::Provider(Box::new(self.provider.clone()));
        }
        match self.payments {
            OnlinePayments::Simulated => Payments::Simulated,
            OnlinePayments::None => Payments::Nobody,
        }
    }
}

/// The default port of the office.
const OFFICE_PORT: u16 = 8081;

#[tokio::main]
async fn main() -> ExitCode {
    let program = Program::parse();
    runtime::install_process_defaults();
    let telemetry = match telemetry::install("shop", &program.telemetry) {
        Ok(telemetry) => telemetry,
        Err(error) => {
            eprintln!("{error:#}");
            return ExitCode::from(2);
        }
    };
    if let Err(error) = metrics::install("shop", &program.metrics) {
        eprintln!("{error:#}");
        return ExitCode::from(2);
    }
    let outcome = match program.command {
        Command::Run(run) => open(*run, &program.telemetry).await,
        Command::Traces { file } => show_traces(&file),
    };
    telemetry.flush().await;
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn show_traces(file: &Path) -> anyhow::Result<()> {
    let spans = std::fs::read_to_string(file)
        .with_context(|| format!("{} cannot be read: start the shop with TRACES=1", file.display()))?;
    print!("{}", local::trace_view::render(&spans)?);
    Ok(())
}

async fn open(run: Run, telemetry: &telemetry::Settings) -> anyhow::Result<()> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    let home = engines::home()?;
    let engines = run.engines(&home)?;
    let afterwards = run.afterwards(&home, &engines);
    let sites = Sites::of(&home);
    let payments = run.payments();
    let starting = Shop::start(Options {
        listen_on: run.listen_on(),
        port: run.port,
        engines,
        external: External {
            database_url: run.database_url,
            nats_url: run.nats_url,
        },
        name: "shop".to_owned(),
        site: run.site_dir.unwrap_or(sites.shop),
        office_port: run
            .office_port
            .unwrap_or(if run.port == 0 { 0 } else { OFFICE_PORT }),
        office_site: run.office_site_dir.unwrap_or(sites.office),
        office_rates: run.office_rates,
        rates: run.rates,
        contact_requires_login: run.contact_requires_login,
        inventory_deadline_ms: if run.throw_away {
            TEST_INVENTORY_DEADLINE_MS
        } else {
            INVENTORY_DEADLINE_MS
        },
        smtp_url: run.smtp_url,
        payments,
    });
    let mut shop = tokio::select! {
        shop = starting => shop?,
        _ = terminate.recv() => return Ok(()),
        _ = interrupt.recv() => return Ok(()),
    };
    let invitation = shop.first_invitation().await?;
    announce(&shop, &traces(telemetry, &home), invitation.as_deref());
    println!("\nCtrl-C closes it; {afterwards}.");
    if let Some(file) = &run.ready_file {
        write_addresses(&shop, invitation.as_deref(), file)?;
    }
    let broken = tokio::select! {
        error = shop.first_failure() => Err(error),
        _ = terminate.recv() => Ok(()),
        _ = interrupt.recv() => Ok(()),
    };
    println!("Closing the shop.");
    broken.and(shop.stop().await)
}

/// Describes where traces go, and how to see them.
fn traces(telemetry: &telemetry::Settings, home: &Path) -> String {
    let is_release = engines::is_release(home);
    match (&telemetry.otlp_endpoint, &telemetry.trace_file) {
        (Some(endpoint), _) => format!("sent to {endpoint}"),
        (None, Some(file)) if is_release => format!("`shop traces {}` shows them", file.display()),
        (None, Some(file)) => format!("written to {}; `make traces` shows them", file.display()),
        (None, None) if is_release => "TRACE_FILE names a file for them".to_owned(),
        (None, None) => "TRACES=1 make run shows them, in Jaeger where there is one".to_owned(),
    }
}

fn announce(shop: &Shop, traces: &str, invitation: Option<&str>) {
    println!("\nThe shop is open at {}\n", shop.url());
    if let Some((network, office)) = shop.network_urls() {
        println!("  Network {network}, its office {office}: for phones and other devices;");
        println!("          links in mails lead to this machine");
    }
    println!("  Office  {}", shop.office_url());
    if let Some(link) = invitation {
        println!("          it has no owner yet: become it at {link}");
    }
    println!("  API     {}/api/docs", shop.url());
    let services: Vec<_> = shop
        .services()
        .map(|(name, address)| format!("{name} {address}"))
        .collect();
    println!("  gRPC    {} (with reflection)", services.join(", "));
    if let Some(simulator) = shop.simulated_provider() {
        println!("  Money   a simulated provider at {simulator}, for this machine alone: nothing moves");
    }
    println!("  Mails   {}", shop.mail_folder().display());
    println!("  Traces  {traces}");
}

fn write_addresses(shop: &Shop, invitation: Option<&str>, file: &PathBuf) -> anyhow::Result<()> {
    let services: serde_json::Map<_, _> = shop
        .services()
        .map(|(name, address)| (name.to_owned(), format!("http://{address}").into()))
        .collect();
    let mut addresses = serde_json::json!({
        "url": shop.url(),
        "officeUrl": shop.office_url(),
        "networkUrl": shop.network_urls().map(|(shop, _)| shop),
        "invitation": invitation,
        "services": services,
        "natsUrl": shop.nats_url(),
        "mailDir": shop.mail_folder(),
        "operatorKey": shop.keys().of(OPERATOR).to_secret().expose(),
        "gatewayKey": shop.keys().of("gateway").to_secret().expose(),
    });
    for service in Service::ALL {
        let name = service.name();
        addresses[format!("{name}DatabaseUrl")] = shop.database_url(name).into();
    }
    // Written to another name first, so that a program that waits for the file reads all of it.
    let half = file.with_extension("half");
    std::fs::write(&half, addresses.to_string())
        .and_then(|()| std::fs::rename(&half, file))
        .with_context(|| format!("{} cannot be written", file.display()))
}
