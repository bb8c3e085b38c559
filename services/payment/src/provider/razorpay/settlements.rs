//! Razorpay's payouts to the shop's bank account, and their lines.

use serde::Deserialize;
use time::{Date, OffsetDateTime};

use super::{Razorpay, entities};
use crate::provider::port::{
    Page, ProviderError, Settlement, SettlementLine, SettlementLineKind, SettlementState,
};

/// `markdown/api/settlements/entity.md`
#[derive(Debug, Deserialize)]
struct SettlementEntity {
    id: String,
    /// In paise.
    amount: i64,
    status: String,
    #[serde(default)]
    utr: Option<String>,
    created_at: i64,
}

/// An item of `markdown/api/settlements/fetch-recon.md`. Amounts are in paise. The fee includes its tax, as
/// the sample shows: a payment's credit is amount less fee, a transfer's debit is amount plus fee.
#[derive(Debug, Deserialize)]
struct SettlementItem {
    entity_id: String,
    #[serde(rename = "type")]
    kind: String,
    debit: i64,
    credit: i64,
    amount: i64,
    currency: String,
    #[serde(default)]
    fee: Option<i64>,
    #[serde(default)]
    tax: Option<i64>,
    #[serde(default)]
    settlement_id: Option<String>,
}

/// Length limit of a bank reference, in characters. RBI's UTR of RTGS has 22.
const LONGEST_UTR: usize = 40;

impl SettlementEntity {
    fn into_domain(self) -> Result<Option<Settlement>, ProviderError> {
        let state = match self.status.as_str() {
            "processed" => SettlementState::Processed,
            "failed" => SettlementState::Failed,
            // Treat an undocumented status as on its way. It is read again, and becomes a finding after some
            // days.
            _ => SettlementState::Created,
        };
        let is_utr = |utr: &String| (1..=LONGEST_UTR).contains(&utr.len()) && utr.is_ascii();
        Ok(Some(Settlement {
            id: self.id,
            amount_paise: self.amount,
            utr: self.utr.filter(is_utr),
            state,
            created_at: entities::time(self.created_at)?,
        }))
    }
}

impl SettlementItem {
    /// Parses the item. `None` if it is in another currency, or on hold and in no payout yet.
    fn into_domain(self) -> Option<SettlementLine> {
        let settlement_id = self.settlement_id.filter(|_| self.currency == "INR")?;
        let kind = match self.kind.as_str() {
            "payment" => SettlementLineKind::Payment,
            "refund" => SettlementLineKind::Refund,
            _ => SettlementLineKind::Other,
        };
        Some(SettlementLine {
            settlement_id,
            id: self.entity_id,
            kind,
            amount_paise: self.amount,
            fee_paise: self.fee.unwrap_or_default(),
            fee_tax_paise: self.tax.unwrap_or_default(),
            net_paise: self.credit.saturating_sub(self.debit),
        })
    }
}

impl Razorpay {
    /// `markdown/api/settlements/fetch-all.md`
    pub(crate) async fn list_settlements(
        &self,
        from: OffsetDateTime,
        to: OffsetDateTime,
        skip: usize,
    ) -> Result<Page<Settlement>, ProviderError> {
        self.list_span("settlements", (from, to), skip, SettlementEntity::into_domain)
            .await
    }

    /// `markdown/api/settlements/fetch-recon.md`
    pub(crate) async fn list_settled(
        &self,
        day: Date,
        skip: usize,
    ) -> Result<Page<SettlementLine>, ProviderError> {
        let year = day.year().to_string();
        let [month, day] = [u8::from(day.month()), day.day()].map(|number| format!("{number:02}"));
        let query = [("year", year.as_str()), ("month", &month), ("day", &day)];
        let path = ["settlements", "recon", "combined"];
        self.list(&path, &query, skip, |item: SettlementItem| Ok(item.into_domain()))
            .await
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// A line from the sample of `fetch-recon.md`, without the fields that are not read.
    fn line(change: impl FnOnce(&mut Value)) -> Option<SettlementLine> {
        let mut item = json!({
            "entity_id": "pay_DEXrnipqTmWVGE", "type": "payment", "debit": 0, "credit": 97_100, "amount": 100_000,
            "currency": "INR", "fee": 2_900, "tax": 0, "settlement_id": "setl_DGlQ1Rj8os78Ec", "notes": "Beam me up Scotty.",
        });
        change(&mut item);
        let item: SettlementItem = serde_json::from_value(item).expect("it is an item");
        item.into_domain()
    }

    #[test]
    fn lines_are_read_as_the_documentation_has_them() {
        let payment = line(|_| ()).expect("it is in rupees");
        assert_eq!(
            (payment.kind, payment.net_paise),
            (SettlementLineKind::Payment, 97_100)
        );
        assert_eq!(payment.amount_paise - payment.fee_paise, payment.net_paise);
        let refund = line(|item| {
            item["type"] = json!("refund");
            item["debit"] = json!(242_500);
            item["credit"] = json!(0);
        });
        let refund = refund.expect("it is in rupees");
        assert_eq!(
            (refund.kind, refund.net_paise),
            (SettlementLineKind::Refund, -242_500)
        );
        for kind in ["adjustment", "transfer", "what comes next year"] {
            let other = line(|item| item["type"] = json!(kind));
            assert_eq!(
                other.map(|line| line.kind),
                Some(SettlementLineKind::Other),
                "{kind}"
            );
        }
        assert_eq!(line(|item| item["settlement_id"] = json!(null)), None);
        assert_eq!(line(|item| item["currency"] = json!("USD")), None);
    }
}
