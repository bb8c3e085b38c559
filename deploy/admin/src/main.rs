//! `shop-admin`: what the owner of one server asks of it.

use std::{path::PathBuf, process::ExitCode, time::Duration};

use admin::{
    backup,
    installation::{Installation, configure},
    invitation, letter, status, upgrade, watch,
};
use clap::{Parser, Subcommand};
use time::OffsetDateTime;

/// How the shop of this server is, its backups, and its first owner.
#[derive(Debug, Parser)]
#[command(name = "shop-admin", version)]
struct Program {
    #[command(flatten)]
    installation: Installation,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Say how programs, databases, events, backups and disks are; ends with 1 when something is wrong
    Status {
        /// As JSON, for programs
        #[arg(long)]
        json: bool,
    },
    /// Copy databases, photos and settings now, and remove copies that are too old
    Backup,
    /// Put a backup in the place of the data; the log that was archived since is replayed
    Restore {
        /// Which one, by its name; absent: the newest
        #[arg(long)]
        name: Option<String>,
        /// Lay the databases' files into this new folder, and start and stop nothing
        #[arg(long)]
        into: Option<PathBuf>,
        /// Really do it: what is there now is moved aside
        #[arg(long)]
        yes: bool,
    },
    /// After databases were put back by hand and before programs start: have all services agree again, and no number used twice
    AfterRestore {
        /// The database that was put back, such as `shop_order`; may be said several times; absent: all
        #[arg(long)]
        database: Vec<String>,
    },
    /// Copy backups and the log to the place that `BACKUP_REMOTE` names; the server does so by itself when there is something new
    CopyAway,
    /// Bring backups and the log here from the place that `BACKUP_REMOTE` names; what lies here is moved aside
    FetchBackups {
        /// Of which shop, where there are several: the number that its folder is named after
        #[arg(long)]
        shop: Option<String>,
    },
    /// Make the key that opens the settings in backups, and print it: write it down, for it is kept nowhere
    RecoveryKey,
    /// Write databases, photos and settings into a new folder, to be read elsewhere
    Export {
        /// The folder
        to: PathBuf,
    },
    /// Restore the newest backup into a throw-away server, read every row, and note how it went
    TryRestore,
    /// Install another version with the shop open; when it does not come up, the one before comes back
    Upgrade {
        /// The package
        package: PathBuf,
        #[command(flatten)]
        allowed: upgrade::Allowed,
        #[command(flatten)]
        patience: Patience,
    },
    /// Go back to the version before the last upgrade
    Rollback {
        #[command(flatten)]
        patience: Patience,
    },
    /// Restart NATS and each program, one after another
    Restart {
        #[command(flatten)]
        patience: Patience,
    },
    /// Print the link by which the shop's first owner enters the office
    Invite,
    /// Send a mail, to see that mails leave
    SendTestMail {
        /// To whom
        to: String,
    },
    /// Look at everything once, write it down for the office, and tell the owner by mail of what is wrong
    #[command(hide = true)]
    Watch,
    /// Tell the shop's owner by mail that a unit failed
    #[command(hide = true)]
    TellFailure {
        /// Its name
        unit: String,
    },
    /// Make missing secrets, roles and databases, and write what each program is told; changes nothing that is right
    Configure {
        /// What is added to every port, for a second shop on one machine
        #[arg(long, default_value_t = 0)]
        port_offset: u16,
    },
}

#[derive(Debug, clap::Args)]
struct Patience {
    /// Seconds that each program may take to be ready
    #[arg(long, default_value_t = 60, env = "SHOP_READY_WITHIN", value_name = "SECONDS")]
    ready_within: u64,
}

impl Patience {
    fn time(&self) -> Duration {
        Duration::from_secs(self.ready_within)
    }
}

#[tokio::main]
async fn main() -> ExitCode {
    let program = Program::parse();
    runtime::install_process_defaults();
    match run(program).await {
        Ok(code) => code,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn run(program: Program) -> anyhow::Result<ExitCode> {
    let installation = program.installation;
    let now = OffsetDateTime::now_utc();
    match program.command {
        Command::Status { json } => {
            let report = status::report(&installation, now).await;
            if json {
                println!("{}", serde_json::to_string_pretty(&report)?);
            } else {
                print!("{report}");
            }
            if !report.is_well() {
                return Ok(ExitCode::FAILURE);
            }
        }
        Command::Backup => {
            let name = backup::make(&installation, now).await?;
            println!("{name} is a whole backup");
        }
        Command::Restore { name, into, yes } => {
            backup::restore(&installation, name.as_deref(), into.as_deref(), yes, now).await?;
        }
        Command::AfterRestore { database } => backup::after_restore(&installation, &database, now).await?,
        Command::CopyAway => println!("{}", backup::copy_away(&installation, now).await?),
        Command::FetchBackups { shop } => {
            let names = backup::fetch(&installation, shop.as_deref(), now)?;
            println!("there are now: {}", names.join(", "));
        }
        Command::RecoveryKey => println!("{}", backup::make_recovery_key(&installation)?),
        Command::Export { to } => {
            backup::export(&installation, &to)?;
            println!("{} holds everything of the shop", to.display());
        }
        Command::TryRestore => println!("{}", backup::try_restore(&installation, now).await?),
        Command::Upgrade {
            package,
            allowed,
            patience,
        } => {
            let upgrading = move || upgrade::upgrade(&installation, &package, allowed, patience.time());
            tokio::task::spawn_blocking(upgrading).await??;
        }
        Command::Rollback { patience } => {
            tokio::task::spawn_blocking(move || upgrade::rollback(&installation, patience.time())).await??;
        }
        Command::Restart { patience } => {
            tokio::task::spawn_blocking(move || upgrade::restart(patience.time())).await??;
        }
        Command::Invite => println!("{}", invitation::first_owner(&installation).await?),
        Command::SendTestMail { to } => {
            letter::test(&installation, &to, now).await?;
            println!("The mail server took a mail to {to}.");
        }
        Command::Watch => watch::watch(&installation, now).await?,
        Command::TellFailure { unit } => letter::failure(&installation, &unit, now).await?,
        Command::Configure { port_offset } => configure::configure(&installation, port_offset).await?,
    }
    Ok(ExitCode::SUCCESS)
}
