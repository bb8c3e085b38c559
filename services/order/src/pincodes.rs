//! Where pincodes lie: a list of India Post's, planted once, and read from the database.

use std::collections::BTreeMap;

use sqlx::{PgConnection, PgPool};

use crate::zone::Zone;

/// Lines of state, district and its pincodes.
const LIST: &str = include_str!("../seed/pincodes.txt");

/// Where a pincode lies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Such as Surat.
    pub district: String,
    /// Such as Gujarat.
    pub state: String,
    /// How far it is.
    pub zone: Zone,
}

/// Where a pincode lies; none for one that does not exist.
#[tracing::instrument(name = "SELECT pincodes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn find(db: &PgPool, pincode: &str) -> sqlx::Result<Option<Place>> {
    let row = sqlx::query!(
        "SELECT district, state, zone FROM pincodes WHERE pincode = $1",
        pincode
    );
    let place = row.fetch_optional(db).await?.map(|row| {
        let decided = row.zone.as_deref().and_then(Zone::read);
        Place {
            zone: decided.unwrap_or_else(|| Zone::of(&row.state, &row.district)),
            district: row.district,
            state: row.state,
        }
    });
    Ok(place)
}

/// Fills the table, unless that was done before. Replicas may start at once: the second waits for the first.
pub async fn plant(db: &PgPool) -> anyhow::Result<()> {
    let mut transaction = database::begin(db).await?;
    if begin_planting(&mut transaction).await? {
        let places = listed();
        let (mut pincodes, mut districts, mut states) = (Vec::new(), Vec::new(), Vec::new());
        for (pincode, (state, district)) in places {
            pincodes.push(pincode.to_owned());
            districts.push(district.to_owned());
            states.push(state.to_owned());
        }
        sqlx::query!(
            "INSERT INTO pincodes (pincode, district, state) SELECT * FROM unnest($1::text[], $2::text[], $3::text[])
             ON CONFLICT DO NOTHING",
            &pincodes,
            &districts,
            &states
        )
        .execute(&mut *transaction)
        .await?;
    }
    transaction.commit().await?;
    Ok(())
}

async fn begin_planting(db: &mut PgConnection) -> sqlx::Result<bool> {
    let planting = sqlx::query!("INSERT INTO planted (what) VALUES ('pincodes') ON CONFLICT DO NOTHING");
    Ok(planting.execute(db).await?.rows_affected() == 1)
}

/// Each pincode with its state and district.
fn listed() -> BTreeMap<&'static str, (&'static str, &'static str)> {
    let lines = LIST.lines().filter(|line| !line.starts_with('#'));
    let places = lines.filter_map(|line| {
        let mut parts = line.splitn(3, '|');
        Some((parts.next()?, parts.next()?, parts.next()?))
    });
    places
        .flat_map(|(state, district, pincodes)| {
            pincodes
                .split(' ')
                .map(move |pincode| (pincode, (state, district)))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_knows_every_corner_of_the_country() {
        let places = listed();
        assert!(places.len() > 19_000, "{}", places.len());
        for (pincode, (state, district)) in &places {
            assert!(
                pincode.len() == 6 && pincode.bytes().all(|byte| byte.is_ascii_digit()),
                "{pincode}"
            );
            assert!(!state.is_empty() && !district.is_empty(), "{pincode}");
        }
        let zone = |pincode| {
            let (state, district) = places.get(pincode)?;
            Some(Zone::of(state, district))
        };
        let table = [
            ("395009", Some(Zone::City)),
            ("400001", Some(Zone::Near)),
            ("110001", Some(Zone::Metro)),
            ("560001", Some(Zone::Metro)),
            ("781001", Some(Zone::Far)),
            ("744101", Some(Zone::Far)),
            ("190001", Some(Zone::Far)),
            ("999999", None),
        ];
        for (pincode, expected) in table {
            assert_eq!(zone(pincode), expected, "{pincode}");
        }
        let states: std::collections::BTreeSet<_> = places.values().map(|(state, _)| *state).collect();
        assert_eq!(states.len(), 36, "28 states and 8 union territories");
    }

    #[test]
    fn every_metro_is_a_district_of_the_list() {
        let metros = listed()
            .into_values()
            .filter(|(state, district)| Zone::of(state, district) == Zone::Metro);
        let metros: std::collections::BTreeSet<_> = metros.collect();
        let beside_delhi = metros.iter().filter(|(state, _)| *state != "Delhi").count();
        assert_eq!(beside_delhi, 9, "{metros:?}");
    }
}
