//! Product names by id, because the inventory does not always know them.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard},
    time::{Duration, Instant},
};

use tonic::Status;

use crate::clients::Clients;

/// The time for which the names are cached.
const FRESH_FOR: Duration = Duration::from_mins(1);

/// The names of all products by their ids.
type Names = HashMap<String, String>;

/// A cache of the product names.
#[derive(Debug, Default)]
pub(crate) struct ProductNames(Mutex<Option<CachedNames>>);

#[derive(Debug, Clone)]
struct CachedNames {
    names: Arc<Names>,
    at: Instant,
}

impl ProductNames {
    /// Returns the names of all products, including those no longer on sale. While the catalog is down it
    /// returns the cached names; without a cache it fails.
    pub(crate) async fn get(&self, clients: &Clients) -> Result<Arc<Names>, Status> {
        let known = self.lock().clone();
        if let Some(cached) = &known
            && cached.at.elapsed() < FRESH_FOR
        {
            return Ok(Arc::clone(&cached.names));
        }
        match (fetch(clients).await, known) {
            (Ok(names), _) => {
                let names = Arc::new(names);
                let cached = CachedNames {
                    names: Arc::clone(&names),
                    at: Instant::now(),
                };
                *self.lock() = Some(cached);
                Ok(names)
            }
            (Err(error), Some(cached)) => {
                tracing::warn!(%error, "product names not refreshed");
                Ok(cached.names)
            }
            (Err(error), None) => Err(error),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<CachedNames>> {
        self.0.lock().expect("nothing panics while it holds this lock")
    }
}

async fn fetch(clients: &Clients) -> Result<Names, Status> {
    let packs = clients.all_packs().await?.into_iter();
    Ok(packs.map(|pack| (pack.product_id, pack.product_name)).collect())
}
