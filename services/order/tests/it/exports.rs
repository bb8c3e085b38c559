//! Exports of the orders of a range of days, page by page.

use proto::order::v1::{
    ExportOrdersRequest, ExportOrdersResponse, order_export_service_client::OrderExportServiceClient,
};
use runtime::status;
use tonic::{Code, Status, transport::Channel};

use crate::Shop;

impl Shop {
    async fn export(&self, request: ExportOrdersRequest) -> Result<ExportOrdersResponse, Status> {
        let channel = Channel::builder(self.served.url()).connect_lazy();
        let exported = OrderExportServiceClient::new(channel)
            .export_orders(request)
            .await?;
        Ok(exported.into_inner())
    }

    /// Exports all pages. Returns their sizes and the numbers of their orders.
    async fn exported(&self, from_day: &str, until_day: &str) -> (Vec<usize>, Vec<String>) {
        let (mut sizes, mut numbers, mut page_token) = (Vec::new(), Vec::new(), String::new());
        loop {
            let request = ExportOrdersRequest {
                page_token,
                ..of(from_day, until_day)
            };
            let page = self.export(request).await.expect("it answers");
            sizes.push(page.orders.len());
            numbers.extend(page.orders.into_iter().map(|order| order.order_number));
            page_token = page.next_page_token;
            if page_token.is_empty() {
                return (sizes, numbers);
            }
        }
    }

    /// Inserts `count` orders placed at one moment in UTC, with addresses of this length.
    async fn place_many(&self, count: u32, placed_at: &str, address: u32) {
        self.execute(format!(
            "WITH placed AS (
               INSERT INTO orders
                 (id, order_number, full_name, email, mobile_number, delivery_address, pincode, total_paise, placed_at)
               SELECT gen_random_uuid(), 'VM-' || '{placed_at}' || '-' || number, 'Asha Patel', 'asha@example.com',
                 '9876543210', repeat('x', {address}), '395007', 24900, '{placed_at}' FROM generate_series(1, {count}) AS number
               RETURNING id)
             INSERT INTO order_lines
               (order_id, line_number, product_id, product_name, weight_in_grams, quantity, unit_price_paise)
             SELECT id, 1, gen_random_uuid(), 'Karela Powder', 100, 1, 24900 FROM placed"
        ))
        .await;
    }
}

fn of(from_day: &str, until_day: &str) -> ExportOrdersRequest {
    ExportOrdersRequest {
        from_day: from_day.to_owned(),
        until_day: until_day.to_owned(),
        page_token: String::new(),
    }
}

#[tokio::test]
async fn pages_hold_every_order_of_the_days_of_india_once_oldest_first() {
    let shop = Shop::open().await;
    shop.place_many(1, "2026-10-31 18:29:59.999Z", 20).await;
    shop.place_many(1, "2026-10-31 18:30:00Z", 20).await;
    // Two pages end among orders of the same moment.
    shop.place_many(1_000, "2026-11-01 10:00:00.123Z", 20).await;
    shop.place_many(1, "2026-11-02 18:29:59.999Z", 20).await;
    shop.place_many(1, "2026-11-02 18:30:00Z", 20).await;
    let expected: Vec<String> = sqlx::query_scalar(
        "SELECT order_number FROM orders WHERE (placed_at AT TIME ZONE 'Asia/Kolkata')::date BETWEEN '2026-11-01' AND '2026-11-02'
         ORDER BY placed_at, id",
    )
    .fetch_all(shop.database.pool())
    .await
    .expect("the orders can be read");
    assert_eq!(expected.len(), 1_002);
    let (sizes, numbers) = shop.exported("2026-11-01", "2026-11-02").await;
    assert_eq!(sizes, [500, 500, 2]);
    assert_eq!(numbers, expected);
    let (sizes, numbers) = shop.exported("2026-11-03", "2026-11-03").await;
    assert_eq!((sizes.as_slice(), numbers.len()), ([1].as_slice(), 1));
    assert_eq!(shop.exported("2026-11-04", "2027-11-04").await, (vec![0], vec![]));
}

#[tokio::test]
async fn a_page_of_large_orders_fits_into_an_answer() {
    let shop = Shop::open().await;
    shop.place_many(400, "2026-11-01 10:00:00Z", 10_000).await;
    let (sizes, numbers) = shop.exported("2026-11-01", "2026-11-01").await;
    assert_eq!(sizes.len(), 2, "{sizes:?}");
    assert!((290..320).contains(&sizes[0]), "three megabytes: {sizes:?}");
    let mut different = numbers;
    different.sort();
    different.dedup();
    assert_eq!(different.len(), 400);
}

#[tokio::test]
async fn days_that_are_none_are_refused() {
    let shop = Shop::open().await;
    for (request, field) in [
        (of("", "2026-11-01"), "from_day"),
        (of("2026-11-02", "2026-11-01"), "until_day"),
        (of("2026-11-01", "2027-11-02"), "until_day"),
        (
            ExportOrdersRequest {
                page_token: "2".to_owned(),
                ..of("2026-11-01", "2026-11-01")
            },
            "page_token",
        ),
    ] {
        let refused = shop.export(request).await.expect_err("it breaks a rule");
        assert_eq!(refused.code(), Code::InvalidArgument);
        assert_eq!(status::details(&refused).violations[0].field, field);
    }
}
