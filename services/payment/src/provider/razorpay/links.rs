//! Payment links.

use serde_json::json;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::{
    Razorpay,
    api::invalid_request,
    entities::{ATTEMPT_NOTE, Collection, Link, Links, Payment, time},
};
use crate::provider::port::{
    PaymentLink, PaymentLinkRequest, ProviderAttempt, ProviderError, ProviderPayment,
};

/// "at least 15 minutes" (`markdown/api/payments/payment-links/create-standard.md`), plus one for clock
/// differences.
const SHORTEST_LIFE: Duration = Duration::minutes(16);

impl Razorpay {
    /// `markdown/api/payments/payment-links/create-standard.md`. Razorpay refuses a known reference with 400;
    /// the existing link is returned then.
    pub(crate) async fn create_link(
        &self,
        request: &PaymentLinkRequest<'_>,
    ) -> Result<PaymentLink, ProviderError> {
        let ends_at = request.ends_at.max(OffsetDateTime::now_utc() + SHORTEST_LIFE);
        // No data about the shopper: the page asks for what it needs.
        let body = json!({
            "amount": request.amount_paise,
            "currency": "INR",
            "accept_partial": false,
            "reference_id": request.attempt_id,
            "description": format!("{}: order {}", request.shop_name, request.order_number),
            "expire_by": ends_at.unix_timestamp(),
            "notify": { "sms": false, "email": false },
            "reminder_enable": false,
            "notes": { ATTEMPT_NOTE: request.attempt_id, "order": request.order_number },
            "callback_url": request.return_url,
            "callback_method": "get",
        });
        let link: Link = match self.api.post(&["payment_links"], &body).await {
            Ok(link) => link,
            Err(refused @ ProviderError::Rejected { status: 400, .. }) => {
                let made = self.link_of(request.attempt_id).await?;
                made.ok_or(refused)?
            }
            Err(error) => return Err(error),
        };
        if link.amount != request.amount_paise {
            return Err(invalid_request("the attempt was made with another amount"));
        }
        let ends_at = match link.expire_by {
            Some(expire_by @ 1..) => time(expire_by)?,
            _ => ends_at,
        };
        Ok(PaymentLink {
            reference: link.id,
            pay_url: Some(link.short_url),
            upi_link: None,
            ends_at,
        })
    }

    pub(crate) async fn look_up(
        &self,
        attempt_id: Uuid,
        reference: Option<&str>,
    ) -> Result<ProviderAttempt, ProviderError> {
        let link = match reference {
            Some(reference) => Some(self.link(reference).await?),
            // A list does not contain a link's payments.
            None => match self.link_of(attempt_id).await? {
                Some(link) => Some(self.link(&link.id).await?),
                None => None,
            },
        };
        let Some(link) = link else {
            return Ok(ProviderAttempt {
                reference: None,
                is_open: false,
                payments: Vec::new(),
            });
        };
        let payments = self.payments_of(&link, attempt_id).await?;
        Ok(ProviderAttempt {
            is_open: link.is_open(),
            reference: Some(link.id),
            payments,
        })
    }

    /// `markdown/api/payments/payment-links/cancel-standard.md`. Razorpay refuses paid, expired and cancelled
    /// links with 400, which reveals a race.
    pub(crate) async fn close(
        &self,
        attempt_id: Uuid,
        reference: Option<&str>,
    ) -> Result<ProviderAttempt, ProviderError> {
        let attempt = self.look_up(attempt_id, reference).await?;
        let Some(reference) = attempt.reference.clone().filter(|_| attempt.is_open) else {
            return Ok(attempt);
        };
        let path = ["payment_links", reference.as_str(), "cancel"];
        let cancelled: Result<Link, _> = self.api.post(&path, &json!({})).await;
        let refused = match cancelled {
            Ok(_) => None,
            Err(refused @ ProviderError::Rejected { status: 400, .. }) => Some(refused),
            Err(error) => return Err(error),
        };
        let attempt = self.look_up(attempt_id, Some(&reference)).await?;
        match refused {
            Some(refused) if attempt.is_open => Err(refused),
            _ => Ok(attempt),
        }
    }

    /// `markdown/api/payments/payment-links/fetch-id-standard.md`
    async fn link(&self, id: &str) -> Result<Link, ProviderError> {
        self.api.get(&["payment_links", id], &[]).await
    }

    /// `markdown/api/payments/payment-links/fetch-all-standard.md`
    async fn link_of(&self, attempt_id: Uuid) -> Result<Option<Link>, ProviderError> {
        let reference = attempt_id.to_string();
        let query = [("reference_id", reference.as_str())];
        let found: Links = self.api.get(&["payment_links"], &query).await?;
        let mut links = found.payment_links.into_iter();
        Ok(links.find(|link| link.reference_id.as_deref() == Some(&reference)))
    }

    /// The attempt of a payment without notes: `markdown/api/payments/payment-links/fetch-all-standard.md`.
    pub(super) async fn attempt_of(&self, payment_id: &str) -> Result<Option<Uuid>, ProviderError> {
        let query = [("payment_id", payment_id)];
        let found: Links = self.api.get(&["payment_links"], &query).await?;
        let mut references = found
            .payment_links
            .into_iter()
            .filter_map(|link| link.reference_id);
        Ok(references.find_map(|reference| Uuid::try_parse(&reference).ok()))
    }

    /// All payment tries of a link, from its order (`markdown/api/orders/fetch-payments.md`), with declines
    /// and fees. Fetches a payment singly if only the link names it, as shortly after a payment.
    async fn payments_of(
        &self,
        link: &Link,
        attempt_id: Uuid,
    ) -> Result<Vec<ProviderPayment>, ProviderError> {
        let mut payments = Vec::new();
        if let Some(order_id) = &link.order_id {
            let tried: Collection<Payment> = self.api.get(&["orders", order_id, "payments"], &[]).await?;
            for payment in tried.items {
                payments.extend(payment.into_domain()?);
            }
        }
        for named in link.payments.iter().flatten() {
            if !payments.iter().any(|payment| payment.id == named.payment_id) {
                payments.extend(self.payment(&named.payment_id).await?);
            }
        }
        for payment in &mut payments {
            payment.attempt_id = Some(attempt_id);
        }
        Ok(payments)
    }
}
