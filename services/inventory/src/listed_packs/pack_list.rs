//! The SQL of the catalog's packs.

use std::collections::BTreeMap;

use sqlx::{PgConnection, PgPool};

use crate::{
    listed_packs::catalog::{ListedPack, ProductState},
    pack::Pack,
    reservations::pack_store,
};

/// The number of packs written in one transaction. Orders wait for these packs.
const AT_ONCE: usize = 100;

/// Returns the version of the catalog's list that was read last; empty if none was.
#[tracing::instrument(name = "SELECT catalog_list", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn known_version(db: &PgPool) -> sqlx::Result<String> {
    let known = sqlx::query_scalar!("SELECT version FROM catalog_list");
    Ok(known.fetch_optional(db).await?.unwrap_or_default())
}

/// Stores the catalog's packs. Returns the number of changed packs.
#[tracing::instrument(name = "UPDATE packs", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn keep(db: &PgPool, version: &str, listed: BTreeMap<Pack, ListedPack>) -> sqlx::Result<u64> {
    let known = known_packs(db).await?;
    let gone = known
        .iter()
        .filter(|(pack, known)| !listed.contains_key(pack) && is_named(known));
    let gone = gone.map(|(pack, known)| {
        let gone = ListedPack {
            state: ProductState::Deleted,
            ..known.clone()
        };
        (*pack, gone)
    });
    let gone: Vec<_> = gone.collect();
    let new = listed
        .into_iter()
        .filter(|(pack, listed)| known.get(pack) != Some(listed));
    let changed: Vec<_> = new.chain(gone).collect();
    for changed in changed.chunks(AT_ONCE) {
        let mut transaction = database::begin(db).await?;
        write(&mut transaction, changed).await?;
        transaction.commit().await?;
    }
    let remembering = sqlx::query!(
        "INSERT INTO catalog_list (version) VALUES ($1) ON CONFLICT (is_only) DO UPDATE SET version = excluded.version",
        version
    );
    remembering.execute(db).await?;
    Ok(u64::try_from(changed.len()).unwrap_or(u64::MAX))
}

/// Returns true if the catalog lists this pack, according to the stored state.
fn is_named(known: &ListedPack) -> bool {
    !matches!(known.state, ProductState::Unknown | ProductState::Deleted)
}

async fn known_packs(db: &PgPool) -> sqlx::Result<BTreeMap<Pack, ListedPack>> {
    let rows = sqlx::query!(
        "SELECT product_id, weight_in_grams, sku, product_name, product_state, price_paise FROM packs"
    );
    let packs = rows.fetch_all(db).await?.into_iter().map(|row| {
        let pack = Pack {
            product_id: row.product_id,
            weight_in_grams: row.weight_in_grams,
        };
        let known = ListedPack {
            sku: row.sku,
            product_name: row.product_name,
            state: ProductState::parse(&row.product_state),
            price_paise: row.price_paise,
        };
        (pack, known)
    });
    Ok(packs.collect())
}

async fn write(db: &mut PgConnection, changed: &[(Pack, ListedPack)]) -> sqlx::Result<()> {
    let packs = changed.iter().map(|(pack, _)| *pack);
    pack_store::lock_or_add(db, packs.clone()).await?;
    let (products, weights) = pack_store::columns(changed.iter().map(|(pack, _)| *pack));
    let listed = changed.iter().map(|(_, listed)| listed);
    let skus: Vec<_> = listed.clone().map(|listed| listed.sku.clone()).collect();
    let names: Vec<_> = listed.clone().map(|listed| listed.product_name.clone()).collect();
    let states: Vec<_> = listed
        .clone()
        .map(|listed| listed.state.as_str().to_owned())
        .collect();
    let prices: Vec<_> = listed.map(|listed| listed.price_paise).collect();
    let naming = sqlx::query!(
        "UPDATE packs SET sku = named.sku, product_name = named.product_name, product_state = named.state,
           price_paise = named.price_paise
         FROM unnest($1::uuid[], $2::integer[], $3::text[], $4::text[], $5::text[], $6::bigint[])
           AS named (product_id, weight_in_grams, sku, product_name, state, price_paise)
         WHERE (packs.product_id, packs.weight_in_grams) = (named.product_id, named.weight_in_grams)",
        &products,
        &weights,
        &skus,
        &names,
        &states,
        &prices
    );
    naming.execute(&mut *db).await?;
    // The number of packs that can be bought depends on the price.
    let repriced = pack_store::lock(&mut *db, packs).await?;
    pack_store::publish_changes(db, &repriced).await?;
    Ok(())
}
