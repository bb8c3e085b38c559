//! The money that an account has for refunds: what it took less fees, refunds and settlements.

use crate::refusal::Refusal;

/// Paise for refunds; without a bound unless one is set.
#[derive(Debug, Default)]
pub(crate) struct Balance {
    paise: Option<u64>,
    is_test_mode: bool,
}

impl Balance {
    /// Sets the balance, in paise; none for an account without a bound. In test mode no payment changes it.
    pub(crate) fn set(&mut self, paise: Option<u64>, is_test_mode: bool) {
        *self = Self { paise, is_test_mode };
    }

    /// Adds money that was taken from a shopper, or a refund that failed.
    pub(crate) fn add(&mut self, paise: u64) {
        if !self.is_test_mode {
            self.paise = self.paise.map(|balance| balance.saturating_add(paise));
        }
    }

    pub(super) fn take(&mut self, paise: u64) {
        self.paise = self.paise.map(|balance| balance.saturating_sub(paise));
    }

    /// Takes a refund from the balance; refused when it is too low. The words are those of
    /// <https://github.com/razorpay/razorpay-node/issues/414>, and of 438 beside it for test mode.
    pub(crate) fn pay_refund(&mut self, paise: u64) -> Result<(), Refusal> {
        if self.paise.is_none_or(|balance| balance >= paise) {
            self.take(paise);
            return Ok(());
        }
        Err(Refusal::bad_request(if self.is_test_mode {
            "invalid request sent"
        } else {
            "Your account does not have enough balance to carry out the refund operation. You can add funds to your account from \
             your Razorpay dashboard or capture new payments."
        }))
    }
}
