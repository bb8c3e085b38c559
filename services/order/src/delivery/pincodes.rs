//! Places and rules of pincodes. The list of India Post is stored once, and then read from the database.

use std::collections::BTreeMap;

use sqlx::{PgConnection, PgExecutor, PgPool};

use crate::delivery::{rules::DeliveryRules, zone::Zone};

/// The list: lines with a state, a district and its pincodes.
const LIST: &str = include_str!("../../seed/pincodes.txt");

/// The place and rules of a pincode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PincodeArea {
    /// The district, such as Surat.
    pub district: String,
    /// The state, such as Gujarat.
    pub state: String,
    /// The zone.
    pub zone: Zone,
    /// The delivery terms.
    pub terms: DeliveryTerms,
    /// True if the pincode has no rule of its own, so that its zone and the shop's rules apply.
    pub is_usual: bool,
}

/// The delivery terms of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeliveryTerms {
    /// The delivery charge, in paise.
    pub delivery_paise: i64,
    /// The COD fee, in paise. `None` where COD is not available.
    pub cod_fee_paise: Option<i64>,
}

impl DeliveryTerms {
    /// Combines the rules of the pincode with the defaults of its zone and the shop.
    fn new(
        zone: Zone,
        rules: &DeliveryRules,
        delivery_paise: Option<i64>,
        takes_cash: Option<bool>,
        cod_fee_paise: Option<i64>,
    ) -> Self {
        let takes_cash = takes_cash.unwrap_or(zone.takes_cash());
        Self {
            delivery_paise: delivery_paise.unwrap_or(rules.delivery_paise),
            cod_fee_paise: takes_cash.then(|| cod_fee_paise.unwrap_or(rules.cod_fee_paise)),
        }
    }
}

/// The rules of a pincode, set by an operator or staff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PincodeDecision {
    /// The pincode, six digits.
    pub pincode: String,
    /// The zone. `None` for that of the district.
    pub zone: Option<Zone>,
    /// The delivery charge, in paise. `None` for the shop's charge.
    pub delivery_paise: Option<i64>,
    /// True if COD is available. `None` for the zone's rule.
    pub takes_cash: Option<bool>,
    /// The COD fee, in paise. `None` for the shop's fee.
    pub cod_fee_paise: Option<i64>,
}

/// Finds the place of a pincode, with its delivery terms by these defaults. `None` if there is no such
/// pincode.
#[tracing::instrument(name = "SELECT pincodes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn find(
    db: impl PgExecutor<'_>,
    pincode: &str,
    rules: &DeliveryRules,
) -> sqlx::Result<Option<PincodeArea>> {
    let row = sqlx::query!(
        "SELECT district, state, zone, delivery_paise, takes_cash, cod_fee_paise FROM pincodes WHERE pincode = $1",
        pincode
    );
    let area = row.fetch_optional(db).await?.map(|row| {
        let decided = row.zone.as_deref().and_then(Zone::parse);
        let zone = decided.unwrap_or_else(|| Zone::of(&row.state, &row.district));
        let decided = (&row.delivery_paise, &row.takes_cash, &row.cod_fee_paise);
        PincodeArea {
            zone,
            is_usual: decided == (&None, &None, &None),
            terms: DeliveryTerms::new(zone, rules, row.delivery_paise, row.takes_cash, row.cod_fee_paise),
            district: row.district,
            state: row.state,
        }
    });
    Ok(area)
}

/// Returns the pincodes that do not exist.
pub async fn unknown_of(db: impl PgExecutor<'_>, decisions: &[PincodeDecision]) -> sqlx::Result<Vec<String>> {
    let pincodes: Vec<_> = decisions.iter().map(|one| one.pincode.clone()).collect();
    let unknown = sqlx::query_scalar!(
        r#"SELECT asked.pincode AS "pincode!" FROM unnest($1::text[]) AS asked (pincode)
           WHERE NOT EXISTS (SELECT FROM pincodes WHERE pincodes.pincode = asked.pincode)"#,
        &pincodes
    );
    unknown.fetch_all(db).await
}

/// Stores the rules of pincodes, in place of their earlier rules.
pub async fn decide(db: impl PgExecutor<'_>, decisions: &[PincodeDecision]) -> sqlx::Result<()> {
    let all = || decisions.iter();
    let pincodes: Vec<_> = all().map(|one| one.pincode.clone()).collect();
    let zones: Vec<_> = all()
        .map(|one| one.zone.map(|zone| zone.as_str().to_owned()))
        .collect();
    let deliveries: Vec<_> = all().map(|one| one.delivery_paise).collect();
    let takes_cash: Vec<_> = all().map(|one| one.takes_cash).collect();
    let fees: Vec<_> = all().map(|one| one.cod_fee_paise).collect();
    sqlx::query!(
        "UPDATE pincodes SET zone = new.zone, delivery_paise = new.delivery, takes_cash = new.cash, cod_fee_paise = new.fee
         FROM unnest($1::text[], $2::text[], $3::bigint[], $4::boolean[], $5::bigint[]) AS new (pincode, zone, delivery, cash, fee)
         WHERE pincodes.pincode = new.pincode",
        &pincodes,
        &zones as &[Option<String>],
        &deliveries as &[Option<i64>],
        &takes_cash as &[Option<bool>],
        &fees as &[Option<i64>]
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Fills the table, once. If replicas start at the same time, the second waits for the first.
pub async fn populate(db: &PgPool) -> anyhow::Result<()> {
    let mut transaction = database::begin(db).await?;
    if begin_populating(&mut transaction).await? {
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

async fn begin_populating(db: &mut PgConnection) -> sqlx::Result<bool> {
    let planting = sqlx::query!("INSERT INTO planted (what) VALUES ('pincodes') ON CONFLICT DO NOTHING");
    Ok(planting.execute(db).await?.rows_affected() == 1)
}

/// Returns each pincode with its state and district.
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
    fn a_decision_about_a_pincode_overrides_its_zone() {
        let rules = DeliveryRules {
            delivery_paise: 4_000,
            ..DeliveryRules::defaults(0)
        };
        let terms = |zone, delivery, takes_cash, fee| {
            let terms = DeliveryTerms::new(zone, &rules, delivery, takes_cash, fee);
            (terms.delivery_paise, terms.cod_fee_paise)
        };
        assert_eq!(terms(Zone::Rest, None, None, None), (4_000, Some(5_000)));
        assert_eq!(terms(Zone::Far, None, None, None), (4_000, None));
        assert_eq!(
            terms(Zone::Far, Some(10_000), Some(true), None),
            (10_000, Some(5_000))
        );
        assert_eq!(terms(Zone::Rest, Some(0), Some(false), Some(3_000)), (0, None));
        assert_eq!(terms(Zone::City, Some(0), None, Some(0)), (0, Some(0)));
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
