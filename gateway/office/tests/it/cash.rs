//! Tests of the files of remittances, pincodes and tracking numbers.

use proto::order::v1::DecidedPincode;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    authorization::Case,
    fakes::{Office, header, refusal},
};

const IMPORT: &str = "01936f00-0000-7000-8000-000000000051";

/// Requests about these files, with the calls that they need.
pub(crate) fn calls() -> Vec<Case> {
    vec![(
        Method::GET,
        "/pincodes/export.csv".to_owned(),
        Value::Null,
        &[("ListPincodes", "")],
    )]
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
