//! `shop-admin`: the administration of one server.

use std::{path::PathBuf, process::ExitCode, time::Duration};

use admin::{
    backup,
    installation::{Installation, configure},
    invitation, owner_mail, status, upgrade, watch,
};
use clap::{Parser, Subcommand};
use time::OffsetDateTime;

/// Administers the shop on this server: status, backups, upgrades and the first owner.
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
    /// Show the status of programs, databases, events, backups and disks; exit code 1 if a check failed
    Status {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Back up databases, photos and settings now, and delete old backups
    Backup,
    /// Restore a backup in place of the data, and replay the WAL archived since
    Restore {
        /// Name of the backup; absent: the newest
        #[arg(long)]
        name: Option<String>,
        /// Only unpack the databases into this new folder; nothing is stopped or started
        #[arg(long)]
        into: Option<PathBuf>,
        /// Confirm the restore; the present data is set aside
        #[arg(long)]
        yes: bool,
    },
    /// After databases were restored by hand and before programs start: reconcile all services, so that no
    /// number is used twice
    AfterRestore {
        /// Restored database, for example `shop_order`; repeat for several; absent: all
        #[arg(long)]
        database: Vec<String>,
    },
    /// Upload backups and WAL to `BACKUP_REMOTE`; a timer also does this when there are new files
    UploadBackups,
    /// Download backups and WAL from `BACKUP_REMOTE`; local ones are set aside
    DownloadBackups {
        /// Shop to download, if there are several: the number that its folder is named after
        #[arg(long)]
        shop: Option<String>,
    },
    /// Create the key that opens the settings in backups, and print it; write it down, because it is not
    /// stored
    RecoveryKey,
    /// Write databases, photos and settings into a new folder, for use elsewhere
    Export {
        /// New folder
        to: PathBuf,
    },
    /// Restore the newest backup into a temporary server, read every row, and record the result
    TestRestore,
    /// Install another version while the shop is open; the previous version comes back if it does not start
    Upgrade {
        /// Package file
        package: PathBuf,
        #[command(flatten)]
        overrides: upgrade::Overrides,
        #[command(flatten)]
        ready_timeout: ReadyTimeout,
    },
    /// Go back to the version before the last upgrade
    Rollback {
        #[command(flatten)]
        ready_timeout: ReadyTimeout,
    },
    /// Restart NATS and each program, one at a time
    Restart {
        #[command(flatten)]
        ready_timeout: ReadyTimeout,
    },
    /// Print the invitation link of the shop's first owner
    Invite,
    /// Send a test mail
    SendTestMail {
        /// Recipient
        to: String,
    },
    /// Check everything once, store the status for the office, and mail problems to the owner
    #[command(hide = true)]
    Watch,
    /// Mail the owner that a unit failed
    #[command(hide = true)]
    NotifyFailure {
        /// Name of the unit
        unit: String,
    },
    /// Create missing secrets, roles and databases, and write the settings of each program; existing ones
    /// stay
    Configure {
        /// Offset added to all ports, for a second shop on one machine
        #[arg(long, default_value_t = 0)]
        port_offset: u16,
    },
}

#[derive(Debug, clap::Args)]
struct ReadyTimeout {
    /// Seconds that each program may take to be ready
    #[arg(long, default_value_t = 60, env = "SHOP_READY_WITHIN", value_name = "SECONDS")]
    ready_within: u64,
}

impl ReadyTimeout {
    fn duration(&self) -> Duration {
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
            if !report.is_healthy() {
                return Ok(ExitCode::FAILURE);
            }
        }
        Command::Backup => {
            let name = backup::create(&installation, now).await?;
            println!("{name} is a complete backup");
        }
        Command::Restore { name, into, yes } => {
            backup::restore(&installation, name.as_deref(), into.as_deref(), yes, now).await?;
        }
        Command::AfterRestore { database } => backup::after_restore(&installation, &database, now).await?,
        Command::UploadBackups => println!("{}", backup::upload(&installation, now).await?),
        Command::DownloadBackups { shop } => {
            let names = backup::download(&installation, shop.as_deref(), now)?;
            println!("backups: {}", names.join(", "));
        }
        Command::RecoveryKey => println!("{}", backup::create_recovery_key(&installation)?),
        Command::Export { to } => {
            backup::export(&installation, &to)?;
            println!("{} has all data of the shop", to.display());
        }
        Command::TestRestore => println!("{}", backup::test_restore(&installation, now).await?),
        Command::Upgrade {
            package,
            overrides,
            ready_timeout,
        } => {
            let upgrading =
                move || upgrade::upgrade(&installation, &package, overrides, ready_timeout.duration());
            tokio::task::spawn_blocking(upgrading).await??;
        }
        Command::Rollback { ready_timeout } => {
            tokio::task::spawn_blocking(move || upgrade::rollback(&installation, ready_timeout.duration()))
                .await??;
        }
        Command::Restart { ready_timeout } => {
            tokio::task::spawn_blocking(move || upgrade::restart(ready_timeout.duration())).await??;
        }
        Command::Invite => println!("{}", invitation::first_owner(&installation).await?),
        Command::SendTestMail { to } => {
            owner_mail::test(&installation, &to, now).await?;
            println!("The mail server accepted a mail to {to}.");
        }
        Command::Watch => watch::watch(&installation, now).await?,
        Command::NotifyFailure { unit } => owner_mail::failure(&installation, &unit, now).await?,
        Command::Configure { port_offset } => configure::configure(&installation, port_offset).await?,
    }
    Ok(ExitCode::SUCCESS)
}
