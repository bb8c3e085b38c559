//! Payment by a UPI link to the shop's own UPI id, without a provider.

use values::UpiId;

use super::port::{Ask, PaymentLink};

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
    pub(super) fn ask(&self, ask: &Ask<'_>) -> PaymentLink {
        let link = self.id.link(ask.shop_name, ask.amount_paise, ask.order_number);
        PaymentLink {
            reference: ask.attempt_id.to_string(),
            pay_url: None,
            upi_link: Some(link),
            ends_at: ask.ends_at,
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
        let ask = Ask {
            attempt_id: Uuid::nil(),
            order_number: "VM-261126-22222",
            amount_paise: 123_405,
            ends_at: datetime!(2026-11-26 12:00 UTC),
            return_url: "https://shop.example/",
            shop_name: "Vasantam",
        };
        let asked = upi.ask(&ask);
        let link = asked.upi_link.expect("it has one");
        assert!(
            link.starts_with("upi://pay?pa=vasantam@okicici&pn=Vasantam&"),
            "{link}"
        );
        assert_eq!((asked.pay_url, asked.ends_at), (None, ask.ends_at));
        assert!(Upi::new("vasantam").is_none());
    }
}
