//! Charges of new orders follow the shop profile without a restart.

use proto::{
    catalog::v1::ShopFacts,
    order::v1::{PaymentMethod, PlaceOrderRequest, QuoteDeliveryRequest, QuoteDeliveryResponse},
};
use tonic::Code;

use crate::{Shop, good_order};

const SURAT: &str = "395007";

/// The price of the goods of [`good_order`], in paise.
const GOODS: i64 = 117_100;

async fn quote(shop: &Shop) -> QuoteDeliveryResponse {
    let request = QuoteDeliveryRequest {
        pincode: SURAT.to_owned(),
    };
    let quoted = shop.orders.clone().quote_delivery(request).await;
    quoted.expect("it is a pincode").into_inner()
}

/// Waits until a quote has this delivery charge, COD fee and COD limit.
pub(crate) async fn until_quoted(shop: &Shop, expected: (i64, Option<i64>, Option<i64>)) {
    testkit::eventually("the quote follows the shop", async || {
        let quote = quote(shop).await;
        let quoted = (quote.prepaid_paise, quote.cod_fee_paise, quote.cod_up_to_paise);
        (quoted == expected).then_some(())
    })
    .await;
}

pub(crate) fn facts(delivery_paise: i64, cod_fee_paise: i64, cod_limit_paise: i64) -> ShopFacts {
    ShopFacts {
        delivery_paise,
        cod_fee_paise,
        cod_limit_paise,
        ..ShopFacts::default()
    }
}

fn in_cash(charges_paise: i64) -> PlaceOrderRequest {
    PlaceOrderRequest {
        payment_method: PaymentMethod::CashOnDelivery.into(),
        total_paise: GOODS + charges_paise,
        ..good_order()
    }
}

#[tokio::test]
async fn quotes_and_orders_follow_what_the_shop_says_without_a_restart() {
    let shop = Shop::open().await;
    until_quoted(&shop, (0, Some(5_000), Some(1_000_000))).await;
    shop.place(in_cash(5_000)).await.expect("it is what was set");

    shop.catalog.shop.set(Some(facts(4_000, 3_000, 200_000)));
    until_quoted(&shop, (4_000, Some(3_000), Some(200_000))).await;
    let placed = shop
        .place(in_cash(7_000))
        .await
        .expect("it is what the quote says");
    let charges: Vec<_> = placed.charges.iter().map(|charge| charge.amount_paise).collect();
    assert_eq!(charges, [4_000, 3_000]);

    shop.catalog.shop.set(Some(facts(0, 3_000, 100_000)));
    until_quoted(&shop, (0, Some(3_000), Some(100_000))).await;
    let refused = shop.place(in_cash(3_000)).await.expect_err("it is too much cash");
    assert_eq!(refused.code(), Code::InvalidArgument);
    assert_eq!(
        runtime::status::details(&refused).violations[0].field,
        "payment_method"
    );

    // The last known profile applies while the catalog has none.
    shop.catalog.shop.set(None);
    let asked = shop.catalog.shop.asked();
    testkit::eventually("it is asked in vain", async || {
        (shop.catalog.shop.asked() > asked + 1).then_some(())
    })
    .await;
    let kept = quote(&shop).await;
    assert_eq!(
        (kept.cod_fee_paise, kept.cod_up_to_paise),
        (Some(3_000), Some(100_000))
    );
}

#[tokio::test]
async fn samples_leave_what_the_operator_set() {
    let shop = Shop::open().await;
    shop.catalog.shop.set(Some(facts(0, 3_000, 100_000)));
    until_quoted(&shop, (0, Some(3_000), Some(100_000))).await;
    let samples = ShopFacts {
        is_sample: true,
        ..facts(0, 2_000, 50_000)
    };
    shop.catalog.shop.set(Some(samples));
    until_quoted(&shop, (0, Some(5_000), Some(1_000_000))).await;
}

#[tokio::test]
async fn no_parcel_is_promised_for_a_holiday() {
    let shop = Shop::open().await;
    let promised = quote(&shop).await;
    let holidays = vec![promised.earliest_on.clone(), promised.latest_on.clone()];
    let said = ShopFacts {
        holidays: holidays.clone(),
        ..facts(0, 5_000, 0)
    };
    shop.catalog.shop.set(Some(said));
    until_quoted(&shop, (0, Some(5_000), None)).await;
    let now = quote(&shop).await;
    assert!(
        !holidays.contains(&now.earliest_on) && !holidays.contains(&now.latest_on),
        "{now:?} lies on {holidays:?}"
    );
    assert!(now.earliest_on > promised.earliest_on, "{now:?}");
}
