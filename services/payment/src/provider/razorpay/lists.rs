//! Reads lists item by item, so that an unreadable item does not affect the others.

use serde::de::DeserializeOwned;
use serde_json::Value;
use time::OffsetDateTime;

use super::{Razorpay, api::is_part, entities::Collection};
use crate::provider::port::{PAGE, Page, ProviderError, UnreadableItem};

impl Razorpay {
    /// A page of a list that takes a time span, inclusive.
    pub(super) async fn list_span<E: DeserializeOwned, T>(
        &self,
        of: &str,
        (from, to): (OffsetDateTime, OffsetDateTime),
        skip: usize,
        convert: fn(E) -> Result<Option<T>, ProviderError>,
    ) -> Result<Page<T>, ProviderError> {
        let [from, to] = [from, to].map(|time| time.unix_timestamp().to_string());
        let query = [("from", from.as_str()), ("to", &to)];
        self.list(&[of], &query, skip, convert).await
    }

    /// A page of a list. `convert` returns `None` for an item to leave out.
    pub(super) async fn list<E: DeserializeOwned, T>(
        &self,
        path: &[&str],
        query: &[(&str, &str)],
        skip: usize,
        convert: fn(E) -> Result<Option<T>, ProviderError>,
    ) -> Result<Page<T>, ProviderError> {
        let [count, skip] = [PAGE, skip].map(|number| number.to_string());
        let paging = [("count", count.as_str()), ("skip", &skip)];
        let listed: Collection<Value> = self.api.get(path, &[query, &paging].concat()).await?;
        let mut page = Page {
            is_full: listed.items.len() >= PAGE,
            ..Page::default()
        };
        for item in listed.items {
            let unread = unread(&item);
            match serde_json::from_value(item).map(convert) {
                Ok(Ok(item)) => page.items.extend(item),
                _ => page.unread.push(unread),
            }
        }
        Ok(page)
    }
}

/// The id and amount of an item, without parsing the rest.
fn unread(item: &Value) -> UnreadableItem {
    let id = ["id", "entity_id"].iter().find_map(|name| item[name].as_str());
    UnreadableItem {
        id: id.filter(|id| is_part(id)).unwrap_or_default().to_owned(),
        amount_paise: item["amount"].as_i64().unwrap_or_default(),
    }
}
