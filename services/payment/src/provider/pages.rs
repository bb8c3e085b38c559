//! Reads the provider's lists, page by page.

use std::collections::HashMap;

use super::port::{PAGE, Page, ProviderError, UnreadableItem};

/// Overlap of consecutive pages, in items. New items at the front shift a list that is sorted newest first.
const OVERLAP: usize = 10;

/// The longest list that is read. A shop has fewer items in a day, so a longer list must be an error.
const MOST: usize = 50_000;

/// A complete list.
#[derive(Debug)]
pub struct CompleteList<T> {
    /// The items, by id.
    pub items: HashMap<String, T>,
    /// The items that cannot be read, by id.
    pub unread: HashMap<String, UnreadableItem>,
}

/// Reads a complete list. Returns each item once, by its id. `page_from` reads the page from an offset on.
pub async fn read_all<T, PageFuture>(
    page_from: impl Fn(usize) -> PageFuture + Send,
    id: fn(&T) -> &str,
) -> Result<CompleteList<T>, ProviderError>
where
    T: Send,
    PageFuture: Future<Output = Result<Page<T>, ProviderError>> + Send,
{
    let (items, unread) = read_pages(page_from, PAGE - OVERLAP).await?;
    let items = items.into_iter().map(|item| (id(&item).to_owned(), item));
    let unread = unread.into_iter().map(|unread| (unread.id.clone(), unread));
    Ok(CompleteList {
        items: items.collect(),
        unread: unread.collect(),
    })
}

/// Reads a complete list that no longer grows, as it is: an id may occur several times.
pub async fn read_in_order<T, PageFuture>(
    page_from: impl Fn(usize) -> PageFuture + Send,
) -> Result<Vec<T>, ProviderError>
where
    T: Send,
    PageFuture: Future<Output = Result<Page<T>, ProviderError>> + Send,
{
    Ok(read_pages(page_from, PAGE).await?.0)
}

async fn read_pages<T, PageFuture>(
    page_from: impl Fn(usize) -> PageFuture + Send,
    step: usize,
) -> Result<(Vec<T>, Vec<UnreadableItem>), ProviderError>
where
    T: Send,
    PageFuture: Future<Output = Result<Page<T>, ProviderError>> + Send,
{
    let (mut items, mut unread) = (Vec::new(), Vec::new());
    let mut skip = 0;
    while skip < MOST {
        let page = page_from(skip).await?;
        items.extend(page.items);
        unread.extend(page.unread);
        if !page.is_full {
            return Ok((items, unread));
        }
        skip += step;
    }
    Err(ProviderError::Unreadable("a list without an end"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn entries_that_shift_while_a_list_is_read_are_read_once() {
        // Three payments are added in front of the list between two pages.
        let read = read_all(
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
                    unread: Vec::new(),
                })
            },
            String::as_str,
        );
        assert_eq!(read.await.expect("it is read").items.len(), 220);
    }

    #[tokio::test]
    async fn a_list_without_an_end_is_given_up() {
        let page = || Page {
            items: vec!["pay_1".to_owned()],
            unread: Vec::new(),
            is_full: true,
        };
        let read = read_all(|_| async move { Ok(page()) }, String::as_str).await;
        assert!(matches!(read, Err(ProviderError::Unreadable(_))), "{read:?}");
    }
}
