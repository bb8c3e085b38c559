//! Tests of the files of the books for the accountant.

use reqwest::Method;
use runtime::status;
use serde_json::{Value, json};
use tonic::Code;

use crate::{
    authorization::Case,
    fake_order::NUMBER,
    fakes::{Office, header, refusal},
};

/// Requests for the files, with the calls that they need; the audit log records the month.
pub(crate) fn calls() -> Vec<Case> {
    let file = |kind: &str, asked: &'static [(&'static str, &'static str)]| {
        let path = format!("/books/{kind}.csv?month=2026-11");
        (Method::GET, path, Value::Null, asked)
    };
    vec![
        file("day-book", &[("ListEntries", "2026-11")]),
        file("sales-register", &[("ListSalesRegister", "2026-11")]),
        file("hsn-summary", &[("GetGstSummary", "2026-11")]),
        file("b2c-large", &[("GetGstSummary", "2026-11")]),
        file("b2c-small", &[("GetGstSummary", "2026-11")]),
    ]
}

impl Office {
    /// A file of the books, without its byte order mark.
    async fn book(&self, path: &str) -> Vec<String> {
        let response = self.of("owner", Method::GET, path).send().await.unwrap();
        assert_eq!(response.status(), 200, "{path}");
        assert_eq!(header(&response, "content-type"), "text/csv; charset=utf-8");
        let kind = path.trim_start_matches("/books/").replace(".csv?month=", "-");
        let name = format!("attachment; filename=\"{kind}.csv\"");
        assert_eq!(header(&response, "content-disposition"), name);
        let file = response.text().await.unwrap();
        let rows = file.trim_start_matches('\u{feff}').lines();
        rows.map(str::to_owned).collect()
    }
}

#[tokio::test]
async fn each_file_has_its_rows_and_amounts_below_zero_stay_numbers() {
    let office = Office::start().await;
    let ids = "01936f00-0000-7000-8000-0000000000d4";
    let entry = "01936f00-0000-8000-8000-0000000000e1";
    assert_eq!(
        office.book("/books/day-book.csv?month=2026-11").await,
        [
            "Day,Debit,Credit,Amount,Cause,Cause's id,Order number,Entry's id,Reason".to_owned(),
            format!("2026-11-22,receivable:cod,sales:5%,512.38,document,{ids},{NUMBER},{entry},"),
            format!("2026-11-22,receivable:cod,output_tax:cgst,12.81,document,{ids},{NUMBER},{entry},"),
        ]
    );
    assert_eq!(
        office.record.take_authorized().len(),
        1,
        "one token reads both pages"
    );
    let heads = "Document,Kind,Issued on,Order number,Place of supply,HSN,Rate in percent,Packs,Taxable value,\
        CGST,SGST,IGST,Corrects";
    let sold = format!(
        "INV-2627-000042,invoice,2026-11-22,{NUMBER},24-Gujarat,1211,5,2.00,512.38,12.81,12.81,0.00,"
    );
    let note = format!(
        "CN-2627-000001,credit note,2026-11-22,{NUMBER},24-Gujarat,1211,5,-1.00,-237.14,-5.93,-5.93,0.00,INV-2627-000042"
    );
    let register = office.book("/books/sales-register.csv?month=2026-11").await;
    assert_eq!(register, [heads.to_owned(), sold.clone(), note]);
    let large = office.book("/books/b2c-large.csv?month=2026-11").await;
    assert_eq!(large, [heads.to_owned(), sold]);
    let small = office.book("/books/b2c-small.csv?month=2026-11").await;
    assert_eq!(small[1], "24-Gujarat,5,275.24,6.88,6.88,0.00");
    let by_hsn = office.book("/books/hsn-summary.csv?month=2026-11").await;
    assert_eq!(by_hsn[1], "1211,5,1.00,275.24,6.88,6.88,0.00");
}

#[tokio::test]
async fn a_file_needs_a_valid_month_and_a_reauthentication() {
    let office = Office::start().await;
    let path = "/books/hsn-summary.csv?month=2026-13";
    let body = refusal(office.of("owner", Method::GET, path).send().await.unwrap(), 422).await;
    assert_eq!(body["errors"][0]["field"], "month");
    assert!(
        office.record.take_authorized().is_empty(),
        "no call was authorized"
    );
    let words = "Please confirm that it is you.";
    let again = status::with_reason(Code::PermissionDenied, "REAUTHENTICATE", words);
    office.record.refuse("GetGstSummary", again);
    let path = "/books/hsn-summary.csv?month=2026-11";
    let body = refusal(office.of("owner", Method::GET, path).send().await.unwrap(), 403).await;
    assert_eq!(body["reason"], json!("REAUTHENTICATE"));
}
