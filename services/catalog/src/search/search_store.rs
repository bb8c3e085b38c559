//! The SQL of the search: finds candidates. Each query uses an index and has a limit, so that a search stays
//! fast with thousands of products.

use std::collections::BTreeSet;

use sqlx::{PgConnection, PgPool, types::Json};

use crate::search::words::{Candidate, SearchWords};

/// The number of known words looked up for each typed word.
const NEAR_WORDS: i64 = 8;

/// The number of products that are always candidates: so a small shop is searched completely, as the browser
/// does it.
const SMALL_SHOP: i64 = 24;

/// Returns the products on sale that the words may mean, in the shop's order.
pub async fn candidates(db: &PgPool, words: &SearchWords) -> sqlx::Result<Vec<Candidate>> {
    let terms = words.terms();
    let near = near(db, &terms).await?;
    let near = near.into_iter().zip(&terms).map(|(words, term)| {
        // A known word is not misspelt, so one index entry is enough.
        if words.contains(term) {
            vec![term.clone()]
        } else {
            words
        }
    });
    let near: Vec<_> = near.collect();
    named_like(db, words, &Terms::new(&terms, &near)).await
}

/// Stores words, always in the same order, which prevents deadlocks.
#[tracing::instrument(name = "INSERT known_words", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn keep_words(db: &mut PgConnection, words: &BTreeSet<String>) -> sqlx::Result<()> {
    let words: Vec<_> = words.iter().cloned().collect();
    let keeping = sqlx::query!(
        "INSERT INTO known_words SELECT word FROM unnest($1::text[]) AS word ON CONFLICT DO NOTHING",
        &words
    );
    keeping.execute(db).await?;
    Ok(())
}

/// Returns the known words nearest to each term.
#[tracing::instrument(name = "SELECT known_words", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
async fn near(db: &PgPool, terms: &[String]) -> sqlx::Result<Vec<Vec<String>>> {
    let rows = sqlx::query!(
        r#"SELECT number AS "number!", near.word AS "word!"
           FROM unnest($1::text[]) WITH ORDINALITY AS asked (term, number),
             LATERAL (SELECT word FROM known_words ORDER BY word <-> term LIMIT $2) AS near"#,
        terms,
        NEAR_WORDS
    );
    let mut near = vec![Vec::new(); terms.len()];
    for row in rows.fetch_all(db).await? {
        let number = usize::try_from(row.number - 1).unwrap_or(usize::MAX);
        if let Some(near) = near.get_mut(number) {
            near.push(row.word);
        }
    }
    Ok(near)
}

#[tracing::instrument(name = "SELECT products", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
async fn named_like(db: &PgPool, words: &SearchWords, terms: &Terms) -> sqlx::Result<Vec<Candidate>> {
    // Products with exactly this name or other name; products with every term, or words that begin with it,
    // shorter names first; products with a near word for every term; some for each near word; and the first
    // products of the shop.
    let rows = sqlx::query!(
        r#"WITH found AS (
             (SELECT id FROM products
              WHERE state = 'published' AND search_names @> ARRAY[$1::text] LIMIT 20)
             UNION
             (SELECT id FROM (
                SELECT id, length(product_name) FROM products WHERE state = 'published' AND search_vector @@ $2::text::tsquery LIMIT 200)
              AS matching ORDER BY length LIMIT 60)
             UNION
             (SELECT id FROM (
                SELECT id, length(product_name) FROM products WHERE state = 'published' AND search_vector @@ $3::text::tsquery LIMIT 200)
              AS matching ORDER BY length LIMIT 60)
             UNION
             (SELECT beside.id FROM unnest($4::text[]) AS near (word), LATERAL (
                SELECT id FROM products WHERE state = 'published' AND search_vector @@ near.word::tsquery LIMIT 4)
              AS beside)
             UNION
             (SELECT id FROM products WHERE state = 'published' ORDER BY position, id LIMIT $5)
           )
           SELECT id, product_name, hindi_name, other_names AS "other_names: Json<Vec<String>>",
             concerns AS "concerns: Json<Vec<String>>"
           FROM products WHERE id IN (SELECT id FROM found) ORDER BY position, id"#,
        words.lower(),
        terms.begin,
        terms.alike,
        &terms.each,
        SMALL_SHOP
    );
    let rows = rows.fetch_all(db).await?.into_iter();
    let candidates = rows.map(|row| Candidate {
        id: row.id,
        product_name: row.product_name,
        hindi_name: row.hindi_name,
        other_names: row.other_names.0,
        concerns: row.concerns.0,
    });
    Ok(candidates.collect())
}

/// The query terms in `tsquery` syntax.
struct Terms {
    /// Every term, or a word that begins with it.
    begin: String,
    /// For every term one of its near words.
    alike: String,
    /// Each near word alone.
    each: Vec<String>,
}

impl Terms {
    fn new(terms: &[String], near: &[Vec<String>]) -> Self {
        let begin: Vec<_> = terms.iter().map(|term| format!("{}:*", quoted(term))).collect();
        let near: Vec<Vec<_>> = near
            .iter()
            .map(|words| words.iter().map(|word| quoted(word)).collect())
            .collect();
        let alike: Vec<_> = near
            .iter()
            .map(|words| format!("({})", words.join(" | ")))
            .collect();
        // Near words add nothing if some term has none, or if every term is a known word: then `begin` finds
        // the products.
        let adds = near.iter().all(|words| !words.is_empty()) && near.iter().any(|words| words.len() > 1);
        Self {
            begin: begin.join(" & "),
            alike: if adds { alike.join(" & ") } else { String::new() },
            each: near.into_iter().flatten().collect(),
        }
    }
}

/// Quotes a word for a `tsquery`.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\\', "\\\\").replace('\'', "''"))
}
