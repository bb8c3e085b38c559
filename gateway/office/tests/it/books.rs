//! Tests of the books: the trial balance, and the files for the accountant.

use reqwest::Method;
use runtime::status::{self, Rule, Violation};
use serde_json::{Value, json};
use tonic::Code;

use crate::{
    authorization::Case,
    fake_order::NUMBER,
    fakes::{Office, data, header, refusal},
};

fn correction() -> Value {
    json!({
        "correctionId": "01936f00-0000-7000-8000-0000000000c1",
        "debitAccount": "bank",
        "creditAccount": "receivable:cod",
        "amount": 100.5,
        "reason": "The carrier remitted it twice",
    })
}

fn rate() -> Value {
    json!({ "hsn": "1302", "since": "2026-12-01", "rateBasisPoints": 1800, "source": "Notification 9/2025" })
}

/// Requests for the books, with the calls that they need; the audit log records the month.
pub(crate) fn calls() -> Vec<Case> {
    let file = |kind: &str, asked: &'static [(&'static str, &'static str)]| {
        let path = format!("/books/{kind}.csv?month=2026-11");
        (Method::GET, path, Value::Null, asked)
    };
    vec![
        (
            Method::GET,
            "/books".to_owned(),
            Value::Null,
            &[("GetTrialBalance", "")],
        ),
        (
            Method::POST,
            "/books/corrections".to_owned(),
            correction(),
            &[("PostCorrection", "bank to receivable:cod")],
        ),
        (
            Method::GET,
            "/books/tax-rates".to_owned(),
            Value::Null,
            &[("ListTaxRates", "")],
        ),
        (
            Method::POST,
            "/books/tax-rates".to_owned(),
            rate(),
            &[("SetTaxRate", "1302")],
        ),
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
async fn the_books_show_each_account_and_whether_they_balance() {
    let office = Office::start().await;
    let balance = office.read("/books").await;
    assert_eq!(
        balance,
        json!({
            "accounts": [
                { "account": "receivable:cod", "debit": 538, "credit": 249 },
                { "account": "sales:5%", "debit": 0, "credit": 289 },
            ],
            "isBalanced": true,
            "knownAccounts": ["bank", "receivable:cod"],
        })
    );
    let wrong = office.read("/books?until=2026-12-31").await;
    assert_eq!(wrong["isBalanced"], false);
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

#[tokio::test]
async fn a_correction_is_booked_and_a_rate_set_or_it_is_told_why_not() {
    let office = Office::start().await;
    let response = office
        .send(Method::POST, "/books/corrections", &correction())
        .await;
    assert_eq!(data(response).await["bookedOn"], "2026-11-26");
    let broken = Rule::Unknown.says("The books have no such account");
    let invalid = status::invalid(vec![Violation::new("debit_account", broken)]);
    office.record.refuse("PostCorrection", invalid);
    let body = refusal(
        office
            .send(Method::POST, "/books/corrections", &correction())
            .await,
        422,
    )
    .await;
    assert_eq!(body["errors"][0]["field"], "debitAccount");

    let rates = office.read("/books/tax-rates").await;
    let known = json!({
        "hsn": "1211", "since": "2025-09-22", "rateBasisPoints": 500, "source": "Notification 9/2025", "isCurrent": true,
    });
    assert_eq!(rates["rates"], json!([known]));
    assert_eq!(
        rates["missing"],
        json!([{ "hsn": "1302", "orders": 3, "since": "2026-11-25" }])
    );
    let set = data(office.send(Method::POST, "/books/tax-rates", &rate()).await).await;
    assert_eq!(
        (
            &set["hsn"],
            &set["since"],
            &set["rateBasisPoints"],
            &set["source"]
        ),
        (
            &json!("1302"),
            &json!("2026-12-01"),
            &json!(1800),
            &json!("Notification 9/2025")
        )
    );
    let words = "The rate of 1302 from 2026-12-01 was set to 5% before.";
    office.record.refuse(
        "SetTaxRate",
        status::with_reason(Code::FailedPrecondition, "RATE_SET", words),
    );
    let body = refusal(office.send(Method::POST, "/books/tax-rates", &rate()).await, 409).await;
    assert_eq!(
        (&body["code"], &body["message"]),
        (&json!("RATE_SET"), &json!(words))
    );
}
