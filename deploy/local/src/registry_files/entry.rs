use runtime::Grant;

use crate::{
    allowed_callers::allowed,
    registry::{Events, Needs, Program, Service, gateways},
};

/// What the files say of a program: its entry in the registry, and who may call it.
#[derive(Debug)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// Where it answers on a developer's machine.
    pub port: u16,
    /// Whether it answers gRPC and has a database; gateways do neither.
    pub is_service: bool,
    /// The services that it asks.
    pub asks: Vec<&'static str>,
    /// What it tells and hears through NATS.
    pub events: Events,
    /// What it alone is told.
    pub needs: Needs,
    /// Who may call it, and which of its methods.
    pub callers: Vec<Grant>,
}

/// An entry for every program of the shop.
pub fn entries() -> Vec<Entry> {
    let services = Service::ALL.map(|service| entry(service.program(), true, allowed(service)));
    let gateways = gateways().map(|gateway| entry(gateway, false, Vec::new()));
    services.into_iter().chain(gateways).collect()
}

fn entry(program: Program, is_service: bool, callers: Vec<Grant>) -> Entry {
    Entry {
        name: program.name,
        port: program.port,
        is_service,
        asks: program.asks.iter().map(|service| service.name()).collect(),
        events: program.events,
        needs: program.needs,
        callers,
    }
}

/// Those that answer gRPC and have a database.
pub(super) fn services(entries: &[Entry]) -> impl Iterator<Item = &Entry> {
    entries.iter().filter(|entry| entry.is_service)
}

/// Those with a user of NATS.
pub(super) fn with_events(entries: &[Entry]) -> impl Iterator<Item = &Entry> {
    entries.iter().filter(|entry| entry.events.are_any())
}
