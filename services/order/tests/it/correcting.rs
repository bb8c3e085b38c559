//! Corrections of delivery addresses before orders are packed.

use proto::order::v1::{
    Actor, CorrectOrderAddressRequest, FindOrderRequest, Order, OrderStatus, Ownership, PaymentMethod,
    PlaceOrderRequest,
};
use runtime::status;
use tonic::{Code, Status};

use crate::{
    Shop, count, good_order, shop_rules,
    staff::{BINA, Office},
};

const EVENTS: &str = "SELECT count(*) FROM outbox WHERE subject = 'shop.order.address_corrected.v1'";

fn correction(order_id: &str, version: i32) -> CorrectOrderAddressRequest {
    CorrectOrderAddressRequest {
        order_id: order_id.to_owned(),
        version,
        full_name: "Bina Patel".to_owned(),
        mobile_number: "+91 91234-56789".to_owned(),
        delivery_address: "4 Temple Street,\r\nNavsari".to_owned(),
        pincode: "396445".to_owned(),
    }
}

impl Office {
    async fn correct(&self, correction: CorrectOrderAddressRequest) -> Result<Order, Status> {
        let request = self.keys.request(BINA, correction);
        let corrected = self.editing.clone().correct_order_address(request).await?;
        Ok(corrected.into_inner().order.expect("it is answered"))
    }
}

impl Shop {
    /// Places a COD order and returns its ID.
    pub(crate) async fn place_for_cash(&self) -> String {
        let order = PlaceOrderRequest {
            payment_method: PaymentMethod::CashOnDelivery.into(),
            total_paise: 122_100,
            ..good_order()
        };
        self.place(order).await.expect("it is placed").order_id
    }

    async fn follows_with(&self, order_number: &str, mobile_number: &str) -> bool {
        let request = FindOrderRequest {
            order_number: order_number.to_owned(),
            ownership: Some(Ownership {
                mobile_number: mobile_number.to_owned(),
                ..Ownership::default()
            }),
        };
        self.orders.clone().find_order(request).await.is_ok()
    }
}

#[track_caller]
pub(crate) fn refused_as(refused: &Status, code: Code, reason: &str) {
    let told = status::details(refused).reason;
    assert_eq!(
        (refused.code(), told.as_deref()),
        (code, Some(reason)),
        "{refused}"
    );
}

#[tokio::test]
async fn the_address_of_an_order_is_corrected_once_and_published() {
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    let id = shop.place_for_cash().await;
    shop.go(&id, 1, OrderStatus::Confirmed).await;
    let corrected = office.correct(correction(&id, 2)).await.expect("it may be");
    assert_eq!(
        (
            corrected.full_name.as_str(),
            corrected.mobile_number.as_str(),
            corrected.delivery_address.as_str(),
            corrected.pincode.as_str()
        ),
        ("Bina Patel", "9123456789", "4 Temple Street,\nNavsari", "396445")
    );
    assert_eq!(
        (corrected.version, corrected.status()),
        (3, OrderStatus::Confirmed)
    );
    let change = corrected.changes.last().expect("it is told");
    assert_eq!(
        (
            change.version,
            change.to(),
            change.actor(),
            change.reason.as_str()
        ),
        (
            3,
            OrderStatus::Confirmed,
            Actor::Staff,
            "The address was corrected"
        )
    );
    let by: String = sqlx::query_scalar("SELECT actor_id::text FROM order_changes WHERE version = 3")
        .fetch_one(shop.database.pool())
        .await
        .expect("it can be read");
    assert_eq!(by, BINA);
    let again = office.correct(correction(&id, 2)).await.expect("it is the same");
    assert_eq!(again, corrected);
    let event = "SELECT count(*) FROM outbox WHERE subject = 'shop.order.address_corrected.v1' AND aggregate_version = 3";
    assert_eq!(count(shop.database.pool(), event).await, 1);
    assert_eq!(count(shop.database.pool(), EVENTS).await, 1);

    // The order can be followed with its new number, and goes on as usual.
    assert!(shop.follows_with(&corrected.order_number, "9123456789").await);
    assert!(!shop.follows_with(&corrected.order_number, "9876543210").await);
    let packed = shop.go(&id, 3, OrderStatus::Packed).await;
    assert_eq!(packed.version, 4);
}

