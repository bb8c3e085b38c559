//! Import and export of stock files.

use fakes::catalog::v1::pack_service_server::PackServiceServer;
use proto::{
    csv::v1::{CsvFile, CsvImport, CsvImportState},
    inventory::v1::{
        ExportBatchesRequest, ExportBatchesResponse, FinalizeReservationsRequest, GetStockImportRequest,
        Pack, RecallBatchRequest, StartStockImportRequest,
        stock_export_service_client::StockExportServiceClient,
        stock_import_service_client::StockImportServiceClient,
    },
};
use runtime::Identity;
use testkit::{OfficeKeys, Served, eventually};
use tonic::{Code, Response, Status, service::interceptor::InterceptedService, transport::Channel};
use uuid::Uuid;

use crate::{Stockroom, fake_catalog::FakeCatalog, pack};

const BINA: &str = "0190b6a0-0000-7000-8000-00000000b17a";

const HEAD: &str = "sku,batch,packed_on,expires,mrp,cost,quantity,reason";

/// A stockroom with staff tokens, and a catalog with two packs.
pub(crate) struct Depot {
    pub(crate) room: Stockroom,
    pub(crate) packs: Vec<Pack>,
    keys: OfficeKeys,
    imports: StockImportServiceClient<InterceptedService<Channel, Identity>>,
    exports: StockExportServiceClient<InterceptedService<Channel, Identity>>,
    catalog: Served,
    _served: Served,
}

impl Depot {
    pub(crate) async fn open() -> Self {
        let packs = vec![pack(), pack()];
        let catalog = testkit::grpc(PackServiceServer::new(FakeCatalog::with(&packs))).await;
        let room = Stockroom::open_beside(catalog.target(), 1, crate::nats_url(), false).await;
        let keys = OfficeKeys::new();
        let settings = inventory::Settings {
            database: room.database.settings(),
            events: outbox::Settings::new(crate::nats_url()),
            catalog_url: catalog.target(),
            identity_url: testkit::away(),
            sample_stock: false,
        };
        let served = testkit::serve_to(keys.callers(), |frame| inventory::service(settings, frame)).await;
        let channel = Channel::builder(served.url()).connect_lazy();
        let depot = Self {
            imports: StockImportServiceClient::with_interceptor(channel.clone(), keys.identity()),
            exports: StockExportServiceClient::with_interceptor(channel, keys.identity()),
            room,
            packs,
            keys,
            catalog,
            _served: served,
        };
        eventually("the inventory answers the office", async || {
            depot.export().await.ok()
        })
        .await;
        depot
    }

    async fn export(&self) -> Result<ExportBatchesResponse, Status> {
        let request = ExportBatchesRequest::default();
        let request = self.keys.request(BINA, request);
        let exported = self.exports.clone().export_batches(request).await;
        exported.map(Response::into_inner)
    }

    /// Imports a file of these rows, and returns the result.
    pub(crate) async fn import(&self, rows: &[&str], is_dry_run: bool) -> CsvImport {
        let content = format!("{HEAD}\r\n{}\r\n", rows.join("\r\n"));
        let request = StartStockImportRequest {
            file: Some(CsvFile {
                import_id: Uuid::now_v7().to_string(),
                is_dry_run,
                content: content.into_bytes(),
            }),
        };
        let request = self.keys.request(BINA, request);
        let started = self.imports.clone().start_stock_import(request).await;
        let started = started.expect("the file is taken").into_inner().import;
        let import_id = started.expect("it is answered").import_id;
        eventually("the import ends", async || {
            let import_id = import_id.clone();
            let request = self.keys.request(BINA, GetStockImportRequest { import_id });
            let told = self.imports.clone().get_stock_import(request).await;
            let import = told.expect("it is known").into_inner().import;
            import.filter(|import| import.state() != CsvImportState::Running)
        })
        .await
    }
}

/// The errors, as lines and columns.
fn errors(import: &CsvImport) -> Vec<(i32, &str)> {
    let errors = import.errors.iter();
    errors.map(|error| (error.line, error.column.as_str())).collect()
}

