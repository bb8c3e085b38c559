//! Payment by a UPI link to the shop's own UPI id, without a provider.

use values::UpiId;

use super::port::{PaymentLink, PaymentLinkRequest};

/// The shop's own UPI id.
#[derive(Debug, Clone)]
pub struct Upi {
    id: UpiId,
}

impl Upi {
    /// `None` if it is no UPI id.
    pub(super) fn new(id: &str) -> Option<Self> {
        UpiId::read(id).ok().map(|id| Self { id })
    }

    /// Creates a UPI link. The reference is the attempt's id, because there is no provider.
    pub(super) fn create_link(&self, request: &PaymentLinkRequest<'_>) -> PaymentLink {
        let link = self
            .id
            .link(request.shop_name, request.amount_paise, request.order_number);
        PaymentLink {
            reference: request.attempt_id.to_string(),
            pay_url: None,
            upi_link: Some(link),
            ends_at: request.ends_at,
        }
    }
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_link_of_the_shops_own_leads_to_no_page() {
        let upi = Upi::new("vasantam@okicici").expect("it is an id");
        let request = PaymentLinkRequest {
            attempt_id: Uuid::nil(),
            order_number: "VM-261126-22222",
            amount_paise: 123_405,
            ends_at: datetime!(2026-11-26 12:00 UTC),
            return_url: "https://shop.example/",
            shop_name: "Vasantam",
        };
        let asked = upi.create_link(&request);
        let link = asked.upi_link.expect("it has one");
        assert!(
            link.starts_with("upi://pay?pa=vasantam@okicici&pn=Vasantam&"),
            "{link}"
        );
        assert_eq!((asked.pay_url, asked.ends_at), (None, request.ends_at));
        assert!(Upi::new("vasantam").is_none());
    }
}
