//! Removes unused photos: uploads that no product uses.
//!
//! A photo is used if the history of a product names it. So the history names each uploaded photo of a
//! product, and those that staff may restore.

use std::{
    collections::BTreeSet,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::Context as _;
use futures_util::{TryStreamExt as _, future::try_join_all};
use jobs::PeriodicTask;
use sqlx::PgPool;

use crate::photos::{
    library::PhotoLibrary,
    name::{PhotoId, USUAL_WIDTH, WIDTHS},
    store::PhotoStore,
    stored_photos,
};

/// The interval of the periodic task.
const EVERY: Duration = Duration::from_hours(1);

/// The maximum time for listing all files. A bucket lists a thousand per request.
const LISTING: Duration = Duration::from_secs(10);

/// The time for deleting files, well within the 30 s of the task's lease. The next run continues.
const REMOVING: Duration = Duration::from_secs(10);

/// The maximum number of photos deleted in one run.
const MOST_REMOVED: i64 = 100;

/// The number of photos recorded in one statement.
const NOTED_AT_ONCE: usize = 1_000;

/// The periodic task that removes unused photos.
pub fn periodic_task(library: &Arc<PhotoLibrary>) -> PeriodicTask {
    let library = Arc::clone(library);
    PeriodicTask::with_dependencies("orphaned-photos", EVERY, move |db| {
        let library = Arc::clone(&library);
        async move {
            match library.store() {
                Some(store) => remove_some(&db, store).await,
                None => Ok(0),
            }
        }
    })
}

/// Returns the number of checked photos.
async fn remove_some(db: &PgPool, store: &PhotoStore) -> anyhow::Result<u64> {
    let listed = tokio::time::timeout(LISTING, list(db, store)).await;
    listed.context("the photos take too long to be listed")??;
    let looked_at = stored_photos::mark_unused(db, jobs::BATCH).await?;
    let begun_at = Instant::now();
    for id in stored_photos::list_removed(db, MOST_REMOVED).await? {
        if begun_at.elapsed() > REMOVING {
            break;
        }
        let id = PhotoId::parse(&id).context("the table has a photo that is none")?;
        remove(db, store, &id).await?;
    }
    Ok(looked_at)
}

/// Records the photos that the table does not know.
async fn list(db: &PgPool, store: &PhotoStore) -> anyhow::Result<()> {
    let mut files = std::pin::pin!(store.list());
    let mut found = BTreeSet::new();
    while let Some(name) = files.try_next().await? {
        found.insert(name.id().as_str().to_owned());
        if found.len() == NOTED_AT_ONCE {
            let ids: Vec<_> = std::mem::take(&mut found).into_iter().collect();
            stored_photos::note_found(db, &ids).await?;
        }
    }
    let ids: Vec<_> = found.into_iter().collect();
    Ok(stored_photos::note_found(db, &ids).await?)
}

/// Deletes the files of a photo. A concurrent upload waits and then stores the files again.
async fn remove(db: &PgPool, store: &PhotoStore, id: &PhotoId) -> anyhow::Result<()> {
    let mut transaction = database::begin(db).await?;
    if !stored_photos::lock_removed(&mut transaction, id).await? {
        return Ok(());
    }
    // Deletes the file that stands for the photo first. So an interrupted removal does not look like a
    // complete photo.
    store.remove(&id.file(USUAL_WIDTH)).await?;
    let others = WIDTHS.into_iter().filter(|width| *width != USUAL_WIDTH);
    let others: Vec<_> = others.map(|width| id.file(width)).collect();
    try_join_all(others.iter().map(|file| store.remove(file))).await?;
    stored_photos::note_gone(&mut transaction, id).await?;
    transaction.commit().await?;
    Ok(())
}
