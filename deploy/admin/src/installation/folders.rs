//! Where everything of one server lies.

use std::path::PathBuf;

use anyhow::Context as _;
use sqlx::postgres::PgConnectOptions;

use super::{secrets::Secrets, variables::Variables};

/// Where everything of one server lies.
#[derive(Debug, Clone, clap::Args)]
pub struct Installation {
    /// Folder with settings and secrets
    #[arg(long, default_value = "/etc/vanmool", global = true)]
    pub settings: PathBuf,
    /// Folder with backups, best on another disk
    #[arg(long, default_value = "/var/backups/vanmool", global = true)]
    pub backups: PathBuf,
    /// Folder in which each unit has its own for what it keeps
    #[arg(long, default_value = "/var/lib", global = true)]
    pub state: PathBuf,
}

impl Installation {
    /// The shop's secrets.
    pub fn secrets(&self) -> Secrets {
        Secrets::in_folder(self.settings.join("secrets"))
    }

    /// What the owner sets.
    pub fn shop(&self) -> anyhow::Result<Variables> {
        Variables::read(&self.settings.join("shop.env"))
    }

    /// What one program is told beside that.
    pub fn told(&self, program: &str) -> anyhow::Result<Variables> {
        Variables::read(&self.settings.join(format!("programs/{program}.env")))
    }

    /// The address of PostgreSQL's maintenance database, with a superuser's role and password.
    pub fn superuser_url(&self) -> anyhow::Result<String> {
        self.secrets()
            .read("postgres")?
            .context("there is no address of PostgreSQL yet: the package's installation writes it")
    }

    /// How that database is connected to.
    pub(crate) fn superuser(&self) -> anyhow::Result<PgConnectOptions> {
        Ok(self.superuser_url()?.parse()?)
    }

    /// The address of NATS for who looks after its streams.
    pub fn events_url(&self) -> anyhow::Result<String> {
        let told = self.told("nats")?;
        let (password, port) = (told.need("OPERATOR_PASSWORD")?, told.need("NATS_PORT")?);
        Ok(format!("nats://operator:{password}@127.0.0.1:{port}"))
    }

    /// Where catalog keeps photos.
    pub fn photos(&self) -> PathBuf {
        self.state.join("vanmool-catalog")
    }

    /// Where NATS keeps its streams.
    pub fn streams(&self) -> PathBuf {
        self.state.join("vanmool-nats")
    }

    /// Where Caddy keeps certificates.
    pub fn web(&self) -> PathBuf {
        self.state.join("vanmool-web")
    }

    /// What the last look at everything saw.
    pub fn status(&self) -> PathBuf {
        self.state.join("vanmool-status/status.json")
    }

    /// The public half of the key with which the owner opens the settings in backups.
    pub fn recovery_key(&self) -> PathBuf {
        self.settings.join("recovery-key")
    }

    /// When the data were last put back from a backup, in seconds since 1970.
    pub fn restored(&self) -> PathBuf {
        self.state.join("vanmool-status/restored")
    }

    /// When backups were last copied to another place, in seconds since 1970, and to which.
    pub fn copied(&self) -> PathBuf {
        self.state.join("vanmool-copy-away/copied")
    }

    /// Where the trial of a backup works, and what it found the last time.
    pub fn trial(&self) -> PathBuf {
        self.state.join("vanmool-trial")
    }
}
