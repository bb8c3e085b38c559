use super::*;
use crate::order::{payment_method::PaymentMethod, received_payment::PaymentStatus};

fn row(number: &str, url: &str) -> TrackedParcel {
    let cells = TrackingCells {
        order_number: " vm-261124-0001 ",
        carrier: "India Post",
        tracking_number: number,
        tracking_url: url,
        weight_in_grams: "",
    };
    cells.validate().expect("it keeps the rules")
}

fn order(status: Status, parcel: Option<TrackedParcel>) -> Order {
    Order {
        status: status.as_str().to_owned(),
        version: 3,
        total_paise: 1,
        parcel: parcel.map(|row| row.parcel),
        parcel_weight_in_grams: Some(540),
        ..Order::example(Some(PaymentMethod::CashOnDelivery))
    }
}

#[test]
fn a_row_names_an_order_a_carrier_and_its_number() {
    assert_eq!(row("EK1", "").order_number, "VM-261124-0001");
    let wrong = TrackingCells {
        order_number: "",
        carrier: "X",
        tracking_number: "",
        tracking_url: "javascript:alert(1)",
        weight_in_grams: "half a kilo",
    };
    let violations = wrong.validate().expect_err("nothing of it is right");
    let columns: Vec<_> = violations.iter().map(|wrong| wrong.field.as_ref()).collect();
    assert_eq!(
        columns,
        [
            "order_number",
            "tracking_number",
            "carrier",
            "tracking_url",
            "weight_in_grams"
        ]
    );
}

#[test]
fn a_packed_order_is_shipped_and_a_shipped_one_is_corrected() {
    let (one, other) = (|| Some(row("EK1", "https://post.example/EK1")), row("EK2", ""));
    let table = [
        (order(Status::Packed, None), &other, Ok(TrackingAction::Ship)),
        (
            order(Status::Shipped, one()),
            &row("EK1", ""),
            Ok(TrackingAction::Nothing),
        ),
        (
            order(Status::Delivered, one()),
            &row("EK1", ""),
            Ok(TrackingAction::Nothing),
        ),
        (order(Status::Shipped, one()), &other, Ok(TrackingAction::Correct)),
        (
            order(Status::Shipped, one()),
            &row("EK1", "https://post.example/1"),
            Ok(TrackingAction::Correct),
        ),
        (order(Status::Delivered, one()), &other, Err("order_number")),
        (order(Status::Confirmed, None), &other, Err("order_number")),
        (order(Status::Cancelled, None), &other, Err("order_number")),
    ];
    for (order, row, expected) in table {
        let action = row.action(Some(&order));
        assert_eq!(
            action.as_ref().map_err(|wrong| wrong.field.as_ref()),
            expected.as_ref().map_err(|column| *column),
            "{}",
            order.status
        );
    }
    assert!(other.action(None).is_err());
}

#[test]
fn an_unpaid_order_is_not_shipped_by_a_file() {
    let mut order = order(Status::Packed, None);
    order.details.payment_method = Some(PaymentMethod::PayLater);
    let refused = row("EK1", "").action(Some(&order)).expect_err("it is not paid");
    assert!(refused.message().contains("not paid"), "{}", refused.message());
    order.payment_status = PaymentStatus::Paid.as_str().to_owned();
    assert_eq!(row("EK1", "").action(Some(&order)), Ok(TrackingAction::Ship));
}