#[tokio::test]
async fn receipts_of_a_file_are_entered_as_single_ones_are() {
    let depot = Depot::open().await;
    let room = &depot.room;
    // An order waits for five packs of a recalled batch.
    let order = Uuid::now_v7();
    let old = room.receive(&depot.packs[0], 5).await;
    room.reserve(order, &[(depot.packs[0].clone(), 5)])
        .await
        .expect("they are there");
    let finalizing = FinalizeReservationsRequest {
        placed_order_ids: vec![order.to_string()],
        ..FinalizeReservationsRequest::default()
    };
    room.inventory(0)
        .finalize_reservations(finalizing)
        .await
        .expect("it is placed");
    let recall = RecallBatchRequest {
        batch_id: old.batch_id,
        reason: "The laboratory found sand".to_owned(),
        ..RecallBatchRequest::default()
    };
    room.inventory(0)
        .recall_batch(recall)
        .await
        .expect("it is recalled");
    assert_eq!(room.count("SELECT count(*) FROM oversold_packs").await, 1);

    let rows = [
        "p0001-100,N-1,2026-10-01,2199-10-01,298.50,112,20,From Surat",
        "P0001-100,N-1,2026-10-01,2199-10-01,298.5,112,4,",
        "P0002-100,M-1,2026-10-01,2199-10-01,100,,7,",
    ];
    let checked = depot.import(&rows, true).await;
    assert_eq!(
        (checked.state(), errors(&checked)),
        (CsvImportState::Checked, vec![])
    );
    assert_eq!(room.count("SELECT count(*) FROM batches").await, 1);
    let applied = depot.import(&rows, false).await;
    assert_eq!((applied.state(), applied.rows_done), (CsvImportState::Applied, 3));

    assert_eq!(room.counts(&depot.packs[0]).await, (29, 5));
    assert_eq!(
        room.count("SELECT count(*) FROM oversold_packs").await,
        0,
        "the order has its packs"
    );
    let of_bina = "SELECT count(*) FROM movements WHERE kind = 'received' AND actor_id = '0190b6a0-0000-7000-8000-00000000b17a'
        AND (reason = 'From Surat') = (quantity = 20)";
    assert_eq!(room.count(of_bina).await, 3);
    let standings = room.standings().await;
    let lefts: Vec<_> = standings.iter().map(|pack| pack.left).collect();
    assert_eq!(
        lefts,
        [7],
        "shoppers are told of the few, and the other pack is back"
    );
    room.assert_sums().await;
}

#[tokio::test]
async fn errors_name_their_line_and_nothing_is_entered() {
    let depot = Depot::open().await;
    let malformed = depot.import(
        &[
            "P0001-100,A-1,2026-10-01,2199-10-01,298,,1,",
            ",,yesterday,2199-10-01,free,-1,0,",
            "P0001-100,A-2,2026-10-01,2026-10-01,298,,one,",
        ],
        false,
    );
    let malformed = malformed.await;
    let columns = ["sku", "mrp", "cost", "batch", "packed_on", "quantity"];
    let mut expected: Vec<_> = columns.map(|column| (3, column)).into();
    expected.extend([(4, "expires"), (4, "quantity")]);
    assert_eq!(errors(&malformed), expected);
    assert_eq!(
        (malformed.state(), malformed.rows_wrong),
        (CsvImportState::Refused, 2)
    );

    let unfit = depot.import(
        &[
            "P0001-100,A-1,2026-10-01,2199-10-01,298,,1,",
            "P0009-100,A-1,2026-10-01,2199-10-01,298,,1,",
            "P0001-100,A-1,2026-10-01,2199-10-01,299,,1,",
        ],
        false,
    );
    let unfit = unfit.await;
    assert_eq!(errors(&unfit), [(3, "sku"), (4, "batch")]);
    assert_eq!(depot.room.count("SELECT count(*) FROM batches").await, 0);
}

#[tokio::test]
async fn no_batch_of_a_file_is_printed_with_less_than_the_price() {
    let depot = Depot::open().await;
    // Sold at ₹99.
    let refused = eventually("the price is known", async || {
        depot.room.read_the_catalog().await;
        let import = depot
            .import(&["P0001-100,A-1,2026-10-01,2199-10-01,98.99,,1,"], true)
            .await;
        (import.state() == CsvImportState::Refused).then_some(import)
    })
    .await;
    assert_eq!(errors(&refused), [(2, "mrp")]);
    assert!(refused.errors[0].message.contains("₹99,"), "{refused:?}");
    let even = depot.import(&["P0001-100,A-1,2026-10-01,2199-10-01,99,,1,"], false);
    assert_eq!(even.await.state(), CsvImportState::Applied);
}

#[tokio::test]
async fn the_shelves_leave_as_they_are_called() {
    let depot = Depot::open().await;
    depot
        .import(&["P0002-100,M-1,2026-10-01,2199-10-01,100.5,,7,"], false)
        .await;
    depot.room.receive(&pack(), 3).await;
    let exported = depot.export().await.expect("it is answered");
    let mut batches: Vec<_> = exported
        .batches
        .iter()
        .map(|exported| {
            let batch = exported.batch.as_ref().expect("each is one");
            (
                exported.sku.as_str(),
                exported.product_name.as_str(),
                batch.mrp_paise,
                batch.on_hand,
            )
        })
        .collect();
    batches.sort_unstable();
    assert_eq!(
        batches,
        [("", "", 29_800, 3), ("P0002-100", "Powder 2", 10_050, 7)]
    );
    assert_eq!(exported.next_page_token, "");

    depot.catalog.stop();
    let refused = eventually("the catalog is away", async || depot.export().await.err()).await;
    assert_eq!(refused.code(), Code::Unavailable);
}
