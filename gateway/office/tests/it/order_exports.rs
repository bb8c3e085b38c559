//! Tests of order exports.

use proto::order::v1::{
    ChargeKind, MoneyChannel, Order, OrderCharge, OrderSource, OrderStatus, Parcel, PaymentStatus,
    ReceivedPayment,
};
use reqwest::{Method, Response};
use runtime::status::{self, Rule, Violation};
use serde_json::json;
use tonic::{Code, Status};

use crate::{
    fake_order::order,
    fakes::{Office, header, refusal},
};

const NOVEMBER: &str = "/orders/export.csv?from=2026-11-01&until=2026-11-30";

const COLUMNS: &str = "Order number,Placed at,State,Source,Name,Email,Mobile number,Address,Pincode,SKU,Product,\
    Weight in grams,Quantity,Unit price,Line total,Delivery,COD fee,Order total,Payment method,Payment state,\
    Payment channel,Payment reference,Received on,Carrier,Tracking number,Parcel weight in grams,Refunded";

impl Office {
    async fn export(&self, path: &str) -> Response {
        self.of("owner", Method::GET, path).send().await.unwrap()
    }
}

/// A paid and shipped order with two lines, whose recipient's name looks like a formula.
fn awkward() -> Order {
    let lines = order().lines;
    Order {
        order_number: "VM-261122-AAAAA".to_owned(),
        placed_at: "2026-11-21T18:30:00.123Z".to_owned(),
        full_name: "=HYPERLINK(\"http://x\")".to_owned(),
        delivery_address: "12 \"Sagar\"\nRing Road".to_owned(),
        lines: vec![
            proto::order::v1::OrderLine {
                product_name: "करेला चूर्ण".to_owned(),
                ..lines[0].clone()
            },
            lines[0].clone(),
        ],
        charges: vec![OrderCharge {
            label: "Cash".to_owned(),
            amount_paise: 5_000,
            kind: ChargeKind::CodFee.into(),
        }],
        total_paise: 104_700,
        status: OrderStatus::ReturnedToOrigin.into(),
        source: OrderSource::Whatsapp.into(),
        payment_status: PaymentStatus::PartlyRefunded.into(),
        refunded_paise: 49_850,
        payment: Some(ReceivedPayment {
            channel: MoneyChannel::BankTransfer.into(),
            reference: "UTR1".to_owned(),
            received_on: "2026-11-25".to_owned(),
            ..ReceivedPayment::default()
        }),
        parcel: Some(Parcel {
            carrier: "India Post".to_owned(),
            tracking_number: "-7".to_owned(),
            tracking_url: String::new(),
        }),
        parcel_weight_in_grams: Some(1_240),
        ..order()
    }
}

#[tokio::test]
async fn orders_leave_as_a_file_page_after_page() {
    let office = Office::start().await;
    *office.order_exports.pages.lock().unwrap() = vec![Ok(vec![order()]), Ok(vec![]), Ok(vec![awkward()])];
    let response = office.export(NOVEMBER).await;
    assert_eq!(response.status(), 200);
    assert_eq!(header(&response, "content-type"), "text/csv; charset=utf-8");
    assert_eq!(header(&response, "cache-control"), "no-store");
    assert_eq!(
        header(&response, "content-disposition"),
        "attachment; filename=\"orders-2026-11-01-to-2026-11-30.csv\""
    );
    let file = response.bytes().await.unwrap();
    let before = "VM-261122-AAAAA,2026-11-22T00:00:00+05:30,returned to origin (RTO),WhatsApp,\"'=HYPERLINK(\"\"http://x\"\")\",\
        asha@gmail.com,9876543210,\"12 \"\"Sagar\"\"\nRing Road\",395002,P0001-100";
    let after = "cash on delivery,partly refunded,bank transfer,UTR1,2026-11-25,India Post,'-7";
    let expected = [
        format!("\u{feff}{COLUMNS}"),
        "VM-261121-7K3QX,2026-11-21T12:00:00+05:30,placed,web,Asha Patel,asha@gmail.com,9876543210,\
            \"12 Ring Road, Surat\",395002,P0001-100,Karela Powder,100,2,249.25,498.50,40.00,0.00,538.50,\
            cash on delivery,pending,,,,,,,0.00"
            .to_owned(),
        format!("{before},करेला चूर्ण,100,2,249.25,498.50,0.00,50.00,1047.00,{after},1240,498.50"),
        format!("{before},Karela Powder,100,2,249.25,498.50,,,,{after},,"),
        String::new(),
    ];
    assert_eq!(std::str::from_utf8(&file).unwrap(), expected.join("\r\n"));
    let asked = office.order_exports.asked.lock().unwrap().clone();
    let days = (asked[2].from_day.as_str(), asked[2].until_day.as_str());
    assert_eq!(days, ("2026-11-01", "2026-11-30"));
    let tokens: Vec<_> = asked.iter().map(|asked| asked.page_token.as_str()).collect();
    assert_eq!(tokens, ["", "1", "2"]);
    assert_eq!(
        office.record.take_authorized().len(),
        1,
        "one token reads them all"
    );
}

#[tokio::test]
async fn a_file_that_cannot_be_read_to_its_end_breaks_off() {
    let office = Office::start().await;
    let down = Status::unavailable("The database does not answer.");
    *office.order_exports.pages.lock().unwrap() = vec![Ok(vec![order()]), Err(down)];
    let response = office.export(NOVEMBER).await;
    assert_eq!(response.status(), 200);
    let file = response.bytes().await;
    assert!(file.is_err(), "half a file must not pass for a whole one");
}

#[tokio::test]
async fn an_invalid_export_is_refused_before_the_file_begins() {
    let office = Office::start().await;
    for (query, field) in [
        ("from=2026-11-01%22&until=2026-11-30", "from"),
        ("from=2026-11-01&until=", "until"),
    ] {
        let response = office.export(&format!("/orders/export.csv?{query}")).await;
        let body = refusal(response, 422).await;
        assert_eq!(body["errors"][0]["field"], field, "{query}");
    }
    assert!(
        office.record.take_authorized().is_empty(),
        "no call was authorized"
    );
    refusal(office.export("/orders/export.csv").await, 400).await;

    let broken = Rule::OutOfRange { min: 1, max: 366 }.says("Ask for 1 to 366 days");
    let too_many = status::invalid(vec![Violation::new("until_day", broken)]);
    office.record.refuse("ExportOrders", too_many);
    let body = refusal(office.export(NOVEMBER).await, 422).await;
    assert_eq!(body["errors"][0]["field"], "until");

    let words = "Please confirm that it is you.";
    let again = status::with_reason(Code::PermissionDenied, "REAUTHENTICATE", words);
    office.record.refuse("ExportOrders", again);
    let body = refusal(office.export(NOVEMBER).await, 403).await;
    assert_eq!(body["reason"], json!("REAUTHENTICATE"));
}
