//! Tests of product exports.

use reqwest::Method;
use runtime::status;
use tonic::Code;

use crate::{
    fake_catalog::KARELA,
    fakes::{Office, header, refusal},
};

const EXPORT: &str = "/products/export.csv";

const COLUMNS: &str = "product_id,state,product_name,hindi_name,tagline,type,price,discount,photos,description,ingredients,\
    benefits,other_names,concerns,how_to_use,cautions,storage,tax_class,hsn_code";

#[tokio::test]
async fn all_products_leave_as_a_file_page_after_page() {
    let office = Office::start().await;
    let response = office.of("owner", Method::GET, EXPORT).send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(header(&response, "content-type"), "text/csv; charset=utf-8");
    assert_eq!(
        header(&response, "content-disposition"),
        "attachment; filename=\"products.csv\""
    );
    let file = response.bytes().await.unwrap();
    let expected = [
        format!("\u{feff}{COLUMNS}"),
        format!(
            "{KARELA},published,Karela Powder,करेला,Bitter gourd,pouch,249.00,20,/images/products/karela-800.webp,\
             A bitter gourd.,\"Bitter gourd\nSalt\",A plain bitter,karela,digestion,It cures.,Ask a doctor.,Keep it dry.,gst_5,121190"
        ),
        "0190b6a0-0000-7000-a000-000000000d4a,draft,\"'-5 Herbs, \"\"mixed\"\"\",,,box,1.00,0,,,,,,,,,,unclassified,1211"
            .to_owned(),
        String::new(),
    ];
    assert_eq!(std::str::from_utf8(&file).unwrap(), expected.join("\r\n"));
    let asked = office.products.lists.lock().unwrap().clone();
    let tokens: Vec<_> = asked.iter().map(|asked| asked.page_token.as_str()).collect();
    assert_eq!(tokens, ["", "7_x"]);
    assert!(
        asked
            .iter()
            .all(|asked| asked.state == 0 && asked.query.is_empty()),
        "none is left out"
    );
}

#[tokio::test]
async fn an_export_needs_the_permission_to_read_products() {
    let office = Office::start().await;
    let denied = status::with_reason(Code::PermissionDenied, "NO_PERMISSION", "No.");
    office.record.refuse("ListEditedProducts", denied);
    let response = office.of("owner", Method::GET, EXPORT).send().await.unwrap();
    let body = refusal(response, 403).await;
    assert_eq!(body["code"], "NO_PERMISSION");
}
