//! Imports and lists of the delivery rules of pincodes.

use proto::{
    csv::v1::{CsvFile, CsvImport, CsvImportState},
    order::v1::{DecidedPincode, GetPincodeImportRequest, ListPincodesRequest, StartPincodeImportRequest},
};

use crate::{
    Shop,
    cash::{file, told},
    staff::{BINA, Office},
};

impl Office {
    /// Imports a file and returns its final state.
    async fn decide(&self, file: CsvFile) -> CsvImport {
        let import_id = file.import_id.clone();
        let asked = StartPincodeImportRequest { file: Some(file) };
        let request = self.keys.request(BINA, asked);
        let started = self.pincodes.clone().start_pincode_import(request).await;
        started.expect("it is taken");
        testkit::eventually("the file is read", async || {
            let asked = GetPincodeImportRequest {
                import_id: import_id.clone(),
            };
            let request = self.keys.request(BINA, asked);
            let got = self.pincodes.clone().get_pincode_import(request).await;
            let import = got.expect("it is kept").into_inner().import;
            import.filter(|import| import.state() != CsvImportState::Running)
        })
        .await
    }

    /// Lists all pincodes with rules, in pages of this size.
    async fn decided(&self, page_size: i32) -> Vec<DecidedPincode> {
        let (mut decided, mut page_token) = (Vec::new(), String::new());
        loop {
            let asked = ListPincodesRequest {
                page_size,
                page_token,
            };
            let request = self.keys.request(BINA, asked);
            let page = self.pincodes.clone().list_pincodes(request).await;
            let page = page.expect("it answers").into_inner();
            decided.extend(page.pincodes);
            page_token = page.next_page_token;
            if page_token.is_empty() {
                return decided;
            }
        }
    }
}

fn decided(pincode: &str) -> DecidedPincode {
    DecidedPincode {
        pincode: pincode.to_owned(),
        ..DecidedPincode::default()
    }
}

#[tokio::test]
async fn a_file_decides_about_pincodes_and_an_empty_cell_takes_it_back() {
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    assert_eq!(office.decided(0).await, []);
    let rows = "pincode,zone,delivery,cash,fee\n781001,,,yes,0\n395007,near,40,,\n110001,,,no,\n";
    let import = office.decide(file(rows)).await;
    assert_eq!(
        (import.state(), import.rows_done),
        (CsvImportState::Applied, 3),
        "{import:?}"
    );
    let expected = [
        DecidedPincode {
            takes_cash: Some(false),
            ..decided("110001")
        },
        DecidedPincode {
            zone: "near".to_owned(),
            delivery_paise: Some(4_000),
            ..decided("395007")
        },
        DecidedPincode {
            takes_cash: Some(true),
            cod_fee_paise: Some(0),
            ..decided("781001")
        },
    ];
    for page_size in [0, 1, 2, 3] {
        assert_eq!(office.decided(page_size).await, expected, "{page_size} a page");
    }
    let import = office.decide(file("cash,pincode\n,110001\n")).await;
    assert_eq!(import.state(), CsvImportState::Applied, "{import:?}");
    assert_eq!(office.decided(0).await, expected[1..]);
}

#[tokio::test]
async fn a_wrong_row_decides_nothing() {
    let shop = Shop::open().await;
    let office = Office::open(&shop).await;
    let refused = office
        .decide(file("pincode,zone,fee\n39500,moon,101\n395007,,5\n"))
        .await;
    assert_eq!(refused.state(), CsvImportState::Refused);
    assert_eq!(
        told(&refused),
        [
            (2, "pincode", "39500 has not six digits"),
            (2, "zone", "moon is none of city, near, metro, rest and far"),
            (2, "fee", "101 is no number from 0 to 100"),
        ]
    );
    // The first of two thousand pincodes is repeated after the last. Rows are written a thousand at a time.
    let pincodes: Vec<String> =
        sqlx::query_scalar("SELECT pincode FROM pincodes ORDER BY pincode LIMIT 2000")
            .fetch_all(shop.database.pool())
            .await
            .expect("pincodes can be read");
    let rows: Vec<_> = pincodes.iter().map(|pincode| format!("{pincode},5")).collect();
    let first = &pincodes[0];
    let rows = format!(
        "pincode,fee\n{}\n999999,5\n{first},5\n{first},6\n",
        rows.join("\n")
    );
    let refused = office.decide(file(&rows)).await;
    let twice = format!("{first} is listed twice");
    assert_eq!(
        told(&refused),
        [
            (2_002, "pincode", "There is no 999999"),
            (2_003, "pincode", twice.as_str()),
            (2_004, "pincode", twice.as_str()),
        ]
    );
    assert_eq!(office.decided(0).await, []);
}
