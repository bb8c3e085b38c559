//! The processes of a shop and their engines.

pub(crate) mod addresses;
mod operator;
pub(crate) mod program;
mod readiness;
pub(crate) mod replica;
mod settings;
pub(crate) mod stock;

use std::{
    collections::BTreeMap,
    fs,
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, ensure};
use engines::{Engines, External, Nats, Postgres, free_port};
use runtime::CallerKeys;
use sqlx::PgPool;

use crate::fleet::{
    addresses::{Addresses, SLOTS},
    program::{GATEWAY, PROGRAMS, caller_keys, program},
    readiness::{has_lists, serves},
    replica::Replica,
};

/// A shop of many processes with temporary data.
///
/// Everything ends on drop, and when this process dies.
#[derive(Debug)]
pub struct Fleet {
    // Processes are dropped before their engines.
    replicas: Vec<Replica>,
    addresses: Addresses,
    database_urls: BTreeMap<&'static str, String>,
    /// Settings that override those of replicas started from now on, by program and variable.
    overrides: BTreeMap<(String, &'static str), String>,
    options: engines::Options,
    engines: Engines,
    folder: PathBuf,
    variables: Vec<(String, String)>,
    programs: PathBuf,
    log: PathBuf,
    keys: CallerKeys,
}

impl Fleet {
    /// Starts every program of the folder `programs` once, or as often as in `counts`, and waits until all
    /// are ready. Logs go to the file `log`, which is overwritten.
    pub async fn start(programs: &Path, log: &Path, counts: &[(&str, usize)]) -> anyhow::Result<Self> {
        let options = engines::Options::temporary(engines::checkout())?;
        Self::start_on(options, Vec::new(), programs, log, counts).await
    }

    /// The same with the caller's engine options, and with these variables for every program.
    pub(crate) async fn start_on(
        options: engines::Options,
        variables: Vec<(String, String)>,
        programs: &Path,
        log: &Path,
        counts: &[(&str, usize)],
    ) -> anyhow::Result<Self> {
        fs::write(log, "").with_context(|| format!("write {}", log.display()))?;
        let folder = options.private_folder("fleet")?;
        let starting = options.clone();
        let engines = tokio::task::spawn_blocking(move || Engines::start(&starting, External::default()));
        let mut fleet = Self {
            replicas: Vec::new(),
            addresses: Addresses::choose(&folder)?,
            database_urls: BTreeMap::new(),
            overrides: BTreeMap::new(),
            options,
            engines: engines.await??,
            folder,
            variables,
            programs: programs.to_owned(),
            log: log.to_owned(),
            keys: caller_keys(),
        };
        let mut server = databases::Server::connect(fleet.engines.maintenance_url()).await?;
        for service in PROGRAMS.iter().filter(|program| program.name != GATEWAY) {
            let url = server.ensure_database(&format!("fleet_{}", service.name)).await?;
            fleet.database_urls.insert(service.name, url);
        }
        server.close().await?;
        for name in PROGRAMS.iter().map(|program| program.name) {
            let count = counts.iter().find(|(of, _)| *of == name);
            for _ in 0..count.map_or(1, |(_, count)| *count) {
                fleet.add_replica(name).await?;
            }
        }
        fleet.fill_stock().await?;
        fleet.mark_shop_as_real().await?;
        Ok(fleet)
    }

    /// Runs a command of a program, as the operator does beside its replicas, and returns its output.
    pub(crate) fn run_command(&self, name: &str, arguments: &[&str]) -> anyhow::Result<String> {
        let mut command = self.addresses.command(&self.programs.join(name));
        let path = std::env::var_os("PATH").unwrap_or_default();
        command.env_clear().env("PATH", path).args(arguments);
        let output = command.envs(self.settings(program(name))?).output()?;
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        let errors = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "{name} {arguments:?}: {printed}{errors}");
        Ok(printed)
    }

    /// True if programs find each other by names with several addresses.
    pub fn resolves_names(&self) -> bool {
        self.addresses.resolves_names()
    }

    /// Takes programs from another folder from now on.
    pub fn change_programs(&mut self, programs: &Path) {
        programs.clone_into(&mut self.programs);
    }

    /// Starts another replica of a program, and waits until it is ready and part of the program's name.
    pub async fn add_replica(&mut self, name: &str) -> anyhow::Result<()> {
        let program = program(name);
        let is_free = |slot: &usize| !self.replicas_of(name).any(|replica| replica.slot == *slot);
        let slot = (0..SLOTS).find(is_free).context("there are too many replicas")?;
        let address = self.addresses.of(name, slot);
        let metrics = SocketAddr::from((Ipv4Addr::LOCALHOST, free_port()?));
        let mut command = self.addresses.command(&self.programs.join(name));
        let path = std::env::var_os("PATH").unwrap_or_default();
        command
            .env_clear()
            .env("PATH", path)
            .envs(self.settings(program)?)
            .envs(self.variables.iter().cloned());
        let mut replica = Replica::start(program.name, slot, address, metrics, command, &self.log)?;
        self.options.watch(replica.pid())?;
        let probe = format!("http://{address}/readyz");
        replica
            .wait_until_ready(async || match program.name {
                GATEWAY => has_lists(&probe).await,
                _ => serves(address).await,
            })
            .await?;
        self.replicas.push(replica);
        self.addresses.announce(name, slot, true)
    }

