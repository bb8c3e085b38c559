//! The connections that are open: bounded in all, and shared among the addresses they come from.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, MutexGuard},
};

use tokio_util::sync::CancellationToken;

use crate::connection::{activity::Activity, client_address::ClientAddress, places::may_take};

/// Every open connection.
#[derive(Debug)]
pub(crate) struct Connections {
    most: usize,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    total: usize,
    last_id: u64,
    by_client: HashMap<ClientAddress, BTreeMap<u64, Connection>>,
}

#[derive(Debug)]
struct Connection {
    activity: Arc<Activity>,
    evicted: CancellationToken,
}

/// A connection that counts, until it is dropped.
#[derive(Debug)]
pub(crate) struct Admitted {
    connections: Arc<Connections>,
    client: ClientAddress,
    id: u64,
    /// Cancelled when another connection needs the place.
    pub(crate) evicted: CancellationToken,
}

impl Connections {
    /// No connection yet, and at most so many at once.
    pub(crate) fn new(most: usize) -> Arc<Self> {
        Arc::new(Self {
            most,
            open: Mutex::default(),
        })
    }

    /// Counts a new connection. Where there is no place, the one that has been idle longest makes it: among those of the
    /// same address if that has its share, else among those of the address with the most. None when all of them are busy.
    ///
    /// A proxy in front of the gateway brings all clients, so it has no share.
    pub(crate) fn admit(
        self: &Arc<Self>,
        client: ClientAddress,
        is_proxy: bool,
        activity: Arc<Activity>,
    ) -> Option<Admitted> {
        let mut open = self.lock();
        let own = open.by_client.get(&client).map_or(0, BTreeMap::len);
        let is_free = open.total < self.most;
        let has_its_share = !is_proxy && !may_take(self.most, open.total.min(self.most - 1), own);
        if has_its_share {
            open.evict(client)?;
        } else if !is_free {
            let most = open
                .by_client
                .iter()
                .max_by_key(|(_, connections)| connections.len());
            let (&most, _) = most?;
            open.evict(most)?;
        }
        let evicted = CancellationToken::new();
        open.total += 1;
        open.last_id += 1;
        let id = open.last_id;
        let connection = Connection {
            activity,
            evicted: evicted.clone(),
        };
        open.by_client.entry(client).or_default().insert(id, connection);
        Some(Admitted {
            connections: Arc::clone(self),
            client,
            id,
            evicted,
        })
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().expect("nothing panics while it holds this lock")
    }
}

impl Open {
    /// Ends the connection of this client that has been idle longest, if one is.
    fn evict(&mut self, client: ClientAddress) -> Option<()> {
        let connections = self.by_client.get(&client)?.iter();
        let idle = connections.filter_map(|(id, connection)| Some((connection.activity.idle_since()?, *id)));
        let (_, longest) = idle.min()?;
        let connection = self.remove(client, longest)?;
        connection.evicted.cancel();
        Some(())
    }

    fn remove(&mut self, client: ClientAddress, id: u64) -> Option<Connection> {
        let connections = self.by_client.get_mut(&client)?;
        let connection = connections.remove(&id)?;
        if connections.is_empty() {
            self.by_client.remove(&client);
        }
        self.total -= 1;
        Some(connection)
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        self.connections.lock().remove(self.client, self.id);
    }
}
