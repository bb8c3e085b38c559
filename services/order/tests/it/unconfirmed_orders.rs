//! Lists of unconfirmed orders and of their packs.

use proto::order::v1::{
    ListUnconfirmedOrdersRequest, OrderStatus, SumUnconfirmedPacksRequest, UnconfirmedOrder,
    UnconfirmedPacks, unconfirmed_order_service_client::UnconfirmedOrderServiceClient,
};
use runtime::status;
use time::{Duration, OffsetDateTime, format_description::well_known::Rfc3339};
use tonic::{Status, transport::Channel};

use crate::{Shop, fake_catalog, good_order, line};

impl Shop {
    fn unconfirmed(&self) -> UnconfirmedOrderServiceClient<Channel> {
        UnconfirmedOrderServiceClient::new(Channel::builder(self.served.url()).connect_lazy())
    }

    /// Lists every order, two per page. Returns the number of pages, too.
    async fn list_unconfirmed(
        &self,
        asked: ListUnconfirmedOrdersRequest,
    ) -> Result<(Vec<UnconfirmedOrder>, usize), Status> {
        let (mut orders, mut pages, mut page_token) = (Vec::new(), 0, String::new());
        loop {
            let request = ListUnconfirmedOrdersRequest {
                page_size: 2,
                page_token,
                ..asked.clone()
            };
            let page = self.unconfirmed().list_unconfirmed_orders(request).await?;
            let page = page.into_inner();
            orders.extend(page.orders);
            pages += 1;
            page_token = page.next_page_token;
            if page_token.is_empty() {
                return Ok((orders, pages));
            }
        }
    }

    async fn held(&self) -> Vec<UnconfirmedPacks> {
        let asked = SumUnconfirmedPacksRequest {};
        let summed = self.unconfirmed().sum_unconfirmed_packs(asked).await;
        summed.expect("it answers").into_inner().packs
    }
}

fn moment(text: &str) -> OffsetDateTime {
    OffsetDateTime::parse(text, &Rfc3339).expect("it is RFC 3339")
}

fn ids(orders: &[UnconfirmedOrder]) -> Vec<&str> {
    let orders = orders
        .iter()
        .map(|order| order.order.as_ref().expect("it is told"));
    orders.map(|order| order.order_id.as_str()).collect()
}

#[tokio::test]
async fn staff_see_what_unconfirmed_orders_hold_since_when_and_until_when() {
    let shop = Shop::open().await;
    assert_eq!(shop.held().await, []);
    let mut placed = Vec::new();
    for quantity in [1, 2, 3] {
        let order = proto::order::v1::PlaceOrderRequest {
            total_paise: quantity * 24_900,
            lines: vec![line(fake_catalog::KARELA, 100, quantity, 24_900)],
            ..good_order()
        };
        placed.push(shop.place(order).await.expect("it is placed"));
    }
    let all_sorts = shop.place(good_order()).await.expect("it is placed").order_id;
    shop.go(&placed[2].order_id, 1, OrderStatus::Confirmed).await;
    let [first, second] = [&placed[0], &placed[1]].map(|order| order.order_id.clone());

    let everything = ListUnconfirmedOrdersRequest::default();
    let (orders, pages) = shop
        .list_unconfirmed(everything.clone())
        .await
        .expect("it answers");
    assert_eq!(ids(&orders), [&first, &second, &all_sorts], "the oldest first");
    assert_eq!(pages, 2);
    let order = orders[0].order.as_ref().expect("it is told");
    let two_days = moment(&orders[0].ends_at) - moment(&order.placed_at);
    assert_eq!(two_days, Duration::hours(48));
    assert_eq!((order.version, order.lines.len()), (1, 1));

    let held = shop.held().await;
    let of_karela = &held[0];
    assert_eq!(
        (of_karela.product_id.as_str(), of_karela.weight_in_grams),
        (fake_catalog::KARELA, 100)
    );
    assert_eq!((of_karela.packs, of_karela.orders), (5, 3));
    assert_eq!(moment(&of_karela.oldest_placed_at), moment(&order.placed_at));
    assert_eq!(held.len(), 3);

    let of_ashwagandha = ListUnconfirmedOrdersRequest {
        product_id: fake_catalog::ASHWAGANDHA.to_owned(),
        weight_in_grams: 75,
        ..everything.clone()
    };
    let (orders, _) = shop.list_unconfirmed(of_ashwagandha).await.expect("it answers");
    assert_eq!(ids(&orders), [&all_sorts]);

    // A late warning moves the cancellation.
    shop.execute(format!(
        "INSERT INTO expiry_warnings (order_id, warned_at) VALUES ('{first}', now() + interval '30 hours')"
    ))
    .await;
    let (orders, _) = shop.list_unconfirmed(everything).await.expect("it answers");
    let order = orders[0].order.as_ref().expect("it is told");
    assert!(moment(&orders[0].ends_at) - moment(&order.placed_at) > Duration::hours(53));

    let wrong = ListUnconfirmedOrdersRequest {
        product_id: "karela".to_owned(),
        weight_in_grams: 100,
        ..ListUnconfirmedOrdersRequest::default()
    };
    let refused = shop.list_unconfirmed(wrong).await.expect_err("it is no id");
    assert_eq!(status::details(&refused).violations[0].field, "product_id");
}