    /// Starts another replica of a program that dies at a failpoint such as `order.before_commit`.
    pub(crate) async fn add_failing_replica(&mut self, name: &str, failpoint: &str) -> anyhow::Result<()> {
        self.override_setting(name, "FAIL_AT", failpoint);
        let added = self.add_replica(name).await;
        self.reset_setting(name, "FAIL_AT");
        added
    }

    /// Waits until the oldest replica of a program has died at its failpoint.
    pub(crate) async fn wait_for_failpoint(&mut self, name: &str) -> anyhow::Result<()> {
        let replica = self.remove_oldest(name)?;
        let (slot, pid) = (replica.slot, replica.pid());
        replica.wait_for_failpoint().await?;
        self.options.unwatch(pid);
        self.addresses.announce(name, slot, false)
    }

    /// Fails unless the oldest replica of a service reports that it serves.
    pub(crate) async fn ensure_serving(&self, name: &str) -> anyhow::Result<()> {
        ensure!(serves(self.address(name)?).await, "{name} does not serve");
        Ok(())
    }

    /// Kills one replica of a program, as a lost machine does.
    pub fn kill(&mut self, name: &str) -> anyhow::Result<()> {
        let replica = self.remove_oldest(name)?;
        let (slot, pid) = (replica.slot, replica.pid());
        replica.kill()?;
        self.options.unwatch(pid);
        self.addresses.announce(name, slot, false)
    }

    /// Freezes one replica of a program; its name still includes it.
    pub(crate) fn freeze(&self, name: &str) -> anyhow::Result<()> {
        self.replicas_of(name)
            .next()
            .context("no replica of it runs")?
            .freeze()
    }

    /// Resumes the frozen replica.
    pub(crate) fn thaw(&self, name: &str) -> anyhow::Result<()> {
        self.replicas_of(name)
            .next()
            .context("no replica of it runs")?
            .thaw()
    }

    /// PostgreSQL and NATS.
    pub(crate) fn engines(&mut self) -> &mut Engines {
        &mut self.engines
    }

    /// The private PostgreSQL.
    pub(crate) fn postgres(&mut self) -> anyhow::Result<&mut Postgres> {
        self.engines.postgres().context("PostgreSQL is not ours")
    }

    /// The private NATS.
    pub(crate) fn nats(&mut self) -> anyhow::Result<&mut Nats> {
        self.engines.nats().context("NATS is not ours")
    }

    /// The URL of NATS with full rights on the streams.
    pub(crate) fn nats_url(&self) -> &str {
        self.engines.nats_url()
    }

    /// The folder of the mails.
    pub(crate) fn mails(&self) -> PathBuf {
        self.folder.join("mails")
    }

    /// Stops the oldest replica of a program, as a cluster does: it is removed from the name first.
    pub async fn stop(&mut self, name: &str) -> anyhow::Result<()> {
        let replica = self.remove_oldest(name)?;
        self.addresses.announce(name, replica.slot, false)?;
        let pid = replica.pid();
        replica.stop().await?;
        self.options.unwatch(pid);
        Ok(())
    }

    /// The number of replicas of a program.
    pub fn count(&self, name: &str) -> usize {
        self.replicas_of(name).count()
    }

    /// The URL of each gateway.
    pub fn gateways(&self) -> Vec<String> {
        self.replicas_of(GATEWAY)
            .map(|replica| format!("http://{}", replica.address))
            .collect()
    }

    /// The same without the gateway that [`Fleet::stop`] would stop next for this program.
    pub(crate) fn gateways_but_oldest(&self, name: &str) -> Vec<String> {
        let mut gateways = self.gateways();
        if name == GATEWAY {
            gateways.remove(0);
        }
        gateways
    }

    /// The process ids of a program.
    pub(crate) fn pids(&self, name: &str) -> Vec<u32> {
        self.replicas_of(name).map(Replica::pid).collect()
    }

    /// The number of calls of a method that each replica of a program answered.
    pub async fn calls_answered(&self, name: &str, method: &str) -> anyhow::Result<Vec<u64>> {
        let counts = self
            .replicas_of(name)
            .map(|replica| replica.calls_answered(method));
        futures_util::future::try_join_all(counts).await
    }

    /// The address of the oldest replica of a program.
    pub(crate) fn address(&self, name: &str) -> anyhow::Result<SocketAddr> {
        Ok(self
            .replicas_of(name)
            .next()
            .context("no replica of it runs")?
            .address)
    }

    /// The URL of a service's database.
    pub(crate) fn database_url(&self, name: &str) -> &str {
        &self.database_urls[name]
    }

    /// The services with a database.
    pub fn database_names(&self) -> impl Iterator<Item = &'static str> {
        self.database_urls.keys().copied()
    }

    /// Connects to a service's database.
    pub async fn database(&self, name: &str) -> anyhow::Result<PgPool> {
        Ok(PgPool::connect(&self.database_urls[name]).await?)
    }

    fn replicas_of(&self, name: &str) -> impl Iterator<Item = &Replica> {
        self.replicas.iter().filter(move |replica| replica.name == name)
    }

    fn remove_oldest(&mut self, name: &str) -> anyhow::Result<Replica> {
        let index = self.replicas.iter().position(|replica| replica.name == name);
        Ok(self.replicas.remove(index.context("no replica of it runs")?))
    }
}
