//! How Razorpay signs: HMAC-SHA256 in hexadecimal digits.
//!
//! Webhooks: over the raw body, under the webhook's secret (`markdown/webhooks/validate-test.md`). The return from a
//! payment link: over four values with `|` between them, under the secret of the API key
//! (`markdown/payments/payment-links/apis.md` names the values; their order is that of `verify_payment_link_signature`
//! in `https://github.com/razorpay/razorpay-python/blob/master/razorpay/utility/utility.py`).

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

/// The signature of a message, such as the raw body of a webhook.
pub fn sign(secret: &str, message: &[u8]) -> String {
    let mut code =
        Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("an HMAC takes a key of any length");
    code.update(message);
    hex::encode(code.finalize().into_bytes())
}

/// The values of a payment link's return URL that its signature covers.
#[derive(Debug, Clone, Copy)]
pub struct PaymentCallback<'a> {
    /// `razorpay_payment_link_id`
    pub payment_link_id: &'a str,
    /// `razorpay_payment_link_reference_id`, empty if the link has none.
    pub reference_id: &'a str,
    /// `razorpay_payment_link_status`
    pub status: &'a str,
    /// `razorpay_payment_id`
    pub payment_id: &'a str,
}

impl PaymentCallback<'_> {
    /// `razorpay_signature`
    pub fn sign(&self, key_secret: &str) -> String {
        let parts = [
            self.payment_link_id,
            self.reference_id,
            self.status,
            self.payment_id,
        ];
        sign(key_secret, parts.join("|").as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `test/utils/razorpay-utils.spec.js` of `https://github.com/razorpay/razorpay-node`.
    #[test]
    fn a_webhook_is_signed_as_in_the_tests_of_razorpay_for_node() {
        assert_eq!(
            sign("123456", br#"{"a":1,"b":2,"c":{"d":3}}"#),
            "2fe04e22977002e6c7cb553adab8b460cb9e2a4970d5953cb27a8472752e3bbc"
        );
    }

    /// `tests/test_client_utility.py` of `https://github.com/razorpay/razorpay-python`,
    /// `test/razorpay/test_utility.rb` of `https://github.com/razorpay/razorpay-ruby`: a payment of an order,
    /// whose two values are joined like the four of a link.
    #[test]
    fn joined_values_are_signed_as_in_the_tests_of_razorpay_for_python_and_ruby() {
        assert_eq!(
            sign("key_secret", b"fake_order_id|fake_payment_id"),
            "b2335e3b0801106b84a7faff035df56ecffde06918c9ddd1f0fafbb37a51cc89"
        );
    }

    /// RFC 4231, test cases 1 and 2, whose keys are text.
    #[test]
    fn rfc_4231_has_the_same_codes() {
        assert_eq!(
            sign(&"\u{b}".repeat(20), b"Hi There"),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        );
        assert_eq!(
            sign("Jefe", b"what do ya want for nothing?"),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        );
    }

    #[test]
    fn the_return_url_is_signed_in_the_order_of_the_values() {
        let callback = PaymentCallback {
            payment_link_id: "plink_1",
            reference_id: "VM-1",
            status: "paid",
            payment_id: "pay_1",
        };
        assert_eq!(
            callback.sign("secret"),
            sign("secret", b"plink_1|VM-1|paid|pay_1")
        );
    }
}
