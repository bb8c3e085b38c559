//! Tests of imports, and of the stock export.

use proto::inventory::v1::{Batch, ExportedBatch, Pack};
use reqwest::{Method, Response};
use runtime::status::{self, Rule, Violation};
use serde_json::{Value, json};
use tonic::{Code, Status};

use crate::{
    fake_staff::ASHA,
    fake_stock_files::{FakeStockFiles, IMPORT},
    fakes::{Office, data, header, refusal},
    record::{Seen, token_for},
};

const MIB: usize = 1024 * 1024;

/// An office whose inventory accepts files.
struct Desk {
    office: Office,
    stock: FakeStockFiles,
}

impl Desk {
    async fn open() -> Self {
        let stock = FakeStockFiles::default();
        let inventory = stock.serve().await;
        let office = Office::set_up(|settings| settings.services.inventory_url = inventory.target()).await;
        // The inventory must run until the end of the test.
        std::mem::forget(inventory);
        Self { office, stock }
    }

    async fn send(&self, session: &str, path: &str, content: Vec<u8>) -> Response {
        let request = self.office.of(session, Method::POST, path);
        let request = request.header("content-type", "text/csv").body(content);
        request.send().await.unwrap()
    }

    fn taken(&self) -> Vec<usize> {
        let files = std::mem::take(&mut *self.stock.files.lock().unwrap());
        files.into_iter().map(|file| file.content.len()).collect()
    }
}

fn path(rest: &str) -> String {
    format!("/imports/stock/{IMPORT}{rest}")
}

#[tokio::test]
async fn a_file_goes_to_its_service_whole_and_is_read_behind_the_answer() {
    let desk = Desk::open().await;
    let started = desk
        .send("owner", &path("?dryRun=true"), b"sku\n\xE0\xA4\x95".to_vec())
        .await;
    assert_eq!(started.status(), 202);
    let started: Value = started.json().await.unwrap();
    let expected = json!({
        "id": IMPORT, "kind": "stock", "isDryRun": true, "state": "running", "rowsTotal": 0, "rowsDone": 0,
        "rowsWrong": 0, "errors": [], "startedBy": ASHA, "startedAt": "2026-11-26T07:00:00Z",
    });
    assert_eq!(started["data"], expected);
    {
        let files = desk.stock.files.lock().unwrap();
        assert_eq!((files[0].import_id.as_str(), files[0].is_dry_run), (IMPORT, true));
        assert_eq!(files[0].content, b"sku\n\xE0\xA4\x95");
    }
    let call = "shop.inventory.v1.StockImportService/StartStockImport".to_owned();
    let token = Some(token_for(&call));
    assert_eq!(desk.stock.record.take_seen(), [Seen { call, token }]);
    let logged = desk.office.record.take_authorized();
    assert_eq!(logged[0].subject, format!("stock {IMPORT}"));

    desk.taken();
    assert_eq!(
        desk.send("owner", &path(""), vec![b'x'; 16 * MIB]).await.status(),
        202
    );
    assert_eq!(desk.taken(), [16 * MIB]);
}

#[tokio::test]
async fn a_file_without_permission_is_not_passed_on() {
    let desk = Desk::open().await;
    let large = || vec![b'x'; 16 * MIB];
    let signed_out = refusal(desk.send("stranger", &path(""), large()).await, 401).await;
    assert_eq!(signed_out["code"], "NOT_SIGNED_IN");
    let not_allowed = refusal(desk.send("accountant", &path(""), large()).await, 403).await;
    assert_eq!(not_allowed["code"], "NO_PERMISSION");
    let unknown = format!("/imports/elephants/{IMPORT}");
    refusal(desk.send("owner", &unknown, large()).await, 404).await;
    refusal(desk.send("owner", &path("?dryRun=perhaps"), large()).await, 400).await;
    let too_large = vec![b'x'; 16 * MIB + 1];
    let too_large = refusal(desk.send("owner", &path(""), too_large).await, 413).await;
    assert_eq!(too_large["code"], "TOO_LARGE");
    assert_eq!(desk.taken(), [0; 0]);
    assert_eq!(desk.stock.record.take_seen(), []);
}

