//! The state of a refund, from the provider's data about its payment. Pure.

use crate::{
    payment::refund::{Refund, RefundState},
    provider::{ListedRefund, ProviderPayment, ProviderRefund, ProviderRefundState},
};

/// A payment and its refunds at the provider.
#[derive(Debug, Clone)]
pub struct PaymentAtProvider {
    /// The payment.
    pub payment: ProviderPayment,
    /// All its refunds, including those made on the provider's page.
    pub refunds: Vec<ListedRefund>,
    /// The amount that the bank took back by disputes, in paise, from our records.
    pub lost_paise: i64,
}

/// The state of a refund at the provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundAtProvider<'a> {
    /// It exists, or one of the same amount was made on the provider's page and leaves too little for
    /// another.
    Made(&'a ProviderRefund),
    /// Enough of the payment is left to send it.
    MayBeSent,
    /// Too little of the payment is left.
    TooMuch,
}

impl PaymentAtProvider {
    /// The state of `refund`. `stored` are the stored refunds of the same payment.
    pub fn state_of(&self, refund: &Refund, stored: &[Refund]) -> RefundAtProvider<'_> {
        let ours = self
            .refunds
            .iter()
            .find(|listed| listed.refund_id == Some(refund.id));
        if let Some(ours) = ours {
            return RefundAtProvider::Made(&ours.refund);
        }
        let left_paise = self.payment.amount_paise - self.payment.refunded_paise - self.lost_paise;
        // An uncaptured payment cannot be refunded yet. A refund that is missing from the list may be ours.
        let is_all_listed = self.listed_paise() >= self.payment.refunded_paise;
        if !self.payment.is_captured || !is_all_listed || refund.amount_paise <= left_paise {
            return RefundAtProvider::MayBeSent;
        }
        let takes_its_place = |listed: &&ListedRefund| {
            refund.state == RefundState::Requested && listed.refund.amount_paise == refund.amount_paise
        };
        let made = self.unknown(stored).find(takes_its_place);
        made.map_or(RefundAtProvider::TooMuch, |listed| {
            RefundAtProvider::Made(&listed.refund)
        })
    }

    fn listed_paise(&self) -> i64 {
        let refunds = self.refunds.iter().map(|listed| &listed.refund);
        let refunds = refunds.filter(|refund| refund.state != ProviderRefundState::Failed);
        refunds.map(|refund| refund.amount_paise).sum()
    }

    /// Refunds from the provider's page that are not stored and did not fail.
    pub fn unknown<'a, 'k>(
        &'a self,
        stored: &'k [Refund],
    ) -> impl Iterator<Item = &'a ListedRefund> + use<'a, 'k> {
        self.refunds.iter().filter(|listed| {
            let is_stored = stored.iter().any(|refund| {
                refund.provider_refund_id.as_ref() == Some(&listed.refund.id)
                    || listed.refund_id == Some(refund.id)
            });
            !is_stored && listed.refund.state != ProviderRefundState::Failed
        })
    }
}

#[cfg(test)]
mod tests {
    use time::OffsetDateTime;
    use uuid::Uuid;

    use super::*;
    use crate::payment::refund::RefundReason;

    const OURS: Uuid = Uuid::from_u128(1);

    fn refund(id: Uuid, amount_paise: i64, provider_refund_id: Option<&str>) -> Refund {
        Refund {
            id,
            payment_id: Uuid::from_u128(7),
            order_id: Uuid::from_u128(8),
            amount_paise,
            reason: RefundReason::Cancelled,
            note: String::new(),
            staff_id: None,
            state: RefundState::Requested,
            provider_refund_id: provider_refund_id.map(str::to_owned),
            manual: None,
            version: 1,
            wanted_at: OffsetDateTime::UNIX_EPOCH,
            changed_at: OffsetDateTime::UNIX_EPOCH,
        }
    }

    fn listed(
        id: &str,
        amount_paise: i64,
        refund_id: Option<Uuid>,
        state: ProviderRefundState,
    ) -> ListedRefund {
        ListedRefund {
            refund: ProviderRefund {
                id: id.to_owned(),
                payment_id: "pay_1".to_owned(),
                amount_paise,
                state,
            },
            refund_id,
            created_at: OffsetDateTime::UNIX_EPOCH,
        }
    }

    fn refund_of_another() -> Refund {
        refund(Uuid::from_u128(2), 60_000, Some("rfnd_1"))
    }

