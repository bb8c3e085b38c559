//! The product search.

use futures_util::future::join_all;
use proto::catalog::v1::{ProductState, SearchProductsRequest, SearchProductsResponse};
use tonic::{Code, Status};

use crate::{Shelf, database, editing::Desk, open};

/// The results of the browser's search in the sample products.
/// `frontend/storefront/src/rules/server_search.test.ts` writes them and compares them with the browser in
/// every run.
const SEARCHES: &str = include_str!("../fuse/searches.json");

fn searches() -> Vec<(String, Vec<String>)> {
    let searches: Vec<_> = serde_json::from_str(SEARCHES).expect("they can be read");
    assert!(searches.len() > 100, "{}", searches.len());
    searches
}

impl Shelf {
    async fn search(
        &mut self,
        words: &str,
        page_size: i32,
        page_token: &str,
    ) -> Result<SearchProductsResponse, Status> {
        let request = SearchProductsRequest {
            words: words.to_owned(),
            page_size,
            page_token: page_token.to_owned(),
        };
        let found = self.catalog.search_products(request).await?;
        Ok(found.into_inner())
    }

    /// The names of the results, the best first.
    async fn found(&mut self, words: &str) -> Vec<String> {
        let found = self.search(words, 0, "").await.expect("it can be searched for");
        let products = self.products().await;
        let name = |id: &String| {
            let product = products.iter().find(|product| product.id == *id);
            product.map(|product| product.product_name.clone())
        };
        found.product_ids.iter().filter_map(name).collect()
    }
}

#[tokio::test]
async fn the_samples_are_found_as_the_browser_finds_them() {
    let database = database().await;
    let mut shelf = open(database.url()).await;
    let products = shelf.products().await;
    let mut differ = Vec::new();
    for (words, expected) in searches() {
        let found = shelf.search(&words, 0, "").await.expect("it can be searched for");
        let names = found.product_ids.iter().map(|id| {
            let product = products.iter().find(|product| product.id == *id);
            product.expect("it is on sale").product_name.clone()
        });
        let names: Vec<_> = names.take(expected.len().max(1)).collect();
        // A search without a result in the browser may find products by their concerns.
        let is_concern =
            expected.is_empty() && products.iter().any(|product| product.concerns.contains(&words));
        if names != expected && !is_concern {
            differ.push((words, expected, names));
        }
    }
    assert!(differ.is_empty(), "{differ:#?}");
}

#[tokio::test]
async fn among_ten_thousand_others_the_same_is_found_first() {
    let mut desk = Desk::open().await;
    let cells = |number: i32| format!("Zuxo{number} Powder,zuxo {number}");
    desk.add_ten_thousand(cells, "position = -product_number").await;
    let samples: Vec<(String, String)> =
        sqlx::query_as("SELECT id::text, product_name FROM products WHERE position > 0")
            .fetch_all(desk.database.pool())
            .await
            .expect("the products can be read");
    // These resemble the others, or every product. Concerns also find their products.
    let vague = ["powder", "gooseberry powder", "tul", "energy", "skin", "joints"];
    let mut differ = Vec::new();
    for (words, expected) in searches() {
        let Some(expected) = expected.into_iter().next() else {
            continue;
        };
        let found = desk
            .shelf
            .search(&words, 1, "")
            .await
            .expect("it can be searched for");
        let first = found.product_ids.first();
        let name = samples
            .iter()
            .find(|(id, _)| Some(id) == first)
            .map(|(_, name)| name.clone());
        if name.as_ref() != Some(&expected) && !vague.contains(&words.as_str()) {
            differ.push((words, expected, name));
        }
    }
    assert!(differ.is_empty(), "{differ:#?}");
}

