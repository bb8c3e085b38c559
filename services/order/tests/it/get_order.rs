use proto::order::v1::{GetOrderRequest, GetOrderResponse, PlaceOrderRequest};
use tonic::Code;
use uuid::Uuid;

use crate::{Shop, good_order};

impl Shop {
    async fn get(&self, order_id: &str) -> Result<GetOrderResponse, Code> {
        let order_id = order_id.to_owned();
        let answer = self.orders.clone().get_order(GetOrderRequest { order_id }).await;
        answer
            .map(tonic::Response::into_inner)
            .map_err(|status| status.code())
    }
}

#[tokio::test]
async fn an_order_is_read_as_it_was_kept() {
    let shop = Shop::open().await;
    let placed = good_order();
    let receipt = shop.place(placed.clone()).await.expect("a good order is taken");
    let kept = shop.get(&receipt.order_id).await.expect("it is kept").order;
    let kept = kept.expect("an answer has an order");
    assert_eq!(
        (
            kept.order_number,
            kept.placed_at,
            kept.full_name,
            kept.email,
            kept.mobile_number
        ),
        (
            receipt.order_number,
            receipt.placed_at,
            placed.full_name,
            placed.email,
            placed.mobile_number
        )
    );
    assert_eq!(
        (kept.delivery_address, kept.pincode, kept.total_paise),
        (placed.delivery_address, placed.pincode, 117_100)
    );
    let lines: Vec<_> = kept
        .lines
        .iter()
        .map(|line| (line.product_name.as_str(), line.weight_in_grams, line.quantity))
        .collect();
    let expected = [
        ("Karela Powder", 100, 2),
        ("Karela Powder", 200, 1),
        ("Ashwagandha Powder", 75, 1),
    ];
    assert_eq!(lines, expected);
}

#[tokio::test]
async fn what_is_no_order_is_said_so() {
    let shop = Shop::open().await;
    let unknown = Uuid::now_v7().to_string();
    for (id, code) in [(&*unknown, Code::NotFound), ("VM-261122", Code::InvalidArgument)] {
        assert_eq!(shop.get(id).await.expect_err(id), code);
    }
}

#[tokio::test]
async fn a_note_to_whoever_receives_a_gift_is_kept_and_tells_orders_apart() {
    let shop = Shop::open().await;
    let gift = PlaceOrderRequest {
        idempotency_key: "a-gift".to_owned(),
        gift_note: " Happy Diwali! ".to_owned(),
        ..good_order()
    };
    let receipt = shop.place(gift.clone()).await.expect("a good order is taken");
    let kept = shop.get(&receipt.order_id).await.expect("it is kept").order;
    assert_eq!(kept.expect("an answer has an order").gift_note, "Happy Diwali!");
    let other = PlaceOrderRequest {
        gift_note: "Happy Holi!".to_owned(),
        ..gift
    };
    let refused = shop.place(other).await.expect_err("the key is taken");
    assert_eq!(refused.code(), Code::InvalidArgument);
    let long = PlaceOrderRequest {
        gift_note: "a".repeat(201),
        ..good_order()
    };
    let refused = shop.place(long).await.expect_err("no card is that large");
    assert_eq!(refused.code(), Code::InvalidArgument);
}
