//! Whether orders can be paid online, asked of the payment service and remembered for a moment.

use std::time::{Duration, Instant};

use proto::payment::v1::{ListPaymentWaysRequest, ListPaymentWaysResponse};
use tokio::{sync::Mutex, time::timeout};

use crate::clients::Clients;

/// How long an answer holds: it is a setting, and changes with a restart of the service.
const HOLDS: Duration = Duration::from_secs(30);

/// How long it holds that nobody answered, so that a service that hangs costs no shopper more than one wait.
const AWAY_HOLDS: Duration = Duration::from_secs(3);

/// How long a shopper waits for it: who is not offered this way can pay by another.
const PATIENCE: Duration = Duration::from_millis(300);

/// What the payment service calls a shop without a provider, which is paid to its own UPI address.
const OWN_UPI: &str = "upi";

/// How orders can be paid online.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct OnlinePayment {
    /// Whether a provider is set, and answers for it.
    pub(crate) is_offered: bool,
    /// Whether it is a simulated one, which moves no money.
    pub(crate) is_simulated: bool,
    /// Whether it is the shop's own UPI address, which takes no cards.
    pub(crate) is_upi_only: bool,
}

/// What the payment service said last.
#[derive(Debug, Default)]
pub(crate) struct PaymentWays(Mutex<Option<Known>>);

#[derive(Debug)]
struct Known {
    online: OnlinePayment,
    until: Instant,
}

impl PaymentWays {
    /// How orders can be paid online now; not at all while the payment service is away. Of those who ask at once, one asks it.
    pub(crate) async fn online(&self, clients: &Clients) -> OnlinePayment {
        let mut known = self.0.lock().await;
        if let Some(known) = known.as_ref().filter(|known| Instant::now() < known.until) {
            return known.online;
        }
        let asked = timeout(PATIENCE, clients.payment_ways(ListPaymentWaysRequest {})).await;
        let (online, holds) = match asked {
            Ok(Ok(ways)) => (OnlinePayment::from(ways), HOLDS),
            _ => (OnlinePayment::default(), AWAY_HOLDS),
        };
        let until = Instant::now() + holds;
        *known = Some(Known { online, until });
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
