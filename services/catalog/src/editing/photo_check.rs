//! Checks that the photos of products still exist.

use std::collections::HashSet;

use runtime::status::{Rule, Violation};
use sqlx::PgConnection;

use crate::{
    content::product_content::Content,
    error::Error,
    photos::{name::PhotoId, stored_photos},
};

/// Fails if a photo of this content was removed as unused. Locks the other photos against removal until the
/// transaction that writes the content ends.
pub async fn lock(db: &mut PgConnection, content: &Content) -> Result<(), Error> {
    let removed = lock_all(db, &[content]).await?;
    let violations = missing(content, &removed);
    if violations.is_empty() {
        return Ok(());
    }
    Err(Error::InvalidFields(violations))
}

/// Returns the ids of the removed photos among these. Locks the others against removal until the transaction
/// ends.
pub async fn lock_all(db: &mut PgConnection, contents: &[&Content]) -> sqlx::Result<HashSet<String>> {
    let photos = contents.iter().flat_map(|content| &content.details.photos);
    let ids = photos.filter_map(|address| PhotoId::in_address(address));
    let ids: HashSet<_> = ids.map(|id| id.as_str().to_owned()).collect();
    stored_photos::removed(db, &Vec::from_iter(ids)).await
}

/// The violations of a content that names removed photos.
pub fn missing(content: &Content, removed: &HashSet<String>) -> Vec<Violation> {
    let photos = content.details.photos.iter().enumerate();
    let missing = photos
        .filter(|(_, address)| PhotoId::in_address(address).is_some_and(|id| removed.contains(id.as_str())));
    let violations = missing.map(|(number, _)| {
        let broken = Rule::Malformed.says("This photo was removed, because it was not used. Upload it again");
        Violation::new(format!("photos[{number}]"), broken)
    });
    violations.collect()
}
