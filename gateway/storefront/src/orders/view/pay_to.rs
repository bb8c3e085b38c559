//! Where to pay a pay-later order.

use std::time::Duration;

use proto::{
    catalog::v1::{GetShopRequest, ShopFacts},
    order::v1::{Order, OrderStatus, PaymentMethod, PaymentStatus},
};
use serde::Serialize;
use tokio::time::timeout;
use utoipa::ToSchema;
use values::UpiId;

use crate::clients::Clients;

/// The longest wait for it. An order is shown without it while the catalog is down.
const CALL_TIMEOUT: Duration = Duration::from_millis(300);

/// Where to pay a pay-later order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PayTo {
    /// The shop's UPI id; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "shop@bank")]
    upi_id: Option<String>,
    /// A link or QR code that opens a UPI app with amount and order filled in.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    upi_link: Option<String>,
    /// The shop's bank account; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    bank_account: Option<BankAccountView>,
}

/// A bank account.
#[derive(Debug, Serialize, ToSchema)]
struct BankAccountView {
    /// The account holder.
    holder: String,
    /// The account number.
    number: String,
    /// The branch's IFSC.
    ifsc: String,
}

impl PayTo {
    /// Where to pay the order; `None` if it is not paid later, if nothing is due, if the shop gives no
    /// account, and while the catalog is down.
    pub(super) async fn load(clients: &Clients, order: &Order) -> Option<Self> {
        if !waits_for_money(order) {
            return None;
        }
        let response = timeout(CALL_TIMEOUT, clients.catalog.call(GetShopRequest {}))
            .await
            .ok()?;
        Self::from_contract(response.ok()?.shop?.facts?, order)
    }

    fn from_contract(facts: ShopFacts, order: &Order) -> Option<Self> {
        let upi_id = UpiId::read(&facts.upi_id).ok();
        let link = upi_id.as_ref();
        let link = link.map(|id| id.link(&facts.name, order.total_paise, &order.order_number));
        let bank_account = facts.bank_account.map(|account| BankAccountView {
            holder: account.holder,
            number: account.number,
            ifsc: account.ifsc,
        });
        (upi_id.is_some() || bank_account.is_some()).then(|| Self {
            upi_id: upi_id.map(|id| id.as_str().to_owned()),
            upi_link: link,
            bank_account,
        })
    }
}

/// True if the order is paid later and unpaid. An order without a method is paid later.
fn waits_for_money(order: &Order) -> bool {
    use OrderStatus::{Confirmed, Delivered, Packed, Placed, Shipped};
    matches!(
        order.payment_method(),
        PaymentMethod::PayLater | PaymentMethod::Unspecified
    ) && order.payment_status() == PaymentStatus::Pending
        && matches!(order.status(), Placed | Confirmed | Packed | Shipped | Delivered)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_has_amount_and_order_filled_in() {
        let order = Order {
            order_number: "VM-261121-7K3QX".to_owned(),
            total_paise: 82_200,
            payment_method: PaymentMethod::PayLater.into(),
            payment_status: PaymentStatus::Pending.into(),
            status: OrderStatus::Placed.into(),
            ..Order::default()
        };
        assert!(waits_for_money(&order));
        let facts = ShopFacts {
            name: "Vanmool".to_owned(),
            upi_id: "vanmool@okaxis".to_owned(),
            ..ShopFacts::default()
        };
        let pay_to = PayTo::from_contract(facts, &order).expect("the shop says it");
        assert_eq!(
            pay_to.upi_link.as_deref(),
            Some(
                "upi://pay?pa=vanmool@okaxis&pn=Vanmool&tr=VM-261121-7K3QX&am=822.00&cu=INR&tn=VM-261121-7K3QX"
            )
        );
        assert!(pay_to.bank_account.is_none());
        assert!(PayTo::from_contract(ShopFacts::default(), &order).is_none());
        let without_method = Order {
            payment_method: PaymentMethod::Unspecified.into(),
            ..order.clone()
        };
        assert!(waits_for_money(&without_method));
        for status in [OrderStatus::Cancelled, OrderStatus::Returned] {
            let ended = Order {
                status: status.into(),
                ..order.clone()
            };
            assert!(!waits_for_money(&ended));
        }
    }
}
