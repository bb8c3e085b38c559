//! The money of an account for refunds: payments less fees, refunds and settlements.

use crate::api_error::ApiError;

/// The balance in paise; unlimited by default.
#[derive(Debug, Default)]
pub(crate) struct Balance {
    paise: Option<u64>,
    is_test_mode: bool,
}

impl Balance {
    /// Sets the balance in paise; `None` means unlimited. In test mode payments do not change it.
    pub(crate) fn set(&mut self, paise: Option<u64>, is_test_mode: bool) {
        *self = Self { paise, is_test_mode };
    }

    /// Adds a captured payment or a failed refund.
    pub(crate) fn add(&mut self, paise: u64) {
        if !self.is_test_mode {
            self.paise = self.paise.map(|balance| balance.saturating_add(paise));
        }
    }

    pub(super) fn take(&mut self, paise: u64) {
        self.paise = self.paise.map(|balance| balance.saturating_sub(paise));
    }

    /// Takes a refund from the balance. Fails if the balance is too low, with the messages of
    /// <https://github.com/razorpay/razorpay-node/issues/414>, and of 438 there for test mode.
    pub(crate) fn pay_refund(&mut self, paise: u64) -> Result<(), ApiError> {
        if self.paise.is_none_or(|balance| balance >= paise) {
            self.take(paise);
            return Ok(());
        }
        Err(ApiError::bad_request(if self.is_test_mode {
            "invalid request sent"
        } else {
            "Your account does not have enough balance to carry out the refund operation. You can add funds to your account from \
             your Razorpay dashboard or capture new payments."
        }))
    }
}
