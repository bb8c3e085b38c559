//! The folders of one server.

use std::path::PathBuf;

use anyhow::Context as _;
use sqlx::postgres::PgConnectOptions;

use super::{secrets::Secrets, variables::Variables};

/// The folders of one server.
#[derive(Debug, Clone, clap::Args)]
pub struct Installation {
    /// Folder with settings and secrets
    #[arg(long, default_value = "/etc/vanmool", global = true)]
    pub settings: PathBuf,
    /// Folder with backups, best on another disk
    #[arg(long, default_value = "/var/backups/vanmool", global = true)]
    pub backups: PathBuf,
    /// Folder in which each unit has its own folder for its data
    #[arg(long, default_value = "/var/lib", global = true)]
    pub state: PathBuf,
}

impl Installation {
    /// The shop's secrets.
    pub fn secrets(&self) -> Secrets {
        Secrets::in_folder(self.settings.join("secrets"))
    }

    /// The owner's settings.
    pub fn shop(&self) -> anyhow::Result<Variables> {
        Variables::read(&self.settings.join("shop.env"))
    }

    /// The settings that `configure` wrote for one program.
    pub fn program_settings(&self, program: &str) -> anyhow::Result<Variables> {
        Variables::read(&self.settings.join(format!("programs/{program}.env")))
    }

    /// The URL of PostgreSQL's maintenance database, with a superuser's role and password.
    pub fn superuser_url(&self) -> anyhow::Result<String> {
        self.secrets()
            .read("postgres")?
            .context("there is no address of PostgreSQL yet: the package's installation writes it")
    }

    /// The connection options of that database.
    pub(crate) fn superuser(&self) -> anyhow::Result<PgConnectOptions> {
        Ok(self.superuser_url()?.parse()?)
    }

    /// The URL of NATS for the administration of streams.
    pub fn events_url(&self) -> anyhow::Result<String> {
        let nats = self.program_settings("nats")?;
        let (password, port) = (nats.require("OPERATOR_PASSWORD")?, nats.require("NATS_PORT")?);
        Ok(format!("nats://operator:{password}@127.0.0.1:{port}"))
    }

    /// The catalog's folder of photos.
    pub fn photos(&self) -> PathBuf {
        self.state.join("vanmool-catalog")
    }

    /// The folder of NATS's streams.
    pub fn streams(&self) -> PathBuf {
        self.state.join("vanmool-nats")
    }

    /// Caddy's folder of certificates.
    pub fn web(&self) -> PathBuf {
        self.state.join("vanmool-web")
    }

    /// The file with the last status.
    pub fn status(&self) -> PathBuf {
        self.state.join("vanmool-status/status.json")
    }

    /// The public half of the owner's recovery key.
    pub fn recovery_key(&self) -> PathBuf {
        self.settings.join("recovery-key")
    }

    /// The file with the time of the last restore, in seconds since 1970.
    pub fn last_restore_file(&self) -> PathBuf {
        self.state.join("vanmool-status/restored")
    }

    /// The file with the time of the last off-site copy, in seconds since 1970, and its remote.
    pub fn last_upload_file(&self) -> PathBuf {
        self.state.join("vanmool-upload-backups/uploaded")
    }

    /// The folder of restore tests, with the last result.
    pub fn restore_tests(&self) -> PathBuf {
        self.state.join("vanmool-restore-test")
    }
}
