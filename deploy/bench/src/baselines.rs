//! Baselines that are not servers: the database without the shop, and the password hash alone.

use std::{
    process::Stdio,
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use engines::Engines;
use tokio::process::Command;

/// The statement by which the order service places an order.
const PLACE_ORDER: &str = include_str!("place_order.sql");

/// A database with the order service's tables that the shop does not use.
const DATABASE: &str = "bench_baseline";

/// pgbench on tables like the order service's.
#[derive(Debug)]
pub(crate) struct Pgbench {
    folder: std::path::PathBuf,
    port: u16,
    password: String,
    script: tempfile::NamedTempFile,
}

impl Pgbench {
    /// Copies the tables of the database `from`, without their rows.
    pub(crate) async fn prepare(engines: &mut Engines, from: &str) -> anyhow::Result<Self> {
        let url = engines.maintenance_url().to_owned();
        let postgres = engines.postgres().context("the engines are private here")?;
        let (_, rest) = url
            .split_once("postgres:")
            .context("it is no superuser's address")?;
        let (_, rest) = rest.split_once(':').context("the address has no password")?;
        let (password, _) = rest.split_once('@').context("the address has no host")?;
        let pgbench = Self {
            folder: postgres.programs().to_owned(),
            port: postgres.port(),
            password: password.to_owned(),
            script: tempfile::NamedTempFile::new()?,
        };
        std::fs::write(pgbench.script.path(), PLACE_ORDER)?;
        pgbench.run("createdb", &[DATABASE]).await?;
        let tables = pgbench
            .run("pg_dump", &["--schema-only", "--no-owner", from])
            .await?;
        let file = tempfile::NamedTempFile::new()?;
        std::fs::write(file.path(), tables)?;
        let file = file.path().display().to_string();
        pgbench
            .run("psql", &["--quiet", "--file", &file, DATABASE])
            .await?;
        Ok(pgbench)
    }

    /// Orders per second with this many clients.
    pub(crate) async fn orders(&self, clients: usize, time: Duration) -> anyhow::Result<f64> {
        let (clients, time) = (clients.to_string(), time.as_secs().to_string());
        let script = self.script.path().display().to_string();
        let arguments = [
            "-n", "-M", "prepared", "-f", &script, "-c", &clients, "-T", &time, DATABASE,
        ];
        let output = self.run("pgbench", &arguments).await?;
        let rate = output.lines().find_map(|line| line.strip_prefix("tps = "));
        let rate = rate.and_then(|rate| rate.split_whitespace().next());
        Ok(rate.context("pgbench printed no rate")?.parse()?)
    }

    async fn run(&self, program: &str, arguments: &[&str]) -> anyhow::Result<String> {
        let output = Command::new(self.folder.join(program))
            .args(arguments)
            .env("PGHOST", "127.0.0.1")
            .env("PGPORT", self.port.to_string())
            .env("PGUSER", "postgres")
            .env("PGPASSWORD", &self.password)
            .stdin(Stdio::null())
            .output()
            .await
            .with_context(|| format!("run {program}"))?;
        ensure!(
            output.status.success(),
            "{program} failed: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        Ok(String::from_utf8(output.stdout)?)
    }
}

/// Password hashes per second on all cores, with the identity service's parameters.
pub(crate) fn hashes(time: Duration) -> anyhow::Result<f64> {
    let cores = thread::available_parallelism()?.get();
    let began = Instant::now();
    let counts = thread::scope(|scope| {
        let threads: Vec<_> = (0..cores)
            .map(|_| scope.spawn(|| hash_until(began + time)))
            .collect();
        let ended = threads.into_iter().map(thread::ScopedJoinHandle::join);
        ended.collect::<Result<Vec<_>, _>>()
    });
    let counts = counts.map_err(|_| anyhow::anyhow!("hashing panicked"))?;
    let counts = counts.into_iter().sum::<anyhow::Result<u32>>()?;
    Ok(f64::from(counts) / began.elapsed().as_secs_f64())
}

fn hash_until(end: Instant) -> anyhow::Result<u32> {
    // The identity service's parameters.
    let params = Params::DEFAULT;
    let mut memory = vec![Block::default(); params.block_count()];
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let (mut count, mut hash) = (0, [0; 32]);
    while Instant::now() < end {
        argon2
            .hash_password_into_with_memory(b"monsoon-43", b"0123456789abcdef", &mut hash, &mut memory)
            .map_err(|error| anyhow::anyhow!("{error}"))?;
        count += 1;
    }
    Ok(count)
}
