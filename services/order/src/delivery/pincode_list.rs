//! Lists of the pincodes with a rule of their own, page by page.

use runtime::status::{Rule, Violation, field};
use sqlx::PgPool;

use crate::delivery::{pincodes::PincodeDecision, zone::Zone};

/// The maximum and default page size.
const MOST: i64 = 1_000;

/// An unvalidated list request. [`PincodeListDetails::validate`] turns it into a [`PincodePage`].
#[derive(Debug, Clone)]
pub struct PincodeListDetails {
    /// The page size. 0 for the default.
    pub page_size: i32,
    /// The token from the previous page. Empty for the first page.
    pub page_token: String,
}

/// A page of pincodes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PincodePage {
    /// The last pincode of the previous page. Empty for the first page.
    behind: String,
    limit: i64,
}

impl PincodeListDetails {
    /// Validates the values. Returns every violation.
    pub fn validate(self) -> Result<PincodePage, Vec<Violation>> {
        let mut violations = Vec::new();
        let limit = match i64::from(self.page_size) {
            0 => Ok(MOST),
            size @ 1..=MOST => Ok(size),
            _ => Err(Rule::OutOfRange { min: 1, max: MOST }.says(format!("Ask for 1 to {MOST} pincodes"))),
        };
        let limit = field("page_size", limit, &mut violations);
        let token = self.page_token;
        let is_pincode = token.len() == 6 && token.bytes().all(|byte| byte.is_ascii_digit());
        let behind = if token.is_empty() || is_pincode {
            Ok(token)
        } else {
            Err(Rule::Malformed.says("Send the token of the page before, or none"))
        };
        let behind = field("page_token", behind, &mut violations);
        let page = limit
            .zip(behind)
            .map(|(limit, behind)| PincodePage { behind, limit });
        page.ok_or(violations)
    }
}

impl PincodePage {
    /// Returns the pincodes of the page in order, and the token of the next page, which is empty after the
    /// last page.
    #[tracing::instrument(name = "SELECT pincodes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
    pub async fn load(&self, db: &PgPool) -> sqlx::Result<(Vec<PincodeDecision>, String)> {
        let decided = sqlx::query!(
            "SELECT pincode, zone, delivery_paise, takes_cash, cod_fee_paise FROM pincodes
             WHERE num_nonnulls(zone, delivery_paise, takes_cash, cod_fee_paise) > 0 AND pincode > $1
             ORDER BY pincode LIMIT $2",
            self.behind,
            self.limit
        );
        let decided = decided.fetch_all(db).await?.into_iter();
        let decisions: Vec<_> = decided
            .map(|row| PincodeDecision {
                pincode: row.pincode,
                zone: row.zone.as_deref().and_then(Zone::parse),
                delivery_paise: row.delivery_paise,
                takes_cash: row.takes_cash,
                cod_fee_paise: row.cod_fee_paise,
            })
            .collect();
        let last = decisions
            .last()
            .filter(|_| i64::try_from(decisions.len()) == Ok(self.limit));
        let next = last.map_or_else(String::new, |last| last.pincode.clone());
        Ok((decisions, next))
    }
}
