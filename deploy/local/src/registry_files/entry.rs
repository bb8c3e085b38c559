use std::collections::BTreeSet;

use crate::registry::{Events, Needs, Program, Service, gateways};

/// A program in the generated files: its entry in the registry, and its callers.
#[derive(Debug)]
pub struct Entry {
    /// The name.
    pub name: &'static str,
    /// The default port on a developer's machine.
    pub port: u16,
    /// True if it serves gRPC and has a database; gateways do not.
    pub is_service: bool,
    /// The services that it calls.
    pub calls: Vec<&'static str>,
    /// The events that it publishes and consumes.
    pub events: Events,
    /// The settings that only it gets.
    pub needs: Needs,
    /// The names of its callers, and of the signer of staff tokens.
    pub callers: BTreeSet<&'static str>,
}

/// The entries of all programs.
pub fn entries() -> Vec<Entry> {
    let services = Service::ALL.map(|service| entry(service.program(), true, service.callers()));
    let gateways = gateways().map(|gateway| entry(gateway, false, BTreeSet::new()));
    services.into_iter().chain(gateways).collect()
}

fn entry(program: Program, is_service: bool, callers: BTreeSet<&'static str>) -> Entry {
    Entry {
        name: program.name,
        port: program.port,
        is_service,
        calls: program.calls.iter().map(|service| service.name()).collect(),
        events: program.events,
        needs: program.needs,
        callers,
    }
}

/// The entries that serve gRPC and have a database.
pub(super) fn services(entries: &[Entry]) -> impl Iterator<Item = &Entry> {
    entries.iter().filter(|entry| entry.is_service)
}

/// The entries with a NATS user.
pub(super) fn with_events(entries: &[Entry]) -> impl Iterator<Item = &Entry> {
    entries.iter().filter(|entry| entry.events.are_any())
}