#[tokio::test]
async fn a_product_is_found_by_its_concern_while_it_is_sold() {
    let mut desk = Desk::open().await;
    let mut immune = desk.shelf.found("immunity").await;
    immune.sort();
    assert_eq!(immune, ["Amla Powder", "Moringa Powder", "Tulsi Powder"]);
    assert!(desk.shelf.found("laptop").await.is_empty());

    desk.move_to("Tulsi Powder", ProductState::Archived).await;
    assert!(
        !desk
            .shelf
            .found("tulsi")
            .await
            .contains(&"Tulsi Powder".to_owned())
    );
    let renamed = desk.edit("Neem Powder", |content| {
        content.product_name = "Giloy Powder".to_owned();
    });
    renamed.await;
    assert_eq!(desk.shelf.found("gilloy").await[0], "Giloy Powder");
}

#[tokio::test]
async fn search_results_are_read_in_pages() {
    let database = database().await;
    let mut shelf = open(database.url()).await;
    let whole = shelf
        .search("powder", 0, "")
        .await
        .expect("it can be searched for");
    assert_eq!(
        usize::try_from(whole.total).expect("it is none below"),
        whole.product_ids.len()
    );
    assert_eq!(whole.next_page_token, "");
    let (mut ids, mut page_token) = (Vec::new(), String::new());
    loop {
        let page = shelf
            .search("powder", 5, &page_token)
            .await
            .expect("it can be searched for");
        assert!(page.product_ids.len() <= 5);
        assert_eq!(page.total, whole.total);
        ids.extend(page.product_ids);
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
    }
    assert_eq!(ids, whole.product_ids);
}

#[tokio::test]
async fn an_invalid_search_is_refused() {
    let database = database().await;
    let mut shelf = open(database.url()).await;
    let long = "x".repeat(101);
    for (words, page_size, page_token, field) in [
        ("", 0, "", "words"),
        (" ", 0, "", "words"),
        (long.as_str(), 0, "", "words"),
        ("a\u{0}b", 0, "", "words"),
        ("karela", -1, "", "page_size"),
        ("karela", 0, "x", "page_token"),
    ] {
        let refused = shelf.search(words, page_size, page_token).await;
        let refused = refused.expect_err("it breaks a rule");
        assert_eq!(refused.code(), Code::InvalidArgument, "{words:?}");
        assert_eq!(runtime::status::details(&refused).violations[0].field, field);
    }
    for odd in ["'", "\\", "' | 'x':*", "?!", "a & b", "100%", "🌿"] {
        shelf.search(odd, 0, "").await.expect("it is only odd");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn prices_are_quoted_while_many_search() {
    let database = database().await;
    let mut shelf = open(database.url()).await;
    let karela = shelf.products().await.remove(0).id;
    // Only searches read this table, so each running search waits with a connection.
    let mut blocking = database::begin(database.pool()).await.expect("it begins");
    sqlx::query("LOCK TABLE known_words IN ACCESS EXCLUSIVE MODE")
        .execute(&mut *blocking)
        .await
        .expect("it is locked");
    let searches = (0..12).map(|_| {
        let mut catalog = shelf.catalog.clone();
        let request = SearchProductsRequest {
            words: "karela".to_owned(),
            ..SearchProductsRequest::default()
        };
        async move { catalog.search_products(request).await.map(drop) }
    });
    let searches = join_all(searches.collect::<Vec<_>>());
    let story = async {
        testkit::eventually("two searches wait for the table", async || {
            let waiting =
                "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'known_words'::regclass";
            let waiting: i64 = sqlx::query_scalar(waiting)
                .fetch_one(database.pool())
                .await
                .ok()?;
            (waiting >= 2).then_some(())
        })
        .await;
        shelf.quote(&karela, 100).await;
        blocking.rollback().await.expect("it ends");
    };
    let (answers, ()) = tokio::join!(searches, story);
    for answer in answers {
        let is_told_to_wait = |status: Status| status.code() == Code::Unavailable;
        assert!(answer.is_ok() || answer.is_err_and(is_told_to_wait));
    }
}
