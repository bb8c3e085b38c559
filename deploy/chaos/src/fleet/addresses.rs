//! The addresses of replicas, and the URLs that their callers use.

use std::{
    collections::BTreeSet,
    fmt::Write as _,
    fs,
    net::{Ipv4Addr, SocketAddr},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::Context as _;
use engines::free_port;

use crate::fleet::program::PROGRAMS;

/// The most replicas of a program.
pub(crate) const SLOTS: usize = 6;

/// Mounts our hosts file over the system's for one program. The mount namespace needs no rights on the
/// machine.
const WITH_NAMES: &str = r#"mount --bind "$0" /etc/hosts && exec "$@""#;

/// The addresses of the replicas of every program.
///
/// On Linux a program has a name that resolves to the addresses of its running replicas, like a headless
/// Service, and it changes while programs run. Other systems have only one such address and no namespaces.
/// There, callers get a list of ports.
#[derive(Debug)]
pub(crate) struct Addresses {
    slots: Vec<[SocketAddr; SLOTS]>,
    hosts: Option<Hosts>,
}

#[derive(Debug)]
struct Hosts {
    file: PathBuf,
    unshare: &'static [&'static str],
    running: BTreeSet<(usize, usize)>,
}

impl Addresses {
    /// Chooses addresses for every program. `folder` gets the file with the names.
    pub(crate) fn choose(folder: &Path) -> anyhow::Result<Self> {
        let file = folder.join("hosts");
        fs::write(&file, "127.0.0.1 localhost\n")?;
        // A disk that is unmounted below an engine must not stay mounted in other namespaces.
        let variants: [&'static [&'static str]; 2] = [
            &["-m", "--propagation", "slave"],
            &["-rm", "--propagation", "slave"],
        ];
        let variant = variants
            .into_iter()
            .find(|unshare| can_mount_hosts(unshare, &file));
        let hosts = variant.map(|unshare| Hosts {
            file,
            unshare,
            running: BTreeSet::new(),
        });
        let slots = (0..PROGRAMS.len()).map(|index| {
            if hosts.is_some() {
                slots_by_address(index)
            } else {
                slots_by_port()
            }
        });
        Ok(Self {
            slots: slots.collect::<anyhow::Result<_>>()?,
            hosts,
        })
    }

    /// True if programs find each other by name.
    pub(crate) fn resolves_names(&self) -> bool {
        self.hosts.is_some()
    }

    /// The address of a replica.
    pub(crate) fn of(&self, name: &str, slot: usize) -> SocketAddr {
        self.slots[index(name)][slot]
    }

    /// The URL setting for callers of a program.
    pub(crate) fn url(&self, name: &str) -> String {
        let slots = &self.slots[index(name)];
        if self.hosts.is_some() {
            return format!("http://{name}.test:{}", slots[0].port());
        }
        let urls: Vec<_> = slots.iter().map(|slot| format!("http://{slot}")).collect();
        urls.join(",")
    }

    /// Adds a replica to its program's name, or removes it.
    pub(crate) fn announce(&mut self, name: &str, slot: usize, is_running: bool) -> anyhow::Result<()> {
        let Some(hosts) = &mut self.hosts else {
            return Ok(());
        };
        let replica = (index(name), slot);
        if is_running {
            hosts.running.insert(replica);
        } else {
            hosts.running.remove(&replica);
        }
        let mut text = String::from("127.0.0.1 localhost\n");
        for &(program, slot) in &hosts.running {
            let address = self.slots[program][slot].ip();
            writeln!(text, "{address} {}.test", PROGRAMS[program].name)?;
        }
        // Written in place, because programs have this very file mounted.
        fs::write(&hosts.file, text).context("write the names")
    }

    /// The command that starts a program with the names.
    pub(crate) fn command(&self, path: &Path) -> Command {
        let Some(hosts) = &self.hosts else {
            return Command::new(path);
        };
        let mut command = Command::new("unshare");
        command
            .args(hosts.unshare)
            .args(["/bin/sh", "-c", WITH_NAMES])
            .args([&hosts.file, path]);
        command
    }
}

fn index(name: &str) -> usize {
    let found = PROGRAMS.iter().position(|program| program.name == name);
    found.expect("experiments name programs of the shop")
}

fn can_mount_hosts(unshare: &[&str], hosts: &Path) -> bool {
    let mut command = Command::new("unshare");
    command
        .args(unshare)
        .args(["/bin/sh", "-c", WITH_NAMES])
        .arg(hosts)
        .arg("true");
    let ended = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    ended.is_ok_and(|status| status.success())
}

/// One port, with a different address for each replica.
fn slots_by_address(program: usize) -> anyhow::Result<[SocketAddr; SLOTS]> {
    let port = free_port()?;
    let program = u8::try_from(program + 1)?;
    let mut slots = [SocketAddr::from(([127, 0, program, 1], port)); SLOTS];
    for (slot, last) in slots.iter_mut().zip(1..) {
        slot.set_ip(Ipv4Addr::new(127, 0, program, last).into());
    }
    Ok(slots)
}

/// One address, with a different port for each replica.
fn slots_by_port() -> anyhow::Result<[SocketAddr; SLOTS]> {
    let mut slots = [SocketAddr::from((Ipv4Addr::LOCALHOST, 0)); SLOTS];
    for slot in &mut slots {
        slot.set_port(free_port()?);
    }
    Ok(slots)
}