#[tokio::test]
async fn why_a_file_is_not_taken_is_told_in_the_words_of_rest() {
    let desk = Desk::open().await;
    let broken = Rule::Malformed.says("The file is not UTF-8. Save it as CSV UTF-8");
    let invalid = status::invalid(vec![Violation::new("file.content", broken)]);
    desk.stock.record.refuse("StartStockImport", invalid);
    let told = refusal(desk.send("owner", &path(""), vec![0xFF]).await, 422).await;
    assert_eq!(told["errors"][0]["field"], "content", "{told}");
    let known = Status::already_exists("This import already has another file. Start the import again.");
    desk.stock.record.refuse("StartStockImport", known);
    refusal(desk.send("owner", &path(""), vec![b'x']).await, 409).await;
    let busy = status::with_reason(Code::ResourceExhausted, "BUSY", "Other files are being read.");
    desk.stock.record.refuse("StartStockImport", busy);
    let told = refusal(desk.send("owner", &path(""), vec![b'x']).await, 429).await;
    assert_eq!(told["code"], "BUSY");
}

#[tokio::test]
async fn how_far_a_file_is_can_be_asked_without_a_line_in_the_log() {
    let desk = Desk::open().await;
    let import = data(
        desk.office
            .of("owner", Method::GET, &path(""))
            .send()
            .await
            .unwrap(),
    )
    .await;
    let errors = json!([
        { "line": 2, "column": "mrp", "message": "Change it" },
        { "line": 4, "message": "Change it" },
    ]);
    assert_eq!(
        (&import["state"], &import["errors"]),
        (&json!("refused"), &errors)
    );
    assert_eq!(import["finishedAt"], "2026-11-26T07:00:01Z");
    let missing = "/imports/stock/01936f00-0000-7000-8000-0000000000ff";
    refusal(
        desk.office
            .of("owner", Method::GET, missing)
            .send()
            .await
            .unwrap(),
        404,
    )
    .await;
}

#[tokio::test]
async fn the_shelves_leave_as_a_file_that_can_come_in_again() {
    let desk = Desk::open().await;
    let batch = Batch {
        pack: Some(Pack {
            product_id: ASHA.to_owned(),
            weight_in_grams: 100,
        }),
        batch_number: "-K1".to_owned(),
        packed_on: "2026-10-01".to_owned(),
        best_before: "2027-10-01".to_owned(),
        mrp_paise: 29_850,
        cost_paise: 11_200,
        on_hand: 40,
        reserved: 3,
        is_recalled: true,
        ..Batch::default()
    };
    let exported = |sku: &str, batch: Batch| ExportedBatch {
        sku: sku.to_owned(),
        product_name: "Karela, powder".to_owned(),
        batch: Some(batch),
    };
    let plain = Batch {
        cost_paise: 0,
        is_recalled: false,
        batch_number: "K2".to_owned(),
        ..batch.clone()
    };
    *desk.stock.pages.lock().unwrap() = vec![
        vec![exported("P0001-100", batch)],
        vec![],
        vec![exported("P0001-100", plain)],
    ];
    let file = desk
        .office
        .of("owner", Method::GET, "/stock/export.csv")
        .send()
        .await
        .unwrap();
    assert_eq!(file.status(), 200);
    assert_eq!(
        header(&file, "content-disposition"),
        "attachment; filename=\"stock.csv\""
    );
    let file = String::from_utf8(file.bytes().await.unwrap().to_vec()).unwrap();
    assert_eq!(
        file.trim_start_matches('\u{feff}'),
        "sku,batch,packed_on,expires,mrp,cost,quantity,product,weight_in_grams,reserved,recalled\r\n\
         P0001-100,'-K1,2026-10-01,2027-10-01,298.50,112.00,40,\"Karela, powder\",100,3,yes\r\n\
         P0001-100,K2,2026-10-01,2027-10-01,298.50,,40,\"Karela, powder\",100,3,no\r\n"
    );
}
