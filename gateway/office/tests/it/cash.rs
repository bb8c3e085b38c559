//! Tests of cash on delivery and its files.

use proto::order::v1::{CashState, DecidedPincode};
use reqwest::Method;
use serde_json::{Value, json};
use tonic::Status;

use crate::{
    authorization::Case,
    fakes::{Office, header, refusal},
};

const IMPORT: &str = "01936f00-0000-7000-8000-000000000051";

/// Requests about cash on delivery, with the calls that they need.
pub(crate) fn calls() -> Vec<Case> {
    vec![
        (Method::GET, "/cash".to_owned(), Value::Null, &[("SumCash", "")]),
        (
            Method::GET,
            "/cash/orders?state=remitted".to_owned(),
            Value::Null,
            &[("ListCash", "")],
        ),
        (
            Method::GET,
            "/pincodes/export.csv".to_owned(),
            Value::Null,
            &[("ListPincodes", "")],
        ),
    ]
}

#[tokio::test]
async fn the_cash_of_each_carrier_is_told_in_rupees() {
    let office = Office::start().await;
    let cash = office.read("/cash").await;
    let nothing = json!({ "orders": 0, "amount": 0 });
    assert_eq!(
        cash,
        json!({
            "carriers": [
                { "carrier": "", "toCollect": nothing, "collected": nothing, "remitted": nothing },
                {
                    "carrier": "India Post",
                    "toCollect": { "orders": 2, "amount": 999.5 },
                    "collected": { "orders": 1, "amount": 249 },
                    "remitted": nothing,
                    "oldestCollectedAt": "2026-11-17T06:30:00Z",
                },
            ],
            "remittedSince": "2026-10-28",
        })
    );
}

#[tokio::test]
async fn a_list_leads_from_a_sum_to_its_orders() {
    let office = Office::start().await;
    let page = office
        .read("/cash/orders?carrier=India+Post&state=to_collect")
        .await;
    assert_eq!(
        page["orders"],
        json!([
            {
                "orderNumber": "VM-261121-7K3QX",
                "carrier": "India Post",
                "amount": 538.5,
                "shippedAt": "2026-11-22T06:30:00Z",
            },
            {
                "orderNumber": "VM-261121-7K3QX",
                "carrier": "India Post",
                "amount": 538.5,
                "shippedAt": "2026-11-22T06:30:00Z",
                "deliveredAt": "2026-11-24T06:30:00Z",
                "remittedOn": "2026-11-26",
                "reference": "UTR 7",
            },
        ])
    );
    assert_eq!(page["next"], "2");
    for (state, expected) in [
        ("collected", CashState::Collected),
        ("remitted", CashState::Remitted),
    ] {
        let page = office.read(&format!("/cash/orders?state={state}&cursor=2")).await;
        assert_eq!(page.get("next"), None);
        let asked = office.order_cash.asked.lock().unwrap().pop().unwrap();
        assert_eq!((asked.state(), asked.page_token.as_str()), (expected, "2"));
        assert_eq!((asked.carrier.as_str(), asked.page_size), ("", 0));
    }
    let first = office.order_cash.asked.lock().unwrap()[0].clone();
    assert_eq!(
        (first.carrier.as_str(), first.state()),
        ("India Post", CashState::ToCollect)
    );
    for query in ["", "?state=lost"] {
        let path = format!("/cash/orders{query}");
        let response = office.of("owner", Method::GET, &path).send().await.unwrap();
        refusal(response, 400).await;
    }
    office
        .record
        .refuse("ListCash", Status::permission_denied("a packer asks"));
    let response = office.of("packer", Method::GET, "/cash/orders?state=remitted");
    let body = refusal(response.send().await.unwrap(), 403).await;
    assert_eq!(body["code"], "NO_PERMISSION");
}

#[tokio::test]
async fn remittances_and_pincodes_are_brought_in_as_files() {
    let office = Office::start().await;
    for (kind, stranger) in [
        ("remittances", "packer"),
        ("pincodes", "accountant"),
        ("tracking", "accountant"),
    ] {
        let path = format!("/imports/{kind}/{IMPORT}");
        let sent = office
            .of("owner", Method::POST, &format!("{path}?dryRun=true"))
            .header("content-type", "text/csv")
            .body("a,b\n1,2\n");
        let response = sent.send().await.unwrap();
        assert_eq!(response.status(), 202, "{kind}");
        let body: Value = response.json().await.unwrap();
        let import = &body["data"];
        assert_eq!(
            (&import["kind"], &import["state"], &import["isDryRun"]),
            (&json!(kind), &json!("running"), &json!(true))
        );
        let (rows, file) = office.order_cash.files.lock().unwrap().pop().unwrap();
        assert_eq!((rows, file.content.as_slice()), (kind, b"a,b\n1,2\n".as_slice()));
        assert_eq!((file.import_id.as_str(), file.is_dry_run), (IMPORT, true));
        assert_eq!(office.read(&path).await["id"], IMPORT);

        // The office refuses a sender without the permission before it reads the file.
        let sent = office.of(stranger, Method::POST, &path).body("a,b\n");
        let body = refusal(sent.send().await.unwrap(), 403).await;
        assert_eq!(body["code"], "NO_PERMISSION");
        assert!(office.order_cash.files.lock().unwrap().is_empty());
    }
}

#[tokio::test]
async fn pincode_decisions_are_exported_as_a_file() {
    let office = Office::start().await;
    let near = DecidedPincode {
        pincode: "395007".to_owned(),
        zone: "near".to_owned(),
        delivery_paise: Some(4_000),
        takes_cash: Some(false),
        cod_fee_paise: None,
    };
    let dear = DecidedPincode {
        pincode: "781001".to_owned(),
        takes_cash: Some(true),
        cod_fee_paise: Some(0),
        ..DecidedPincode::default()
    };
    *office.order_cash.pincodes.lock().unwrap() = vec![vec![near], vec![dear]];
    let path = "/pincodes/export.csv";
    let response = office.of("owner", Method::GET, path).send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(
        header(&response, "content-disposition"),
        "attachment; filename=\"pincodes.csv\""
    );
    let file = response.bytes().await.unwrap();
    let expected = "\u{feff}pincode,zone,delivery,cash,fee\r\n395007,near,40,no,\r\n781001,,,yes,0\r\n";
    assert_eq!(std::str::from_utf8(&file).unwrap(), expected);
}
