use proto::order::v1::{GetOrderRequest, GetOrderResponse, order_service_client::OrderServiceClient};
use runtime::{CallerKey, CallerSettings, Callers, Identity};
use tonic::{Code, transport::Channel};
use uuid::Uuid;

use crate::{Shop, good_order, settings};

impl Shop {
    async fn get(&self, order_id: &str) -> Result<GetOrderResponse, Code> {
        self.get_by(order_id, "").await
    }

    async fn get_by(&self, order_id: &str, order_number: &str) -> Result<GetOrderResponse, Code> {
        let request = GetOrderRequest {
            order_id: order_id.to_owned(),
            order_number: order_number.to_owned(),
        };
        let answer = self.orders.clone().get_order(request).await;
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
    assert_eq!(
        (kept.district.as_str(), kept.state.as_str()),
        ("Surat", "Gujarat")
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
async fn an_unknown_or_invalid_order_id_is_refused() {
    let shop = Shop::open().await;
    let unknown = Uuid::now_v7().to_string();
    for (id, code) in [(&*unknown, Code::NotFound), ("VM-261122", Code::InvalidArgument)] {
        assert_eq!(shop.get(id).await.expect_err(id), code);
    }
}

#[tokio::test]
async fn an_order_is_read_by_its_number_however_it_is_typed() {
    let shop = Shop::open().await;
    let placed = shop.place(good_order()).await.expect("a good order is taken");
    let typed = format!(" {} ", placed.order_number.to_lowercase());
    let kept = shop.get_by("", &typed).await.expect("it is kept").order;
    assert_eq!(kept.expect("an answer has an order").order_id, placed.order_id);
    for (id, number, code) in [
        ("", "VM-261122-22222", Code::NotFound),
        ("", "VM-\0", Code::NotFound),
        ("", "", Code::InvalidArgument),
        ("1", placed.order_number.as_str(), Code::InvalidArgument),
    ] {
        let refused = shop.get_by(id, number).await;
        assert_eq!(refused.expect_err("there is none"), code, "{id:?} {number:?}");
    }
}

/// Returns which personal fields and link a response contains.
fn told(answer: GetOrderResponse) -> [bool; 3] {
    let order = answer.order.expect("an answer has an order");
    let has = |fields: &[&String]| fields.iter().any(|field| !field.is_empty());
    [
        has(&[&order.full_name, &order.delivery_address, &order.pincode]),
        has(&[&order.email, &order.mobile_number]),
        has(&[&answer.link_token]),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_reads_what_its_work_needs_of_a_shopper() {
    let shop = Shop::open().await;
    let placed = shop.place(good_order()).await.expect("it is placed");
    let table: [(&'static str, [bool; 3]); 4] = [
        ("review", [false, false, false]),
        ("billing", [true, false, false]),
        ("operator", [true, true, false]),
        ("notification", [true, true, true]),
    ];
    let key = CallerKey::generate();
    let callers = Callers::setting(table.map(|(name, _)| name), |_| key.public().to_string());
    let callers = CallerSettings {
        callers: Some(callers.parse().expect("it was written here")),
        ..CallerSettings::default()
    };
    let settings = settings(
        &shop.database,
        &testkit::nats_url(),
        (&shop.catalog, &shop.inventory),
    );
    let served = testkit::serve_to(callers, |frame| order::service(settings, frame)).await;
    for (name, expected) in table {
        let identity = Identity::new(name, key.clone());
        let channel = Channel::builder(served.url()).connect_lazy();
        let mut orders = OrderServiceClient::with_interceptor(channel, identity);
        let request = GetOrderRequest {
            order_id: placed.order_id.clone(),
            order_number: String::new(),
        };
        let answer = orders.get_order(request).await.expect("it may ask");
        assert_eq!(
            told(answer.into_inner()),
            expected,
            "{name}: recipient, contact, link"
        );
    }
}
