//! Tests of product imports: the service and the token.

use std::sync::{Arc, Mutex};

use fakes::catalog::v1::product_import_service_server::{
    ProductImportService, ProductImportServiceServer, SERVICE_NAME as IMPORTS,
};
use proto::{
    catalog::v1::{
        GetProductImportRequest, GetProductImportResponse, StartProductImportRequest,
        StartProductImportResponse,
    },
    csv::v1::{CsvError, CsvFile, CsvImport, CsvImportState},
};
use reqwest::Method;
use serde_json::{Value, json};
use tonic::{Request, Response, Status, async_trait};

use crate::{
    fake_staff::ASHA,
    fake_stock_files::IMPORT,
    fakes::{Office, data},
    record::{Record, Seen, token_for},
};

/// A fake catalog that refuses the imported file.
#[derive(Clone, Default)]
struct FakeProductFiles {
    record: Record,
    files: Arc<Mutex<Vec<CsvFile>>>,
}

fn import(state: CsvImportState, errors: Vec<CsvError>) -> CsvImport {
    CsvImport {
        import_id: IMPORT.to_owned(),
        state: state.into(),
        errors,
        started_by: ASHA.to_owned(),
        started_at: "2026-11-26T07:00:00Z".to_owned(),
        ..CsvImport::default()
    }
}

#[async_trait]
impl ProductImportService for FakeProductFiles {
    async fn start_product_import(
        &self,
        request: Request<StartProductImportRequest>,
    ) -> Result<Response<StartProductImportResponse>, Status> {
        let asked = self.record.admit(IMPORTS, "StartProductImport", request)?;
        self.files.lock().unwrap().extend(asked.file);
        let import = Some(import(CsvImportState::Running, Vec::new()));
        Ok(Response::new(StartProductImportResponse { import }))
    }

    async fn get_product_import(
        &self,
        request: Request<GetProductImportRequest>,
    ) -> Result<Response<GetProductImportResponse>, Status> {
        self.record.admit(IMPORTS, "GetProductImport", request)?;
        let error = CsvError {
            line: 2,
            column: "price".to_owned(),
            message: "Enter the price in rupees, such as 249".to_owned(),
        };
        let import = Some(import(CsvImportState::Refused, vec![error]));
        Ok(Response::new(GetProductImportResponse { import }))
    }
}

#[tokio::test]
async fn a_file_of_products_goes_to_the_catalog_and_tells_columns_as_the_file_has_them() {
    let files = FakeProductFiles::default();
    let catalog = testkit::grpc(ProductImportServiceServer::new(files.clone())).await;
    let office = Office::set_up(|settings| settings.services.catalog_url = catalog.target()).await;
    let path = format!("/imports/products/{IMPORT}");
    let request = office
        .of("owner", Method::POST, &path)
        .header("content-type", "text/csv");
    let started = request.body("product_id,price\n,x\n").send().await.unwrap();
    assert_eq!(started.status(), 202);
    let started: Value = started.json().await.unwrap();
    assert_eq!(
        (&started["data"]["kind"], &started["data"]["state"]),
        (&json!("products"), &json!("running"))
    );
    assert_eq!(files.files.lock().unwrap()[0].content, b"product_id,price\n,x\n");
    let call = "shop.catalog.v1.ProductImportService/StartProductImport".to_owned();
    let token = Some(token_for(&call));
    assert_eq!(files.record.take_seen(), [Seen { call, token }]);

    let refused = data(office.of("owner", Method::GET, &path).send().await.unwrap()).await;
    assert_eq!(refused["state"], "refused");
    assert_eq!(
        (&refused["errors"][0]["line"], &refused["errors"][0]["column"]),
        (&json!(2), &json!("price"))
    );
}
