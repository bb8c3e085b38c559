//! The weight of a parcel: set when it is packed, corrected until the handover, and unchanged after that.

use proto::{
    csv::v1::CsvImportState,
    order::v1::{Actor, CorrectParcelWeightRequest, Order, OrderStatus, TransitionOrderRequest},
};
use runtime::status;
use tonic::{Code, Status};

use crate::{
    Shop,
    cash::{file, told},
    correcting::refused_as,
    count,
    staff::{BINA, Office},
    transitions::step,
};

const EVENTS: &str = "SELECT count(*) FROM outbox";

/// Builds a status change by staff with the weight of the parcel.
fn weighed(order_id: &str, version: i32, to: OrderStatus, grams: Option<i32>) -> TransitionOrderRequest {
    TransitionOrderRequest {
        parcel_weight_in_grams: grams,
        ..step(order_id, version, to, Actor::Staff)
    }
}

impl Office {
    async fn correct_weight(
        &self,
        order_id: &str,
        version: i32,
        weight_in_grams: Option<i32>,
    ) -> Result<Order, Status> {
        let correction = CorrectParcelWeightRequest {
            order_id: order_id.to_owned(),
            version,
            weight_in_grams,
        };
        let request = self.keys.request(BINA, correction);
        let corrected = self.editing.clone().correct_parcel_weight(request).await?;
        Ok(corrected.into_inner().order.expect("it is answered"))
    }
}

#[tokio::test]
async fn a_parcel_is_weighed_as_it_is_closed_and_corrected_until_the_carrier_has_it() {
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    let id = shop.place_and_transition([OrderStatus::Confirmed]).await;
    let early = office.correct_weight(&id, 2, Some(540)).await;
    refused_as(
        &early.expect_err("there is no parcel yet"),
        Code::FailedPrecondition,
        "NOT_ALLOWED",
    );
    for grams in [0, -540, 50_001, i32::MAX] {
        let refused = shop
            .transition(weighed(&id, 2, OrderStatus::Packed, Some(grams)))
            .await;
        let refused = refused.expect_err("no parcel weighs so much");
        let violations = status::details(&refused).violations;
        assert_eq!(violations[0].field, "parcel_weight_in_grams", "{grams}");
    }
    let packing = weighed(&id, 2, OrderStatus::Packed, Some(540));
    for _ in 0..2 {
        let packed = shop.transition(packing.clone()).await.expect("it may be");
        assert_eq!((packed.version, packed.parcel_weight_in_grams), (3, Some(540)));
    }
    let other = shop
        .transition(weighed(&id, 2, OrderStatus::Packed, Some(600)))
        .await;
    refused_as(
        &other.expect_err("another packer weighed it"),
        Code::Aborted,
        "ORDER_CHANGED",
    );

    let events = count(shop.database.pool(), EVENTS).await;
    for _ in 0..2 {
        let corrected = office.correct_weight(&id, 3, Some(612)).await.expect("it may be");
        assert_eq!(
            (corrected.version, corrected.parcel_weight_in_grams),
            (4, Some(612))
        );
        let change = corrected.changes.last().expect("it is told");
        assert_eq!(
            (change.to(), change.reason.as_str()),
            (OrderStatus::Packed, "The parcel's weight was corrected")
        );
    }
    let stale = office
        .correct_weight(&id, 3, Some(1))
        .await
        .expect_err("it was changed");
    refused_as(&stale, Code::Aborted, "ORDER_CHANGED");
    let unweighed = office.correct_weight(&id, 4, None).await.expect("it may be");
    assert_eq!(unweighed.parcel_weight_in_grams, None);
    assert_eq!(
        count(shop.database.pool(), EVENTS).await,
        events,
        "no event is written"
    );

    office.correct_weight(&id, 5, Some(612)).await.expect("it may be");
    // A caller without the weight does not clear it.
    let shipped = shop.go(&id, 6, OrderStatus::Shipped).await;
    assert_eq!(shipped.parcel_weight_in_grams, Some(612));
    let late = office.correct_weight(&id, 7, Some(540)).await;
    refused_as(
        &late.expect_err("the carrier has it"),
        Code::FailedPrecondition,
        "NOT_ALLOWED",
    );
    let broken = office
        .correct_weight(&id, 7, Some(50_001))
        .await
        .expect_err("it is broken");
    assert_eq!(status::details(&broken).violations[0].field, "weight_in_grams");
}

#[tokio::test]
async fn a_file_of_numbers_may_say_what_parcels_weigh_until_they_are_handed_over() {
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    let way = [OrderStatus::Confirmed, OrderStatus::Packed];
    let (weighed, weighed_id) = shop.order_in(way).await;
    let (unweighed, unweighed_id) = shop.order_in(way).await;
    let rows = |number: &str, grams: &str, other: &str| {
        file(&format!(
            "order_number,carrier,tracking_number,weight_in_grams\n\
             {weighed},India Post,{number},{grams}\n{unweighed},India Post,EK2,{other}\n"
        ))
    };
    let wrong = office.track(rows("EK1", "0.5", "50001")).await;
    assert_eq!(wrong.state(), CsvImportState::Refused);
    let columns: Vec<_> = told(&wrong)
        .into_iter()
        .map(|(_, column, _)| column.to_owned())
        .collect();
    assert_eq!(columns, ["weight_in_grams", "weight_in_grams"]);

    let file_of_the_carrier = rows("EK1", "640", "");
    let applied = office.track(file_of_the_carrier).await;
    assert_eq!(applied.state(), CsvImportState::Applied, "{applied:?}");
    let weight = async |id: &str| shop.kept(id).await.0.parcel_weight_in_grams;
    assert_eq!(weight(&weighed_id).await, Some(640));
    assert_eq!(weight(&unweighed_id).await, None);

    let again = office.track(rows("EK1", "640", "")).await;
    assert_eq!(again.state(), CsvImportState::Applied, "{again:?}");
    assert_eq!(
        shop.kept(&weighed_id).await.0.version,
        4,
        "nothing was to be done"
    );
    let corrected = office.track(rows("EK7", "", "")).await;
    assert_eq!(corrected.state(), CsvImportState::Applied, "{corrected:?}");
    assert_eq!(
        weight(&weighed_id).await,
        Some(640),
        "a corrected number weighs nothing"
    );
    let late = office.track(rows("EK7", "700", "500")).await;
    assert_eq!(
        told(&late),
        [
            (
                2,
                "weight_in_grams",
                "It was handed over with 640 g. Leave the cell empty."
            ),
            (
                3,
                "weight_in_grams",
                "It was handed over without a weight. Leave the cell empty."
            ),
        ]
    );
}
