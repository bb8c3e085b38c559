//! Product imports, through the gRPC API that the office calls.

mod many;
mod refusing;
mod words;
mod writing;

use proto::{
    catalog::v1::{
        EditedProduct, GetProductImportRequest, ListEditedProductsRequest, ProductState, ProductType,
        StartProductImportRequest,
    },
    csv::v1::{CsvFile, CsvImport, CsvImportState},
};
use sqlx::AssertSqlSafe;
use tonic::Status;
use uuid::Uuid;

use crate::editing::Desk;

/// The columns of the office's export.
const COLUMNS: &str = "product_id,state,product_name,hindi_name,tagline,type,price,discount,photos,description,ingredients,\
    benefits,other_names,concerns,how_to_use,cautions,storage,tax_class,hsn_code";

/// A new product with only the required cells.
fn new(name: &str) -> String {
    format!(",,{name},,,pouch,199,,,,,,,,,,,,\n")
}

/// All products, as the office's export writes them.
fn exported(products: &[EditedProduct]) -> String {
    let rows = products.iter().map(|told| {
        let product = told.product.clone().expect("it comes along");
        let state = match told.state() {
            ProductState::Published => "published",
            ProductState::Archived => "archived",
            ProductState::Draft | ProductState::Unspecified => "draft",
        };
        let product_type = match product.r#type() {
            ProductType::Box => "box",
            ProductType::Pouch | ProductType::Unspecified => "pouch",
        };
        let price = format!("{}.00", product.actual_price_paise / 100);
        let cells = [
            product.id,
            state.to_owned(),
            product.product_name,
            product.hindi_name,
            product.tagline,
            product_type.to_owned(),
            price,
            product.discount_percent.to_string(),
            product.photos.join("\n"),
            product.description,
            product.ingredients.join("\n"),
            product.benefits.join("\n"),
            product.other_names.join("\n"),
            product.concerns.join("\n"),
            product.how_to_use,
            product.cautions,
            product.storage,
            told.tax_class.clone(),
            told.hsn_code.clone(),
        ];
        let quoted = cells.map(|cell| format!("\"{}\"", cell.replace('"', "\"\"")));
        quoted.join(",") + "\r\n"
    });
    format!("\u{feff}{COLUMNS}\r\n{}", rows.collect::<String>())
}

impl Desk {
    /// Starts an import with this id, and returns at once.
    async fn start_import(&self, id: Uuid, is_dry_run: bool, file: &str) -> Result<CsvImport, Status> {
        let request = StartProductImportRequest {
            file: Some(CsvFile {
                import_id: id.to_string(),
                is_dry_run,
                content: file.as_bytes().to_vec(),
            }),
        };
        let request = self.asked(request);
        let started = self.importing().start_product_import(request).await?;
        Ok(started.into_inner().import.expect("it comes along"))
    }

    /// Starts an import with this id, and waits for its result.
    async fn import_as(&self, id: Uuid, is_dry_run: bool, file: &str) -> CsvImport {
        let started = self.start_import(id, is_dry_run, file).await;
        started.expect("the file is taken");
        testkit::eventually("the import ends", async || {
            let request = GetProductImportRequest {
                import_id: id.to_string(),
            };
            let request = self.asked(request);
            let got = self.importing().get_product_import(request).await;
            let import = got.expect("it is there").into_inner().import;
            import.filter(|import| import.state() != CsvImportState::Running)
        })
        .await
    }

    /// Imports a file.
    pub async fn import(&self, file: &str) -> CsvImport {
        self.import_as(Uuid::now_v7(), false, file).await
    }

    /// Runs a dry run of a file.
    async fn check(&self, file: &str) -> CsvImport {
        self.import_as(Uuid::now_v7(), true, file).await
    }

    /// Adds ten thousand pouches on sale by a file. `cells` writes the name and the other names of each. Calls
    /// would take minutes to publish them, so SQL sets the state and `columns`, from which nothing follows.
    pub async fn add_ten_thousand(&self, cells: impl Fn(i32) -> String, columns: &str) {
        let rows = (1..=10_000).map(|number| format!(",{},pouch,100\n", cells(number)));
        let rows = rows.collect::<Vec<_>>().concat();
        let file = format!("product_id,product_name,other_names,type,price\n{rows}");
        let import = self.import(&file).await;
        assert_eq!(import.state(), CsvImportState::Applied, "{import:?}");
        let publish = format!(
            "UPDATE products SET state = 'published', {columns} WHERE state = 'draft' AND product_number < $1"
        );
        // One statement for all of them would time out on a busy machine.
        for number in (0..=10_500).step_by(500) {
            sqlx::query(AssertSqlSafe(publish.clone()))
                .bind(number)
                .execute(self.database.pool())
                .await
                .expect("the columns can be written");
        }
    }

    /// All products, in any state.
    async fn all(&self) -> Vec<EditedProduct> {
        let (mut all, mut page_token) = (Vec::new(), String::new());
        loop {
            let request = ListEditedProductsRequest {
                page_size: 100,
                page_token,
                ..ListEditedProductsRequest::default()
            };
            let request = self.asked(request);
            let page = self.editing().list_edited_products(request).await;
            let page = page.expect("the catalog answers").into_inner();
            all.extend(page.products);
            if page.next_page_token.is_empty() {
                return all;
            }
            page_token = page.next_page_token;
        }
    }

    /// The product with this name.
    pub async fn named(&self, name: &str) -> EditedProduct {
        let all = self.all().await.into_iter();
        let mut named = all.filter(|told| told.product.as_ref().is_some_and(|it| it.product_name == name));
        named.next().expect("it is there")
    }
}

/// The lines and columns of the errors.
fn places(import: &CsvImport) -> Vec<(i32, &str)> {
    let errors = import.errors.iter();
    errors.map(|error| (error.line, error.column.as_str())).collect()
}
