//! Pages whose size in bytes is limited.

use prost::Message;

/// The maximum size of a page, in bytes. Clients accept responses of 4 MiB.
const MOST_BYTES: usize = 3 * 1024 * 1024;

/// Returns as many items as fit into one response, at least one. An item has some hundred kilobytes at most.
pub fn fitting<T: Message>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut bytes = 0;
    let mut page = Vec::new();
    for item in items {
        bytes += item.encoded_len();
        if bytes > MOST_BYTES && !page.is_empty() {
            break;
        }
        page.push(item);
    }
    page
}

#[cfg(test)]
mod tests {
    use proto::catalog::v1::ChangedField;

    use super::*;

    #[test]
    fn a_page_has_what_fits_and_one_item_in_any_case() {
        let item = |bytes| ChangedField {
            field: "x".repeat(bytes),
            ..ChangedField::default()
        };
        assert!(fitting(Vec::<ChangedField>::new()).is_empty());
        assert_eq!(fitting([item(5_000_000), item(1)]).len(), 1);
        assert_eq!(
            fitting([item(1_000_000), item(2_000_000), item(200_000)]).len(),
            2
        );
        assert_eq!(fitting([item(1), item(1)]).len(), 2);
    }
}
