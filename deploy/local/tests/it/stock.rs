//! The stock of a sample shop, and the effect of orders on it.

use std::collections::BTreeMap;

use futures_util::future::join_all;
use local::OPERATOR;
use proto::inventory::v1::{
    ListBatchesRequest, Pack, RecallBatchRequest, inventory_service_client::InventoryServiceClient,
};
use runtime::Client;
use serde_json::{Value, json};
use sqlx::PgPool;
use testkit::eventually;
use uuid::Uuid;

use crate::shop::{OpenShop, line};

const NEEM: &str = "0192f3a0-7c00-7000-8000-000000000012";

/// The sample pack with the smallest stock.
const FEW_GRAMS: i64 = 250;
const FEW: i64 = 6;

impl OpenShop {
    async fn pool(&self, service: &str) -> PgPool {
        let url = self.shop.database_url(service);
        PgPool::connect(url).await.expect("the role may connect")
    }

    /// A client with the operator's key.
    pub fn inventory(&self) -> InventoryServiceClient<Client> {
        InventoryServiceClient::new(self.shop.client(OPERATOR, "inventory"))
    }

    async fn few(&self) -> Value {
        let products = self.products().await;
        let neem = products.iter().find(|product| product["_id"] == NEEM);
        let variants = neem.expect("it is sold")["variants"].as_array().cloned();
        let mut variants = variants.expect("it has packs").into_iter();
        let few = variants.find(|variant| variant["weightInGrams"] == FEW_GRAMS);
        few.expect("it has this pack")
    }

    /// Orders this many of the few packs.
    async fn order_few(&self, quantity: i64) -> (u16, Value) {
        let price = self.few().await["price"].as_i64().expect("whole rupees");
        let mut order = self.good_order().await;
        order["totalAmount"] = json!(price * quantity);
        order["products"] = json!([{
            "productName": "Neem Powder",
            "productId": NEEM,
            "weightInGrams": FEW_GRAMS,
            "quantity": quantity,
            "basePrice": price,
            "actualPrice": price * quantity,
        }]);
        self.order(&order, Some(&Uuid::new_v4().to_string())).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sample_batches_carry_the_listed_price_of_their_pack() {
    let shop = OpenShop::start().await;
    let listed: Vec<(Uuid, i32, i64)> =
        sqlx::query_as("SELECT product_id, weight_in_grams, mrp_paise FROM packs")
            .fetch_all(&shop.pool("catalog").await)
            .await
            .expect("the packs can be read");
    let listed: BTreeMap<_, _> = listed
        .into_iter()
        .map(|(id, weight, mrp)| ((id, weight), mrp))
        .collect();
    let printed: Vec<(Uuid, i32, i64)> =
        sqlx::query_as("SELECT product_id, weight_in_grams, mrp_paise FROM batches")
            .fetch_all(&shop.pool("inventory").await)
            .await
            .expect("the batches can be read");
    assert!(printed.len() > listed.len());
    for (id, weight, mrp) in printed {
        assert_eq!(listed.get(&(id, weight)), Some(&mrp), "{id} {weight}");
    }
    shop.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn few_packs_are_sold_until_none_is_left_and_never_more() {
    let shop = OpenShop::start().await;
    eventually("the shelf says how many are left", async || {
        let few = shop.few().await;
        (few["availability"] == "low" && few["left"] == FEW).then_some(())
    })
    .await;
    let (status, refusal) = shop.order_few(FEW + 1).await;
    assert_eq!(status, 409, "{refusal}");
    assert_eq!(
        refusal["message"],
        "Only 6 packs of Neem Powder (250 g) are left. Please change your cart and try again."
    );
    assert_eq!(refusal["data"]["left"][0]["left"], FEW);

    let (status, placed) = shop.order_few(FEW).await;
    assert_eq!(status, 201, "{placed}");
    eventually("the shelf says that it is sold out", async || {
        (shop.few().await["availability"] == "sold_out").then_some(())
    })
    .await;
    let (status, refusal) = shop.order_few(1).await;
    assert_eq!((status, &refusal["data"]["left"][0]["left"]), (409, &json!(0)));
    assert_eq!(shop.kept_orders().await, 1);

    // Find the orders that got packs of that batch.
    let pack = Pack {
        product_id: NEEM.to_owned(),
        weight_in_grams: i32::try_from(FEW_GRAMS).expect("it is small"),
    };
    let request = ListBatchesRequest {
        pack: Some(pack),
        ..ListBatchesRequest::default()
    };
    let batches = shop.inventory().list_batches(request).await;
    let batch = batches.expect("it answers").into_inner().batches.remove(0);
    let recall = RecallBatchRequest {
        batch_id: batch.batch_id,
        reason: "The laboratory found sand".to_owned(),
        ..RecallBatchRequest::default()
    };
    let recalled = shop.inventory().recall_batch(recall).await;
    let orders = recalled.expect("it answers").into_inner().orders;
    assert_eq!(json!(orders[0].order_id), placed["data"]["orderId"]);
    shop.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn thirty_buyers_who_want_five_packs_in_any_order_are_all_answered() {
    let shop = OpenShop::start().await;
    let products = shop.products().await;
    let order = shop.good_order().await;
    let buyers = (0..30).map(|buyer| {
        let (shop, products, mut order) = (&shop, &products[..5], order.clone());
        async move {
            let mut answers = Vec::new();
            for _ in 0..3 {
                let mut lines: Vec<_> = products.iter().map(|product| line(product, 0, 1)).collect();
                lines.sort_by_cached_key(|_| Uuid::new_v4());
                let prices = lines.iter().map(|line| line["actualPrice"].as_i64());
                order["totalAmount"] = json!(prices.sum::<Option<i64>>());
                order["products"] = json!(lines);
                order["mobilenumber"] = json!(format!("98765432{buyer:02}"));
                let key = Uuid::new_v4().to_string();
                let (first, _) = shop.try_order(&order, Some(&key)).await;
                // A busy machine may take longer than the 0.9 s of a reservation: then the shopper retries.
                let (at_last, body) = shop.order(&order, Some(&key)).await;
                assert_eq!(at_last, 201, "{first}: {body}");
                answers.push(first);
            }
            answers
        }
    });
    let answers = join_all(buyers).await.concat();
    let late = answers.iter().filter(|status| **status != 201).count();
    assert!(
        late * 20 <= answers.len(),
        "{late} of {} were late",
        answers.len()
    );
    assert_eq!(shop.kept_orders().await, 90);
    shop.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn while_the_inventory_is_away_products_show_and_no_order_is_taken() {
    let mut shop = OpenShop::start().await;
    let order = shop.good_order().await;
    shop.parts().stop_service("inventory").await.expect("it stops");
    let (status, refusal) = shop.try_order(&order, None).await;
    assert_eq!(status, 503, "{refusal}");
    assert_eq!(
        refusal["message"],
        "We cannot check our stock right now. Nothing was ordered; please try again in a moment."
    );
    assert!(shop.products().await.len() >= 12);
    assert_eq!(shop.kept_orders().await, 0);
    shop.parts().start_service("inventory").await.expect("it starts");
    eventually("orders go on without help", async || {
        let (status, _) = shop.try_order(&order, Some("one-attempt")).await;
        (status == 201).then_some(())
    })
    .await;
    shop.close().await;
}