    /// A payment of ₹1,000 with these refunds.
    fn found(refunds: Vec<ListedRefund>) -> PaymentAtProvider {
        let stored = refunds
            .iter()
            .filter(|listed| listed.refund.state != ProviderRefundState::Failed);
        PaymentAtProvider {
            payment: ProviderPayment {
                id: "pay_1".to_owned(),
                attempt_id: None,
                amount_paise: 100_000,
                fee_paise: 0,
                fee_tax_paise: 0,
                is_captured: true,
                is_authorized: false,
                refunded_paise: stored.map(|listed| listed.refund.amount_paise).sum(),
                decline: None,
                created_at: OffsetDateTime::UNIX_EPOCH,
            },
            refunds,
            lost_paise: 0,
        }
    }

    #[test]
    fn waits_while_enough_is_left_and_takes_the_refund_that_exists() {
        use ProviderRefundState::{Failed, Processed};
        let all = refund(OURS, 100_000, None);
        let half = refund(OURS, 50_000, None);
        let made = |id: &str| Some(id.to_owned());
        for (wanted, stored, refunds, expected) in [
            // No refund was sent, or all failed.
            (&all, vec![], vec![], Ok(None)),
            (
                &all,
                vec![],
                vec![listed("rfnd_1", 100_000, None, Failed)],
                Ok(None),
            ),
            // A refund with our receipt, even a failed one.
            (
                &all,
                vec![],
                vec![listed("rfnd_1", 100_000, Some(OURS), Processed)],
                Ok(made("rfnd_1")),
            ),
            (
                &all,
                vec![],
                vec![listed("rfnd_1", 100_000, Some(OURS), Failed)],
                Ok(made("rfnd_1")),
            ),
            // A refund from the provider's page replaces ours only if too little is left.
            (
                &all,
                vec![],
                vec![listed("rfnd_1", 100_000, None, Processed)],
                Ok(made("rfnd_1")),
            ),
            (
                &half,
                vec![],
                vec![listed("rfnd_1", 50_000, None, Processed)],
                Ok(None),
            ),
            (
                &all,
                vec![],
                vec![listed("rfnd_1", 30_000, None, Processed)],
                Err(()),
            ),
            // A refund that belongs to another of our refunds is not used twice.
            (
                &half,
                vec![refund_of_another()],
                vec![listed("rfnd_1", 60_000, None, Processed)],
                Err(()),
            ),
        ] {
            let found = found(refunds);
            let standing = match found.state_of(wanted, &stored) {
                RefundAtProvider::Made(made) => Ok(Some(made.id.clone())),
                RefundAtProvider::MayBeSent => Ok(None),
                RefundAtProvider::TooMuch => Err(()),
            };
            assert_eq!(standing, expected, "{found:?}");
        }
    }

    #[test]
    fn sends_nothing_of_a_payment_that_is_not_captured_and_does_not_give_up() {
        let mut found = found(Vec::new());
        found.payment.is_captured = false;
        found.payment.refunded_paise = 100_000;
        assert_eq!(
            found.state_of(&refund(OURS, 100, None), &[]),
            RefundAtProvider::MayBeSent
        );
    }

    #[test]
    fn sends_nothing_that_a_bank_took_back() {
        let mut found = found(Vec::new());
        found.lost_paise = 60_000;
        assert_eq!(
            found.state_of(&refund(OURS, 40_000, None), &[]),
            RefundAtProvider::MayBeSent
        );
        assert_eq!(
            found.state_of(&refund(OURS, 40_001, None), &[]),
            RefundAtProvider::TooMuch
        );
    }

    #[test]
    fn waits_for_a_list_that_lags_behind_its_payment() {
        let mut found = found(Vec::new());
        found.payment.refunded_paise = 100_000;
        assert_eq!(
            found.state_of(&refund(OURS, 100_000, None), &[]),
            RefundAtProvider::MayBeSent
        );
    }

    #[test]
    fn leaves_a_refund_of_the_page_apart_from_one_that_failed() {
        let found = found(vec![listed(
            "rfnd_2",
            100_000,
            None,
            ProviderRefundState::Processed,
        )]);
        let failed = Refund {
            state: RefundState::Failed,
            ..refund(OURS, 100_000, Some("rfnd_1"))
        };
        assert_eq!(found.state_of(&failed, &[]), RefundAtProvider::TooMuch);
    }
}
