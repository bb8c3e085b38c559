//! The provider's lists, page by page.

use std::collections::HashMap;

use super::port::{PAGE, Page, ProviderError};

/// A page begins so many items before the one before it ended: what is made meanwhile shifts a list whose newest come first.
const OVERLAP: usize = 10;

/// More than a shop has in a day: a list that goes on behind is none.
const MOST: usize = 50_000;

/// All of a list, each item once, by its id. `page_from` answers the page behind so many items.
pub async fn all<T, Reading>(
    page_from: impl Fn(usize) -> Reading + Send,
    id: fn(&T) -> &str,
) -> Result<HashMap<String, T>, ProviderError>
where
    T: Send,
    Reading: Future<Output = Result<Page<T>, ProviderError>> + Send,
{
    let mut found = HashMap::new();
    let mut skip = 0;
    while skip < MOST {
        let page = page_from(skip).await?;
        let items = page.items.into_iter();
        found.extend(items.map(|item| (id(&item).to_owned(), item)));
        if !page.is_full {
            return Ok(found);
        }
        skip += PAGE - OVERLAP;
    }
    Err(ProviderError::Unreadable("a list without an end"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_shifts_while_a_list_is_read_is_read_once() {
        // Three payments are made between the pages: the list grows in front.
        let read = all(
            |skip| async move {
                let newer = if skip == 0 { 0 } else { 3 };
                let items: Vec<_> = (0..220_usize)
                    .skip(skip.saturating_sub(newer))
                    .take(PAGE)
                    .map(|number| format!("pay_{number}"))
                    .collect();
                Ok(Page {
                    is_full: items.len() == PAGE,
                    items,
                })
            },
            String::as_str,
        );
        assert_eq!(read.await.expect("it is read").len(), 220);
    }

    #[tokio::test]
    async fn a_list_without_an_end_is_given_up() {
        let page = || Page {
            items: vec!["pay_1".to_owned()],
            is_full: true,
        };
        let read = all(|_| async move { Ok(page()) }, String::as_str).await;
        assert!(matches!(read, Err(ProviderError::Unreadable(_))), "{read:?}");
    }
}
