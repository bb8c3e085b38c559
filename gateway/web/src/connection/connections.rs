//! The open connections: limited in total, and shared among client networks.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, MutexGuard},
};

use runtime::{Network, Networks, TakenPlaces};
use tokio_util::sync::CancellationToken;

use crate::connection::{activity::Activity, client_address::ClientAddress};

/// All open connections.
#[derive(Debug)]
pub(crate) struct Connections {
    most: usize,
    open: Mutex<OpenConnections>,
}

#[derive(Debug, Default)]
struct OpenConnections {
    taken: TakenPlaces,
    last_id: u64,
    /// By the widest network of each client.
    by_site: HashMap<Option<Network>, BTreeMap<u64, Connection>>,
}

#[derive(Debug)]
struct Connection {
    client: Networks,
    activity: Arc<Activity>,
    evicted: CancellationToken,
}

/// A counted connection; dropping it frees its slot.
#[derive(Debug)]
pub(crate) struct ConnectionSlot {
    connections: Arc<Connections>,
    client: Networks,
    id: u64,
    /// Cancelled when another connection needs the slot.
    pub(crate) evicted: CancellationToken,
}

impl Connections {
    /// An empty set with this limit.
    pub(crate) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self {
            most,
            open: Mutex::default(),
        })
    }

    /// Counts a new connection. If there is no slot, the longest idle connection is closed: of the same
    /// network if that has used its share, else of the network with the most connections. `None` if all of
    /// these are busy.
    ///
    /// A proxy has no share, because it brings all clients.
    pub(crate) fn admit(
        self: &Arc<Self>,
        client: ClientAddress,
        is_proxy: bool,
        activity: Arc<Activity>,
    ) -> Option<ConnectionSlot> {
        let client = Networks::from(client);
        let mut open = self.lock();
        let exhausted = open.taken.exhausted(self.most, client);
        if let Some(network) = exhausted.filter(|_| !is_proxy) {
            open.evict(site(client), |networks| networks.iter().any(|one| one == network))?;
        } else if open.taken.total() >= self.most {
            let most = open
                .by_site
                .iter()
                .max_by_key(|(_, connections)| connections.len());
            let (&most, _) = most?;
            open.evict(most, |_| true)?;
        }
        let evicted = CancellationToken::new();
        open.taken.add(client);
        open.last_id += 1;
        let id = open.last_id;
        let connection = Connection {
            client,
            activity,
            evicted: evicted.clone(),
        };
        open.by_site
            .entry(site(client))
            .or_default()
            .insert(id, connection);
        Some(ConnectionSlot {
            connections: Arc::clone(self),
            client,
            id,
            evicted,
        })
    }

    fn lock(&self) -> MutexGuard<'_, OpenConnections> {
        self.open.lock().expect("nothing panics while it holds this lock")
    }
}

impl OpenConnections {
    /// Closes the longest idle connection of a site that matches `of_these`; `None` if all are busy.
    fn evict(&mut self, site: Option<Network>, of_these: impl Fn(Networks) -> bool) -> Option<()> {
        let connections = self.by_site.get(&site)?.iter();
        let idle = connections
            .filter(|(_, connection)| of_these(connection.client))
            .filter_map(|(id, connection)| Some((connection.activity.idle_since()?, *id)));
        let (_, longest) = idle.min()?;
        let connection = self.remove(site, longest)?;
        connection.evicted.cancel();
        Some(())
    }

    fn remove(&mut self, site: Option<Network>, id: u64) -> Option<Connection> {
        let connections = self.by_site.get_mut(&site)?;
        let connection = connections.remove(&id)?;
        if connections.is_empty() {
            self.by_site.remove(&site);
        }
        self.taken.remove(connection.client);
        Some(connection)
    }
}

/// The widest network of a client.
fn site(client: Networks) -> Option<Network> {
    client.iter().last()
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.connections.lock().remove(site(self.client), self.id);
    }
}
