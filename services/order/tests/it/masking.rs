//! Lists show staff of each role the shopper's data that the role works with.

use proto::order::v1::{GetOrderRequest, ListUnconfirmedOrdersRequest, Order, SearchOrdersRequest};
use runtime::Call;
use tonic::Request;

use crate::{
    Shop, good_order,
    staff::{BINA, Office},
};

/// A staff member with these permissions, beside those to list orders.
struct Role<'a> {
    office: &'a Office,
    permissions: &'static [&'static str],
}

impl Role<'_> {
    fn asked<C: Call>(&self, message: C) -> Request<C> {
        self.office.keys.request_with(self.permissions, BINA, message)
    }

    async fn search(&self, search: SearchOrdersRequest) -> Option<Order> {
        let found = self.office.orders.clone().search_orders(self.asked(search)).await;
        found.expect("it answers").into_inner().orders.pop()
    }

    async fn unconfirmed(&self) -> Option<Order> {
        let asked = self.asked(ListUnconfirmedOrdersRequest::default());
        let found = self
            .office
            .unconfirmed
            .clone()
            .list_unconfirmed_orders(asked)
            .await;
        found.expect("it answers").into_inner().orders.pop()?.order
    }

    async fn one(&self, number: &str) -> Option<Order> {
        let asked = self.asked(GetOrderRequest {
            order_number: number.to_owned(),
            ..GetOrderRequest::default()
        });
        let found = self.office.orders.clone().get_order(asked).await;
        found.expect("it answers").into_inner().order
    }
}

/// The email address, mobile number and address of an order.
fn contact(order: Option<Order>) -> [String; 3] {
    let order = order.expect("it is listed");
    assert_eq!(order.full_name, "Asha Patel");
    assert_eq!(order.pincode, "395007");
    [order.email, order.mobile_number, order.delivery_address]
}

#[tokio::test]
async fn lists_show_packers_the_towns_of_parcels_and_other_roles_the_address() {
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    let number = shop.place(good_order()).await.expect("it is placed").order_number;
    let whole = ["asha@example.com", "9876543210", "12 Ring Road, Surat"];
    let masked = ["", "…3210", "Surat"];
    let roles: [(&str, &[&str], [&str; 3]); 4] = [
        (
            "packer",
            &["orders.read", "orders.transition", "orders.note"],
            masked,
        ),
        ("support", &["orders.read", "orders.correct"], whole),
        ("accountant", &["orders.read", "orders.export"], whole),
        (
            "owner",
            &["orders.read", "orders.correct", "orders.export"],
            whole,
        ),
    ];
    for (name, permissions, listed) in roles {
        let role = Role {
            office: &office,
            permissions,
        };
        let by_text = SearchOrdersRequest {
            text: "Asha".to_owned(),
            ..SearchOrdersRequest::default()
        };
        for search in [SearchOrdersRequest::default(), by_text] {
            assert_eq!(contact(role.search(search).await), listed, "{name}");
        }
        assert_eq!(contact(role.unconfirmed().await), listed, "{name}");
        // The log names an order that is asked for by its number. Packers print its label.
        let by_number = SearchOrdersRequest {
            order_numbers: vec![number.clone()],
            ..SearchOrdersRequest::default()
        };
        assert_eq!(contact(role.search(by_number).await), whole, "{name}");
        assert_eq!(contact(role.one(&number).await), whole, "{name}");
    }
}