#[tokio::test]
async fn a_correction_of_a_changed_or_packed_order_is_refused() {
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    let id = shop.place_for_cash().await;
    shop.go(&id, 1, OrderStatus::Confirmed).await;
    let refused = office
        .correct(correction(&id, 1))
        .await
        .expect_err("it was changed");
    refused_as(&refused, Code::Aborted, "ORDER_CHANGED");
    let now: Order = status::message(&refused).expect("the order comes along");
    assert_eq!((now.order_id.as_str(), now.version), (id.as_str(), 2));

    shop.go(&id, 2, OrderStatus::Packed).await;
    let refused = office
        .correct(correction(&id, 3))
        .await
        .expect_err("it is packed");
    refused_as(&refused, Code::FailedPrecondition, "NOT_ALLOWED");
    let unknown = correction("0190b6a0-0000-7000-8000-0000000000ff", 1);
    let refused = office.correct(unknown).await.expect_err("there is none");
    assert_eq!(refused.code(), Code::NotFound);
    let nothing = office.correct(CorrectOrderAddressRequest::default()).await;
    let violations = status::details(&nothing.expect_err("nothing is given")).violations;
    let fields: Vec<_> = violations
        .iter()
        .map(|violation| violation.field.as_str())
        .collect();
    assert_eq!(
        fields,
        [
            "order_id",
            "version",
            "full_name",
            "mobile_number",
            "delivery_address",
            "pincode"
        ]
    );
    assert_eq!(count(shop.database.pool(), EVENTS).await, 0);
    assert_eq!(shop.kept(&id).await.0.full_name, "Asha Patel");
}

#[tokio::test]
async fn an_order_goes_nowhere_where_the_way_costs_something_else() {
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    let id = shop.place_for_cash().await;
    let to = |pincode: &str| CorrectOrderAddressRequest {
        pincode: pincode.to_owned(),
        ..correction(&id, 1)
    };
    // COD is not available in Guwahati.
    let refused = office
        .correct(to("781001"))
        .await
        .expect_err("it is to be paid in cash");
    refused_as(&refused, Code::FailedPrecondition, "NO_CASH_THERE");
    assert!(
        refused.message().starts_with("Cash on delivery is not available"),
        "{refused}"
    );
    shop.execute(
        "UPDATE pincodes SET delivery_paise = 4000 WHERE pincode IN ('110001', '395007')".to_owned(),
    )
    .await;
    let refused = office
        .correct(to("110001"))
        .await
        .expect_err("the way costs more");
    refused_as(&refused, Code::FailedPrecondition, "PINCODE_DIFFERS");
    let refused = office
        .correct(to("999999"))
        .await
        .expect_err("there is no such place");
    let violations = status::details(&refused).violations;
    assert_eq!((violations.len(), violations[0].field.as_str()), (1, "pincode"));
    // A later rule of the operator does not apply to an order that stays at its pincode.
    office.correct(to("395007")).await.expect("it costs what it cost");

    // An order without a payment method has no charges at any pincode.
    let id = shop.place(good_order()).await.expect("it is placed").order_id;
    let far = CorrectOrderAddressRequest {
        pincode: "781001".to_owned(),
        ..correction(&id, 1)
    };
    let (before, _) = shop.kept(&id).await;
    let corrected = office.correct(far).await.expect("it costs its lines");
    assert!(
        corrected.promised_by > before.promised_by,
        "it takes longer to Guwahati"
    );
}

#[tokio::test]
async fn a_fee_that_the_shop_changed_since_keeps_no_order_from_its_address() {
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    let id = shop.place_for_cash().await;
    shop.catalog.shop.set(Some(shop_rules::facts(0, 3_000, 0)));
    shop_rules::until_quoted(&shop, (0, Some(3_000), None)).await;
    let to = |pincode: &str, version| CorrectOrderAddressRequest {
        pincode: pincode.to_owned(),
        ..correction(&id, version)
    };
    let corrected = office.correct(to("110001", 1)).await;
    let corrected = corrected.expect("it costs the usual here and there");
    assert_eq!(corrected.charges[0].amount_paise, 5_000, "the agreed fee stands");
    shop.execute("UPDATE pincodes SET cod_fee_paise = 4000 WHERE pincode = '396445'".to_owned())
        .await;
    let refused = office.correct(to("396445", 2)).await;
    let refused = refused.expect_err("another fee applies there");
    refused_as(&refused, Code::FailedPrecondition, "PINCODE_DIFFERS");
}
