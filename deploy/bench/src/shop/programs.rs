//! The shop as in a cluster, with one replica per program, on engines of its own that sync to disk as in
//! production.

use std::{
    collections::BTreeMap,
    fs::{self, File, Permissions},
    net::{Ipv4Addr, SocketAddr},
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use engines::{Durability, Engines, External};
use runtime::Identity;
use sqlx::{Connection as _, PgConnection};
use tempfile::TempDir;
use tokio::sync::OnceCell;
use tonic::transport::Endpoint;
use tonic_health::pb::{
    HealthCheckRequest, health_check_response::ServingStatus, health_client::HealthClient,
};

use crate::shop::{
    callers::Callers,
    cpu::Cpu,
    process::{Process, cpu_of_tree, engine_pids, memory_of_tree},
    registry::{self, GATEWAY, Program},
};

/// A key that is long enough for every program. The shop is temporary.
const KEY: &str = "0123456789abcdef0123456789abcdef";

/// A rate limit that no client reaches.
const UNREACHED_LIMIT: &str = "100000000";

/// The longest wait until programs are ready.
const READY_WITHIN: Duration = Duration::from_mins(3);

/// A running shop. Dropping it ends everything.
#[derive(Debug)]
pub(crate) struct Shop {
    // Fields are dropped in order: processes, then their engines, then the folder.
    programs: Vec<Process>,
    addresses: BTreeMap<String, SocketAddr>,
    database_urls: BTreeMap<String, String>,
    engines: Engines,
    engine_pids: [(&'static str, u32); 2],
    folder: TempDir,
    log: File,
    callers: Callers,
    /// The first owner's session cookie, after the sign-in.
    pub(crate) owner_cookie: OnceCell<String>,
    /// The time from the start of all programs to the readiness of the last.
    pub(crate) ready_after: Duration,
}

impl Shop {
    /// Starts the programs of a folder, and waits until all are ready. Their logs go to the file `log`, which
    /// is overwritten.
    pub(crate) async fn start(programs: &Path, log: &Path) -> anyhow::Result<Self> {
        let checkout = engines::checkout();
        // PostgreSQL's user has to traverse the folder, and root's TMPDIR may deny that.
        let folder = tempfile::Builder::new()
            .prefix("vanmool-bench-")
            .tempdir_in("/tmp")?;
        fs::set_permissions(folder.path(), Permissions::from_mode(0o711))?;
        let options = engines::Options::at(&folder.path().join("state"), checkout, Durability::Full)?;
        let starting = options.clone();
        let engines = tokio::task::spawn_blocking(move || Engines::start(&starting, External::default()));
        let engines = engines.await??;
        let registry = registry::read(checkout)?;
        let mut server = databases::Server::connect(engines.maintenance_url()).await?;
        let (mut database_urls, mut addresses) = (BTreeMap::new(), BTreeMap::new());
        for Program { name, is_gateway, .. } in &registry {
            addresses.insert(name.clone(), free_address()?);
            if !is_gateway {
                database_urls.insert(name.clone(), server.ensure_database(&database_of(name)).await?);
            }
        }
        server.close().await?;
        let mut shop = Self {
            programs: Vec::new(),
            addresses,
            database_urls,
            engine_pids: engine_pids(options.state_folder())?,
            engines,
            folder,
            log: File::create(log).with_context(|| format!("write {}", log.display()))?,
            callers: Callers::generate(registry.iter().map(|program| &*program.name)),
            owner_cookie: OnceCell::new(),
            ready_after: Duration::ZERO,
        };
        fs::create_dir_all(shop.mails())?;
        let began = Instant::now();
        for program in &registry {
            let process = shop.start_program(program, programs)?;
            options.watch(process.pid())?;
            shop.programs.push(process);
        }
        for (place, program) in registry.iter().enumerate() {
            while !shop.is_ready(program).await {
                ensure!(
                    began.elapsed() < READY_WITHIN,
                    "{} does not become ready",
                    program.name
                );
                if shop.programs[place].has_ended() {
                    // Restarts it as a cluster does; on a busy machine its database may be too slow to open.
                    println!("{} ended instead of serving, and is started again", program.name);
                    shop.programs[place] = shop.start_program(program, programs)?;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        }
        shop.ready_after = began.elapsed();
        shop.add_stock().await?;
        Ok(shop)
    }

    /// Adds more stock to every sample batch than any load orders.
    async fn add_stock(&self) -> anyhow::Result<()> {
        let receiving = sqlx::query(
            "INSERT INTO movements (id, batch_id, kind, quantity, reason)
             SELECT gen_random_uuid(), id, 'received', 100000000, 'for the bench' FROM batches",
        );
        receiving.execute(&mut self.database("inventory").await?).await?;
        Ok(())
    }

    fn start_program(&self, program: &Program, programs: &Path) -> anyhow::Result<Process> {
        let mut command = Command::new(programs.join(&program.name));
        command
            .env_clear()
            .env("LISTEN", self.address(&program.name).to_string())
            .env("METRICS_LISTEN", free_address()?.to_string())
            .env("LOG_FORMAT", "json")
            .env("RUST_LOG", "info")
            .env("CODE_KEY", KEY)
            .env("RECIPIENT_KEY", KEY)
            .env("ORDER_LINK_KEY", KEY)
            .env("SAMPLE_STOCK", "true")
            // As on one server: deploy/server/shop.env.
            .env("DATABASE_POOL_SIZE", "4")
            .env("STAFF_TOKEN_KEY", self.callers.staff_token_key())
            .envs(self.callers.variables(&program.name))
            // The measurements name many networks of shoppers in a header, as a proxy does.
            .env("TRUSTED_PROXIES", "127.0.0.0/8")
            .env("CREDENTIAL_TRIES_PER_MINUTE", UNREACHED_LIMIT)
            .env("ORDERS_PER_MINUTE", UNREACHED_LIMIT)
            .env("SUBMISSIONS_PER_MINUTE", UNREACHED_LIMIT)
            .env("MAX_UNCONFIRMED_NETWORK_PACKS", "0")
            .env("LOOKUPS_PER_MINUTE", UNREACHED_LIMIT)
            .env("MAIL_DIR", self.mails())
            .env(
                "OFFICE_SITE_DIR",
                engines::checkout().join("frontend/office/dist"),
            )
            .env("SITE_DIR", engines::checkout().join("frontend/storefront/dist"));
        if let Some(url) = self.database_urls.get(&program.name) {
            command.env("DATABASE_URL", url);
        }
        if program.events {
            command.env("NATS_URL", self.engines.nats_url_of(&program.name));
        }
        for called in &program.calls {
            let url = format!("http://{}", self.address(called));
            command.env(format!("{}_URL", called.to_uppercase()), url);
        }
        Process::start(&program.name, command, &self.log)
    }

    async fn is_ready(&self, program: &Program) -> bool {
        let address = self.address(&program.name);
        if !program.is_gateway {
            return serves(address).await;
        }
        reqwest::get(format!("http://{address}/readyz"))
            .await
            .is_ok_and(|answer| answer.status().is_success())
    }

    /// The operator's identity at the services.
    pub(crate) fn operator_identity(&self) -> Identity {
        self.callers.identity("operator")
    }

    /// The gateway's identity at the services.
    pub(crate) fn gateway_identity(&self) -> Identity {
        self.callers.identity(GATEWAY)
    }

    /// The address that a program listens on.
    pub(crate) fn address(&self, name: &str) -> SocketAddr {
        self.addresses[name]
    }

    /// The URL of a path of the gateway.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address(GATEWAY))
    }

    /// The process of a program.
    pub(crate) fn program(&self, name: &str) -> &Process {
        let found = self.programs.iter().find(|program| program.name == name);
        found.expect("it is a program of the registry")
    }

    /// All programs.
    pub(crate) fn programs(&self) -> &[Process] {
        &self.programs
    }

    /// The CPU time of every process so far.
    pub(crate) fn cpu(&self) -> anyhow::Result<Cpu> {
        let programs = self
            .programs
            .iter()
            .map(|program| Ok((program.name.clone(), program.cpu()?)));
        let engines = self.engine_pids.iter();
        let engines = engines.map(|(name, pid)| Ok(((*name).to_owned(), cpu_of_tree(*pid)?)));
        programs.chain(engines).collect::<anyhow::Result<_>>().map(Cpu)
    }

    /// The memory of PostgreSQL and NATS, in MB, by name.
    pub(crate) fn memory_of_engines(&self) -> anyhow::Result<Vec<(&'static str, f64)>> {
        let engines = self.engine_pids.iter();
        engines
            .map(|(name, pid)| Ok((*name, memory_of_tree(*pid)?)))
            .collect()
    }

    /// The memory of all programs, in MB. A shared page is divided among its processes.
    pub(crate) fn memory_of_programs(&self) -> anyhow::Result<f64> {
        let programs = self.programs.iter().map(Process::pid);
        programs.map(memory_of_tree).sum()
    }

    /// Connects to a service's database.
    pub(crate) async fn database(&self, name: &str) -> anyhow::Result<PgConnection> {
        Ok(PgConnection::connect(&self.database_urls[name]).await?)
    }

    /// The services, each with its own database.
    pub(crate) fn services(&self) -> impl Iterator<Item = &str> {
        self.database_urls.keys().map(String::as_str)
    }

    /// The superuser's URL of a service's database.
    pub(crate) fn superuser_url(&self, name: &str) -> String {
        self.engines.database_url(&database_of(name))
    }

    /// Deletes the sent mails, each of which is a file.
    pub(crate) fn delete_mails(&self) -> anyhow::Result<()> {
        for mail in fs::read_dir(self.mails())? {
            // A file that remains is deleted the next time.
            let _ = fs::remove_file(mail?.path());
        }
        Ok(())
    }

    /// PostgreSQL and NATS.
    pub(crate) fn engines(&mut self) -> &mut Engines {
        &mut self.engines
    }

    /// The path of PostgreSQL's log.
    pub(crate) fn postgres_log(&self) -> PathBuf {
        self.folder.path().join("state/postgres.log")
    }

    /// The log file of the bench's own programs.
    pub(crate) fn log(&self) -> &File {
        &self.log
    }

    fn mails(&self) -> PathBuf {
        self.folder.path().join("mails")
    }
}

fn database_of(service: &str) -> String {
    format!("bench_{service}")
}

/// A free local address that was not given out before.
pub(crate) fn free_address() -> anyhow::Result<SocketAddr> {
    Ok((Ipv4Addr::LOCALHOST, engines::free_port()?).into())
}

/// True if a service reports that it serves.
async fn serves(address: SocketAddr) -> bool {
    let Ok(endpoint) = Endpoint::from_shared(format!("http://{address}")) else {
        return false;
    };
    let mut health = HealthClient::new(endpoint.connect_lazy());
    let asking = health.check(HealthCheckRequest::default());
    // A service that listens may not answer yet.
    let answer = tokio::time::timeout(Duration::from_secs(2), asking).await;
    answer.is_ok_and(|answer| answer.is_ok_and(|answer| answer.get_ref().status() == ServingStatus::Serving))
}
