//! Whether orders can be paid online, from the payment service and cached briefly.

use std::time::{Duration, Instant};

use proto::payment::v1::{ListPaymentWaysRequest, ListPaymentWaysResponse};
use tokio::{sync::Mutex, time::timeout};

use crate::clients::Clients;

/// The lifetime of an answer. The setting changes only with a restart of the payment service.
const FRESH_FOR: Duration = Duration::from_secs(30);

/// The lifetime of a failure, so that a service that hangs costs one wait only.
const FAILURE_FRESH_FOR: Duration = Duration::from_secs(3);

/// The longest wait for the answer. Without it the shopper can choose another payment method.
const CALL_TIMEOUT: Duration = Duration::from_millis(300);

/// The payment service's name for payments to the shop's own UPI address, without a provider.
const OWN_UPI: &str = "upi";

/// How orders can be paid online.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct OnlinePayment {
    /// True if a provider is set and available.
    pub(crate) is_offered: bool,
    /// True if the provider is simulated and no money moves.
    pub(crate) is_simulated: bool,
    /// True if payments go to the shop's own UPI address, which accepts no cards.
    pub(crate) is_upi_only: bool,
}

/// The last answer of the payment service.
#[derive(Debug, Default)]
pub(crate) struct PaymentWays(Mutex<Option<CachedOnlinePayment>>);

#[derive(Debug)]
struct CachedOnlinePayment {
    online: OnlinePayment,
    until: Instant,
}

impl PaymentWays {
    /// How orders can be paid online now; not offered while the payment service is down. Concurrent requests
    /// share one call.
    pub(crate) async fn online(&self, clients: &Clients) -> OnlinePayment {
        let mut known = self.0.lock().await;
        if let Some(known) = known.as_ref().filter(|known| Instant::now() < known.until) {
            return known.online;
        }
        let asked = timeout(CALL_TIMEOUT, clients.payment.call(ListPaymentWaysRequest {})).await;
        let (online, fresh_for) = match asked {
            Ok(Ok(ways)) => (OnlinePayment::from(ways), FRESH_FOR),
            _ => (OnlinePayment::default(), FAILURE_FRESH_FOR),
        };
        let until = Instant::now() + fresh_for;
        *known = Some(CachedOnlinePayment { online, until });
        online
    }
}

impl From<ListPaymentWaysResponse> for OnlinePayment {
    fn from(ways: ListPaymentWaysResponse) -> Self {
        Self {
            is_offered: !ways.provider.is_empty(),
            is_upi_only: ways.provider == OWN_UPI,
            is_simulated: ways.is_simulated,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shop_with_its_own_upi_address_takes_no_cards() {
        for (provider, is_offered, is_upi_only) in
            [("", false, false), ("razorpay", true, false), ("upi", true, true)]
        {
            let ways = OnlinePayment::from(ListPaymentWaysResponse {
                provider: provider.to_owned(),
                is_simulated: false,
            });
            assert_eq!(
                (ways.is_offered, ways.is_upi_only),
                (is_offered, is_upi_only),
                "{provider:?}"
            );
        }
    }
}
