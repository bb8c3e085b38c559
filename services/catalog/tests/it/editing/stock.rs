//! The effect of stock on publishing and on prices.

use proto::{
    catalog::v1::{
        PackStock, ProductContent, ProductState, ReportStockRequest, pack_service_client::PackServiceClient,
    },
    csv::v1::CsvImportState,
};
use tonic::{Code, transport::Channel};

use super::{Desk, GILOY, fields, giloy, reason};

impl Desk {
    /// Reports the stock of Giloy's packs: sold out or not, and the lowest MRP in paise.
    async fn stock_says(&self, packs: &[(i32, bool, i64)]) {
        let packs = packs
            .iter()
            .map(|&(weight_in_grams, is_sold_out, lowest_mrp_paise)| PackStock {
                product_id: GILOY.to_owned(),
                weight_in_grams,
                is_sold_out,
                lowest_mrp_paise,
            });
        let request = ReportStockRequest {
            packs: packs.collect(),
        };
        let mut catalog = PackServiceClient::new(Channel::builder(self.shelf.served.url()).connect_lazy());
        catalog.report_stock(request).await.expect("it is known");
    }
}

fn at(rupees: i64) -> ProductContent {
    ProductContent {
        actual_price_paise: rupees * 100,
        ..giloy()
    }
}

#[tokio::test]
async fn a_product_without_stock_is_published_only_on_explicit_request() {
    let desk = Desk::open().await;
    desk.create(GILOY, giloy()).await.expect("it breaks no rule");
    let publish = async |version, without_stock| {
        desk.set_state_with(version, ProductState::Published, without_stock)
            .await
    };
    for sold_out in [&[][..], &[(100, true, 0), (200, true, 0)]] {
        desk.stock_says(sold_out).await;
        let refused = publish(1, false).await.expect_err("there is none");
        assert_eq!(
            (refused.code(), reason(&refused).as_str()),
            (Code::FailedPrecondition, "NO_STOCK")
        );
        assert_eq!(desk.get(GILOY).await.state(), ProductState::Draft);
    }
    publish(1, true).await.expect("the request says so");
    desk.set_state(2, ProductState::Archived)
        .await
        .expect("anything may");
    desk.stock_says(&[(200, false, 30_000)]).await;
    publish(3, false).await.expect("one of its packs can be bought");
}

#[tokio::test]
async fn no_pack_on_sale_costs_more_than_what_is_printed_on_it() {
    let desk = Desk::open().await;
    desk.create(GILOY, at(240)).await.expect("it breaks no rule");
    // The 200 g pouch costs 1.3 times as much: ₹312.
    desk.stock_says(&[(100, false, 24_000), (200, false, 31_100)])
        .await;
    let refused = desk.set_state(1, ProductState::Published).await;
    let refused = refused.expect_err("the heavier pack is printed with less");
    assert_eq!(
        (refused.code(), reason(&refused).as_str(), fields(&refused)),
        (
            Code::FailedPrecondition,
            "ABOVE_MRP",
            vec!["actual_price_paise".to_owned()]
        )
    );
    let message = refused.message();
    assert!(
        message.contains("The pack of 200 g would cost ₹312. ₹311 is printed"),
        "{message}"
    );
    // The price of a draft is not checked.
    desk.update(1, at(239)).await.expect("it is a draft");
    desk.set_state(2, ProductState::Published)
        .await
        .expect("311 is not above 311");
    let refused = desk.update(3, at(241)).await.expect_err("both cost too much");
    assert_eq!(
        (reason(&refused).as_str(), fields(&refused).len()),
        ("ABOVE_MRP", 2)
    );
    assert_eq!(
        desk.get(GILOY).await.product.map(|product| product.version),
        Some(3)
    );
    let file = format!("product_id,price\r\n{GILOY},241\r\n");
    let import = desk.import(&file).await;
    assert_eq!(import.state(), CsvImportState::Refused);
    assert!(
        import
            .errors
            .iter()
            .all(|error| (error.line, error.column.as_str()) == (2, "price")),
        "{import:?}"
    );

    // Packs with a lower MRP were received: the price stays, and the texts may change.
    desk.stock_says(&[(100, false, 20_000)]).await;
    let other = ProductContent {
        tagline: "Heart-leaved stem".to_owned(),
        ..at(239)
    };
    desk.update(3, other).await.expect("it costs what it did");
    desk.update(4, at(200)).await.expect("it costs less");
}
